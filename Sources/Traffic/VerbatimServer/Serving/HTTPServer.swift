import Synchronization
public import VerbatimHAR

/// An HTTP/1.1 server on 127.0.0.1: one thread, real sockets, names and methods in the case they came in.
///
/// It reads requests strictly and keeps connections open; what breaks RFC 9112 is answered with 400, 413, 414,
/// 417, 431, 501 or 505 and a line of text that names the rule.
///
/// Deviations from the specification: a line must end with CRLF; trailer fields are checked and dropped; the only
/// transfer coding is `chunked`; no CONNECT, no Upgrade; HTTP/1.0 connections are not kept.
///
/// RFC 9112: https://www.rfc-editor.org/rfc/rfc9112
public final class HTTPServer: Sendable {
    /// Answers a request, at once or later, on any thread.
    ///
    /// It is called on the server's one thread and must not block it. Replies after the first are ignored; a
    /// handler that lets go of the closure without a reply resets the connection. The request's URL is absolute:
    /// as the client sent it, or `http://`, the `Host` field and the target.
    public typealias Handler = @Sendable (HTTPRequest, @escaping @Sendable (Reply) -> Void) -> Void

    /// The port it listens on.
    public let port: UInt16
    /// Where it listens, e.g. `http://127.0.0.1:49152`: no slash at the end.
    public var origin: String { "http://\(authority)" }

    private var authority: String { "127.0.0.1:\(port)" }
    private let mailbox: ReplyQueue
    private let thread: Mutex<JoinableThread?>

    private init(port: UInt16, limits: Limits, handler: @escaping Handler) throws(ServerError) {
        let listener = try Socket.listening(on: port)
        do {
            self.port = try listener.port()
            mailbox = try ReplyQueue()
            let loop = EventLoop(
                listener, authority: "127.0.0.1:\(self.port)", limits: limits, mailbox: mailbox,
                handler: handler)
            thread = Mutex(try JoinableThread { loop.run() })
        } catch {
            listener.close()
            throw error
        }
    }

    deinit {
        stop()
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - port: 0 for any free port.
    ///   - limits: How much a request may hold.
    ///   - handler: What answers.
    public static func start(
        port: UInt16 = 0, limits: Limits = Limits(), handler: @escaping Handler
    ) throws(ServerError) -> HTTPServer {
        try HTTPServer(port: port, limits: limits, handler: handler)
    }

    /// Starts a server whose handler is an async function, run in a task of its own for each request.
    public static func start(
        port: UInt16 = 0, limits: Limits = Limits(),
        answering: @escaping @Sendable (HTTPRequest) async -> Reply
    ) throws(ServerError) -> HTTPServer {
        try start(port: port, limits: limits) { request, reply in
            Task { reply(await answering(request)) }
        }
    }

    /// Stops the server; when it returns, no thread and no descriptor is left.
    ///
    /// Replies that are being sent get one second to end; requests without a reply are cut off. Without effect
    /// when it has been stopped. Called from the handler, it returns before the server has ended.
    public func stop() {
        mailbox.stop()
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.join()
    }
}
