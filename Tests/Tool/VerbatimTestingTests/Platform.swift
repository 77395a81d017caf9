import Foundation
import VerbatimTesting

/// The differences between platforms.
enum Platform {
    #if canImport(Glibc)
        static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        static let stream = SOCK_STREAM
    #endif

    /// Whether the task is known that sends a request through `URLSession.shared`.
    #if canImport(FoundationNetworking)
        static let knowsSharedTasks = true
    #else
        static let knowsSharedTasks = false
    #endif
}

extension EscapeRoute {
    #if canImport(FoundationNetworking)
        /// Foundation on Linux fails a web socket at once, before it asks any protocol.
        static let ofPlatform = [
            EscapeRoute("a web socket", expecting: ["WebSockets not supported"]) {
                host, session in
                let task = session.webSocketTask(with: try url("ws://\(host)/"))
                task.resume()
                _ = try await task.receive()
            }
        ]

        /// Functions that create a session, on the thread that calls them.
        static let contents = [
            EscapeRoute("Data(contentsOf:)", expecting: withoutReason) { host, _ in
                _ = try Data(contentsOf: try url("http://\(host)/"))
            },
            EscapeRoute("String(contentsOf:)", expecting: withoutReason) { host, _ in
                _ = try String(contentsOf: try url("http://\(host)/"), encoding: .utf8)
            },
        ]

        private static let withoutReason = [""]
    #else
        /// Not tried: which sessions they create is not documented.
        static let contents: [EscapeRoute] = []

        static let ofPlatform = [
            EscapeRoute("asynchronous bytes") { host, session in
                for try await _ in try await session.bytes(from: try url("http://\(host)/")).0 {}
            }
        ]
    #endif
}
