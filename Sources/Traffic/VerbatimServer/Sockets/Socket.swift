import Foundation

/// A non-blocking TCP socket.
struct Socket {
    let descriptor: Int32

    enum Transfer {
        case bytes(Int)
        case wouldBlock
        case ended
    }

    // MARK: Creation

    /// Returns a socket that listens on a port of an IPv4 address.
    static func listening(on host: String, port: UInt16) throws(ServerError) -> Socket {
        let attempt = "listen on \(host):\(port)"
        var ip = in_addr()
        guard inet_pton(AF_INET, host, &ip) == 1 else {
            throw ServerError(call: "inet_pton", code: EINVAL, attempt: attempt)
        }
        let descriptor = socket(AF_INET, streamType, 0)
        guard descriptor >= 0 else { throw .last("socket", attempt) }
        let listener = Socket(descriptor: descriptor)
        do {
            try listener.bind(to: ip, port, attempt)
        } catch {
            listener.close()
            throw error
        }
        return listener
    }

    private func bind(to ip: in_addr, _ port: UInt16, _ attempt: String) throws(ServerError) {
        set(SOL_SOCKET, SO_REUSEADDR)
        // The connections inherit it.
        guard suppressSIGPIPE() else { throw .last("setsockopt", attempt) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = ip
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0 else { throw .last("bind", attempt) }
        guard listen(descriptor, 1024) == 0 else { throw .last("listen", attempt) }
        guard configure() else { throw .last("fcntl", attempt) }
    }

    func port() throws(ServerError) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard status == 0 else { throw .last("getsockname", "read the port") }
        return UInt16(bigEndian: address.sin_port)
    }

    enum Acceptance {
        case connection(Socket)
        /// No client is waiting.
        case none
        /// The process or the system has no descriptor left.
        case exhausted
    }

    func accept() -> Acceptance {
        let descriptor = Foundation.accept(descriptor, nil, nil)
        guard descriptor >= 0 else {
            return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .exhausted : .none
        }
        let socket = Socket(descriptor: descriptor)
        guard socket.configure(), socket.suppressSIGPIPE() else {
            socket.close()
            return .none
        }
        // A response in several writes must not wait for the client's delayed acknowledgement.
        socket.set(Int32(IPPROTO_TCP), TCP_NODELAY)
        return .connection(socket)
    }

    /// Makes the socket non-blocking, and closes it in child processes.
    private func configure() -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
            && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    }

    /// Sets an option to 1, and returns whether that succeeded.
    @discardableResult
    func set(_ level: Int32, _ option: Int32) -> Bool {
        var on: Int32 = 1
        return setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size)) == 0
    }

    // MARK: Use

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

    /// Ends the output, but not the input.
    func finishWriting() { shutdown(descriptor, Self.writingSide) }

    /// Whether a client waits to be accepted.
    var hasWaitingClient: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }

    func close() { _ = Foundation.close(descriptor) }

    /// Closes with a reset (RST) instead of an orderly end.
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close()
    }
}
