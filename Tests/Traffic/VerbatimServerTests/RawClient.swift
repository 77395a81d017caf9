import Foundation

@testable import VerbatimServer

/// A client that sends exactly the bytes it is told to, and shows exactly the bytes that come back.
final class RawClient: Sendable {
    private let descriptor: Int32

    struct Trouble: Error, Equatable {
        var call: String
    }

    init(_ server: HTTPServer) throws {
        descriptor = socket(AF_INET, Socket.streamType, 0)
        // A server that never answers is a failed test, not a hanging one.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = server.port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Trouble(call: "connect") }
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Socket.sendFlags)
            }
            guard count > 0 else { throw Trouble(call: "send") }
            rest = rest.dropFirst(count)
        }
    }

    func finishSending() {
        shutdown(descriptor, Socket.writingSide)
    }

    /// Reads until the server closes; a reset or a timeout is an error.
    func readToEnd() throws -> String {
        var bytes: [UInt8] = []
        while let more = try readSome() { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads until the text ends with the given one.
    func read(until end: String) throws -> String {
        var bytes: [UInt8] = []
        while !bytes.suffix(end.utf8.count).elementsEqual(end.utf8) {
            guard let more = try readSome() else { throw Trouble(call: "closed after \(bytes.count) bytes") }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func readSome() throws -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { throw Trouble(call: "recv: \(String(cString: strerror(errno)))") }
        return count == 0 ? nil : Array(buffer[..<count])
    }
}

/// Sends one text to a fresh server and shows everything that comes back until it closes.
func exchange(
    _ text: String, limits: HTTPServer.Limits = .init(), handler: @escaping HTTPServer.Handler = echo
) throws -> String {
    let server = try HTTPServer.start(limits: limits, handler: handler)
    defer { server.stop() }
    let client = try RawClient(server)
    try client.send(text)
    client.finishSending()
    return try client.readToEnd()
}
