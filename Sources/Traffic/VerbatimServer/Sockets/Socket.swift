import Foundation

/// A non-blocking TCP socket on the loopback interface.
///
/// What differs between C libraries stands in `Socket+Glibc.swift` and its siblings.
struct Socket {
    let descriptor: Int32

    /// What became of a read or a write.
    enum Transfer {
        case bytes(Int)
        case wouldBlock
        case ended
    }
}

// MARK: - Making

extension Socket {
    static func listening(on port: UInt16) throws(ServerError) -> Socket {
        let attempt = "listen on 127.0.0.1:\(port)"
        let descriptor = socket(AF_INET, streamType, 0)
        guard descriptor >= 0 else { throw .last("socket", attempt) }
        let listener = Socket(descriptor: descriptor)
        do {
            try listener.bind(to: port, attempt)
        } catch {
            listener.close()
            throw error
        }
        return listener
    }

    private func bind(to port: UInt16, _ attempt: String) throws(ServerError) {
        set(SOL_SOCKET, SO_REUSEADDR)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0 else { throw .last("bind", attempt) }
        guard listen(descriptor, 1024) == 0 else { throw .last("listen", attempt) }
        guard configure() else { throw .last("fcntl", attempt) }
    }

    /// The port a listening socket got.
    func port() throws(ServerError) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let known = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard known == 0 else { throw .last("getsockname", "learn the port") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// A new connection.
    enum Arrival {
        case connection(Socket)
        /// Nobody is waiting, or whoever was has gone.
        case none
        /// This process or system has no descriptor left: the caller waits until one is free.
        case exhausted
    }

    func accept() -> Arrival {
        let descriptor = Foundation.accept(descriptor, nil, nil)
        guard descriptor >= 0 else {
            return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .exhausted : .none
        }
        let socket = Socket(descriptor: descriptor)
        guard socket.configure() else {
            socket.close()
            return .none
        }
        // A reply in several writes must not wait for the client's delayed acknowledgement.
        socket.set(Int32(IPPROTO_TCP), TCP_NODELAY)
        socket.refuseSIGPIPE()
        return .connection(socket)
    }

    /// Makes the socket non-blocking, and keeps it from child processes.
    private func configure() -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
            && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    }

    func set(_ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }
}

// MARK: - Using

extension Socket {
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        transfer { send(descriptor, bytes.baseAddress, bytes.count, Self.sendFlags) }
    }

    private func transfer(_ call: () -> Int) -> Transfer {
        while true {
            let count = call()
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .ended
        }
    }

    /// Tells the peer that nothing more will come, and still reads.
    func finishWriting() {
        shutdown(descriptor, Self.writingSide)
    }

    func close() {
        _ = Foundation.close(descriptor)
    }

    /// Closes with a reset (RST) instead of an orderly end.
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close()
    }
}
