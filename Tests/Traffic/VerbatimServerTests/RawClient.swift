import Foundation

@testable import VerbatimServer

/// A client that sends and receives raw bytes.
final class RawClient: Sendable {
    private let descriptor: Int32

    struct Failure: Error, Equatable {
        var call: String
    }

    init(_ server: HTTPServer) throws {
        descriptor = socket(AF_INET, Socket.streamType, 0)
        guard Socket(descriptor: descriptor).suppressSIGPIPE() else { throw Failure(call: "setsockopt") }
        // A server that never responds fails the test instead of blocking it.
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = server.port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Failure(call: "connect") }
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
            guard count > 0 else { throw Failure(call: "send") }
            rest = rest.dropFirst(count)
        }
    }

    func finishSending() {
        shutdown(descriptor, Socket.writingSide)
    }

    /// Reads until the server closes the connection; a reset or a timeout is an error.
    func readToEnd() throws -> String {
        var bytes: [UInt8] = []
        while let more = try readAvailable() { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads until the text ends with `end`.
    func read(until end: String) throws -> String {
        var bytes: [UInt8] = []
        while !bytes.suffix(end.utf8.count).elementsEqual(end.utf8) {
            guard let more = try readAvailable() else {
                throw Failure(call: "closed after \(bytes.count) bytes")
            }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func readAvailable() throws -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { throw Failure(call: "recv: \(String(cString: strerror(errno)))") }
        return count == 0 ? nil : Array(buffer[..<count])
    }
}

/// Sends a text to a new server, and returns everything that it sends until it closes the connection.
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
