public import VerbatimHAR

/// The network, as a player sees it: one hop, one outcome.
///
/// A transport follows no redirect, keeps no cookie and caches nothing: a 302 is an outcome like any other, so
/// every hop is recorded. `URLSessionReplay` has the one built on `URLSession`.
public protocol LiveTransport: Sendable {
    /// Sends a request to the network.
    ///
    /// - Parameters:
    ///   - request: The request, with its provider's URL already replaced by a fake provider's where one is set.
    ///   - timeout: Seconds of silence after which the outcome is a failure with code -1001.
    ///   - completion: Called exactly once, on any thread, also after a cancellation (code -999).
    /// - Returns: A handle that ends the exchange early.
    func send(
        _ request: HTTPRequest, timeout: Double, completion: @escaping @Sendable (Outcome) -> Void
    ) -> any CancellableTask
}

/// Something under way that can be ended early.
public protocol CancellableTask: Sendable {
    /// Ends it; without effect once it has ended.
    func cancel()
}
