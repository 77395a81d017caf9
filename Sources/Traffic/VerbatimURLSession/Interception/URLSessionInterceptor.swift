public import Foundation
import VerbatimHAR
public import VerbatimReplay

/// Sessions whose requests a responder, usually a player, handles instead of the network.
///
/// Any number of interceptors can handle equal requests at the same time, each from its own recording,
/// because each has a separate protocol class and adds nothing to the requests. Data, upload and download
/// tasks are supported in their asynchronous, completion handler and delegate forms. Requests of every scheme
/// are intercepted, except those that Foundation answers without a connection: `data:` URLs, and `file:` URLs
/// without a host. While ``withInterception(isolation:_:)`` runs, so are requests of other sessions. Web
/// sockets are never intercepted.
public final class URLSessionInterceptor: Sendable {
    private let binding: ProtocolClassPool.Binding
    private let lease: ProtocolClassPool.Lease

    /// Creates an interceptor.
    ///
    /// - Parameters:
    ///   - responder: The responder to all requests, retained until the interceptor is closed.
    ///   - timing: The times at which the pieces of a recorded body arrive.
    public convenience init(_ responder: any Responder, timing: ReplayTiming = .immediate) {
        self.init(responder, timing: timing, attemptTimeout: nil)
    }

    /// - Parameter attemptTimeout: The timeout of requests to which the app gives none, in seconds, where the
    ///   session waits longer, as for the repetitions of a request; nil for that of the session.
    package init(_ responder: any Responder, timing: ReplayTiming = .immediate, attemptTimeout: Double?) {
        binding = ProtocolClassPool.Binding(
            responder: responder, timing: timing,
            cookies: URLSessionConfiguration.ephemeral.httpCookieStorage, attemptTimeout: attemptTimeout)
        lease = ProtocolClassPool.sessions.lease(for: binding)
    }

    /// Returns a configuration for sessions whose requests are intercepted.
    ///
    /// The configuration is ephemeral, has no cache, and stores cookies that only the sessions of this
    /// interceptor share. Change it as the app does, except `protocolClasses`, which intercept the requests.
    public func configuration() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = binding.cookies
        configuration.protocolClasses = [lease.protocolClass]
        return configuration
    }

    /// Returns a new session whose requests are intercepted.
    ///
    /// - Parameters:
    ///   - delegate: The delegate of the session, which retains it until it is invalidated.
    ///   - queue: The queue on which the delegate is called; nil creates a serial queue.
    public func session(
        delegate: (any URLSessionDelegate)? = nil, queue: OperationQueue? = nil
    ) -> URLSession {
        URLSession(configuration: configuration(), delegate: delegate, delegateQueue: queue)
    }

    /// Closes the interceptor; a second call has no effect.
    ///
    /// Later requests of its sessions fail with `URLError.resourceUnavailable` and never reach the network.
    public func close() { ProtocolClassPool.sessions.release(lease) }

    /// Runs code whose requests are intercepted, whichever session sends them.
    ///
    /// For code that uses `URLSession.shared` or creates its sessions; if it accepts a session, use
    /// ``session(delegate:queue:)``. Requests of the code and of its child tasks are intercepted; those of
    /// detached tasks and dispatch queues if no other call is running, and fail otherwise, so that none
    /// reaches the network. On Apple platforms, requests of sessions whose configuration is older than the
    /// first call in a process are refused. Cookies are those of the interceptor, unless the session has a
    /// private storage.
    ///
    /// - Throws: The errors of the code.
    public func withInterception<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await ScopedInterception.withScope(binding) { try await body() }
    }

    /// Runs synchronous code whose requests are intercepted, whichever session sends them.
    ///
    /// - Throws: The errors of the code.
    public func withInterception<Result>(_ body: () throws -> Result) rethrows -> Result {
        try ScopedInterception.withScope(binding, body)
    }

    /// Intercepts the requests of all sessions until the returned closure is called.
    ///
    /// They are intercepted if no other interception is running, and fail otherwise, except those of tasks
    /// that belong to one.
    public func beginInterception() -> @Sendable () -> Void {
        let scope = ScopedInterception.open(binding)
        return { ScopedInterception.close(scope) }
    }

    /// Sets the function that returns whether the current task sends its requests to the network, although
    /// interceptions are running: it belongs to a test of which none is.
    package static func setForeignTasks(_ predicate: @escaping @Sendable () -> Bool) {
        ScopedInterception.setForeign(predicate)
    }
}

extension URLSession {
    /// Returns a session that answers from a recording: for previews and demonstrations, without a test.
    ///
    /// ```swift
    /// #Preview {
    ///     ForecastView(client: WeatherClient(session: .replaying(recording)))
    /// }
    /// ```
    ///
    /// Responses are repeated as often as they are requested. Other requests fail, and none reaches the
    /// network. A recording that cannot be read fails every request with the reason.
    ///
    /// - Parameters:
    ///   - recording: The file, e.g. in the bundle of the app.
    ///   - options: The redaction and the rules of matching of the requests.
    ///   - timing: The times at which the pieces of a recorded body arrive.
    public static func replaying(
        _ recording: URL, options: Player.Options = Player.Options(exhausted: .repeatLast),
        timing: ReplayTiming = .immediate
    ) -> URLSession {
        do {
            let player = try Player(recording: recording, options: options)
            return URLSessionInterceptor(player, timing: timing).session()
        } catch {
            return URLSessionInterceptor(UnreadableRecording(reason: error.description)).session()
        }
    }
}

/// A responder that fails every request because its recording cannot be read.
private struct UnreadableRecording: Responder {
    let reason: String

    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        .immediate(.failure(TransportFailure(.resourceUnavailable, reason)))
    }
}
