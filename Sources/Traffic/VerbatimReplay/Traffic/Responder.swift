public import VerbatimHAR

/// What stands behind a door: it answers one hop of a request.
///
/// ``Player`` is the one that records and replays. A door (`URLProtocol`, loopback server) turns its own kind of
/// request into an ``HTTPArchive/HTTPRequest``, asks, and follows redirects itself, hop by hop, where its client
/// expects that.
public protocol Responder: Sendable {
    /// Answers one hop.
    ///
    /// Never blocks: whatever takes time is returned as ``ResponderResult/deferred(_:)``.
    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult
}

/// An outcome now, or the work that leads to one.
public enum ResponderResult: Sendable {
    /// The outcome is known.
    case immediate(Outcome)
    /// The outcome takes the network: the door calls the closure, off its own queue, exactly once, and gets the
    /// outcome on any thread, exactly once.
    case deferred(@Sendable (@escaping @Sendable (Outcome) -> Void) -> any CancellableTask)
}
