public import VerbatimHAR

/// A source of responses: ``Player`` replays and records them.
///
/// URL session interceptors and servers turn a request of their own kind into an ``VerbatimHAR/HTTPRequest``
/// and pass it to a responder. They follow redirects themselves, hop by hop, where their client expects that.
public protocol Responder: Sendable {
    /// Responds to one hop of a request.
    ///
    /// Never blocks: work that takes time is returned as ``ResponderResult/deferred(_:)``.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeout: The timeout of a request to the network, in seconds.
    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult

    /// Notes a request that was not sent, because nothing intercepts it and it would reach the network.
    func refuse(_ request: HTTPRequest)
}

extension Responder {
    /// Does nothing.
    public func refuse(_ request: HTTPRequest) {}
}

/// The outcome of a request, or the work that leads to it.
public enum ResponderResult: Sendable {
    /// The outcome is known.
    case immediate(Outcome)
    /// The outcome needs the network. The caller runs the closure exactly once, off its own queue; the
    /// completion is called exactly once, on any thread.
    case deferred(@Sendable (_ completion: @escaping @Sendable (Outcome) -> Void) -> any CancellableTask)
}

/// The network, as a player uses it: one hop, one outcome.
///
/// A transport follows no redirects, stores no cookies and caches nothing. A 302 is an outcome like any
/// other, so that every hop is recorded. `VerbatimURLSession` contains the transport for `URLSession`.
public protocol LiveTransport: Sendable {
    /// Sends a request to the network.
    ///
    /// - Parameters:
    ///   - request: The request. Its URL is that of a fake provider if the player has one for its origin.
    ///   - timeout: The seconds without data after which the outcome is a failure with code -1001.
    ///   - completion: Called exactly once, on any thread; after a cancellation with code -999.
    /// - Returns: A task that cancels the request.
    func send(
        _ request: HTTPRequest, timeout: Double, completion: @escaping @Sendable (Outcome) -> Void
    ) -> any CancellableTask
}

/// Work in progress that can be cancelled.
public protocol CancellableTask: Sendable {
    /// Cancels the work. Has no effect once it has ended.
    func cancel()
}

extension Task: CancellableTask where Success == Void, Failure == Never {}

extension TransportFailure {
    /// `NSURLErrorCancelled`.
    static let cancelled = TransportFailure(code: -999, reason: "cancelled")
}
