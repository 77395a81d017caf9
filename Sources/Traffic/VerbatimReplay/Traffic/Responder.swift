public import VerbatimHAR

/// What stands behind a door: it answers one hop of a request.
///
/// ``Player`` is the one that records and replays. A door (`URLProtocol`, loopback server) turns its own kind of
/// request into an ``HTTPArchive/HTTPRequest``, asks, and follows redirects itself, hop by hop, where its client
/// expects that.
public protocol Responder: Sendable {
    /// Answers one hop.
    ///
    /// Never blocks: whatever takes time is returned as ``Answer/later(_:)``.
    func answer(_ request: HTTPRequest, timeout: Double) -> Answer
}

/// An outcome now, or the work that leads to one.
public enum Answer: Sendable {
    /// The outcome is known.
    case now(Outcome)
    /// The outcome takes the network: the door calls the closure, off its own queue, exactly once, and gets the
    /// outcome on any thread, exactly once.
    case later(@Sendable (@escaping @Sendable (Outcome) -> Void) -> any Cancellable)
}
