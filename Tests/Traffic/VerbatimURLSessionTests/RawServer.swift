import Foundation

/// A server that sends the same bytes to its first client, whatever it asks, until the client hangs up.
final class RawServer: Sendable {
    /// `http://127.0.0.1:49152`
    var origin: String { port.origin }
    private let port: ClosedPort

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - head: The bytes that are sent once.
    ///   - repeated: The bytes that are sent again and again afterwards.
    ///   - pause: The microseconds before each repetition.
    init(_ head: String, repeating repeated: String, pause: useconds_t = 0) throws {
        // A client that hangs up must not end the process.
        signal(SIGPIPE, SIG_IGN)
        port = try ClosedPort()
        let client = try port.listen()
        Thread {
            let connection = client()
            defer { close(connection) }
            guard Self.send(head, to: connection) else { return }
            repeat { usleep(pause) } while Self.send(repeated, to: connection)
        }.start()
    }

    private static func send(_ text: String, to connection: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
