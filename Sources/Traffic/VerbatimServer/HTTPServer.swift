import Synchronization
public import VerbatimHAR

/// An HTTP/1.1 server on 127.0.0.1, or another address, that runs on one thread and preserves the case of
/// methods and field names.
///
/// The server parses requests strictly and keeps connections open. A request that violates RFC 9112 gets a
/// 400, 413, 414, 417, 431, 501 or 505 with a line of text that cites the rule.
///
/// A client that keeps the server waiting is disconnected (see ``Limits``), and no number of such clients
/// keeps others out: when as many connections are open as allowed, those that have waited for their client
/// the longest are closed. If all of them wait for the handler, new clients get a 503.
///
/// Deviations from the specification: a line must end with CRLF; a repeated `Content-Length` is rejected even
/// if the values are equal; trailer fields are validated and dropped; the only transfer coding is `chunked`;
/// CONNECT and Upgrade are not supported; HTTP/1.0 connections are closed.
///
/// RFC 9112: https://www.rfc-editor.org/rfc/rfc9112
public final class HTTPServer: Sendable {
    /// Responds to a request, immediately or later, on any thread.
    ///
    /// The server calls the handler on its own thread, which the handler must not block. Responses after the
    /// first are ignored. If the handler releases the closure without calling it, the connection is reset.
    /// The URL of the request is absolute: the target if it is an absolute URL, otherwise `http://`, the
    /// `Host` field and the target.
    public typealias Handler = @Sendable (HTTPRequest, @escaping @Sendable (ServerResponse) -> Void) -> Void

    /// The port on which the server listens.
    public let port: UInt16
    /// The URL of the server without a trailing slash, e.g. `http://127.0.0.1:49152`.
    public var origin: String { "http://\(authority)" }

    private var authority: String { "127.0.0.1:\(port)" }
    private let responses: ResponseQueue
    private let thread: Mutex<JoinableThread?>

    private init(
        host: String, port: UInt16, limits: Limits, now: @escaping Now, handler: @escaping Handler
    ) throws(ServerError) {
        let listener = try Socket.listening(on: host, port: port)
        do {
            self.port = try listener.port()
            responses = try ResponseQueue()
            let loop = try EventLoop(
                listener, authority: "127.0.0.1:\(self.port)", limits: limits, responses: responses, now: now,
                handler: handler)
            thread = Mutex(try JoinableThread { loop.run() })
        } catch {
            listener.close()
            throw error
        }
    }

    deinit { stop() }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - host: The IPv4 address to listen on. Every machine of the network can reach any but 127.0.0.1.
    ///   - port: The port to listen on; 0 for any free port.
    ///   - limits: The requests and clients that the server accepts.
    ///   - handler: The handler of all requests.
    public static func start(
        host: String = "127.0.0.1", port: UInt16 = 0, limits: Limits = Limits(), handler: @escaping Handler
    ) throws(ServerError) -> HTTPServer {
        try HTTPServer(host: host, port: port, limits: limits, now: { .now }, handler: handler)
    }

    package typealias Now = @Sendable () -> ContinuousClock.Instant

    /// Starts a server with another clock, which it reads at every event of a connection.
    package static func start(
        port: UInt16 = 0, limits: Limits = Limits(), now: @escaping Now, handler: @escaping Handler
    ) throws(ServerError) -> HTTPServer {
        try HTTPServer(host: "127.0.0.1", port: port, limits: limits, now: now, handler: handler)
    }

    /// Starts a server with an asynchronous handler, which runs in a new task for each request.
    public static func start(
        port: UInt16 = 0, limits: Limits = Limits(),
        asyncHandler: @escaping @Sendable (HTTPRequest) async -> ServerResponse
    ) throws(ServerError) -> HTTPServer {
        try start(port: port, limits: limits) { request, respond in
            Task { respond(await asyncHandler(request)) }
        }
    }

    /// Stops the server; after it returns, the thread has ended and all descriptors are closed.
    ///
    /// Responses that are being sent get one second to finish; requests without a response are cut off. A
    /// second call has no effect. If the handler calls it, it returns before the server has stopped.
    public func stop() {
        responses.stop()
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.join()
    }
}
