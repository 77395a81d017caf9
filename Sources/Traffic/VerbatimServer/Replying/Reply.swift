public import VerbatimHAR

/// An answer of the server: a response, and how it is sent.
///
/// Slow, truncated and reset answers are data like any other.
///
/// The response's own fields decide its framing: `Transfer-Encoding: chunked` sends it in chunks, otherwise
/// `Content-Length` is made right or added. `Date` is added unless given. ``HTTPArchive/HTTPResponse/chunks``
/// cut the body into pieces and say when each is sent.
public struct Reply: Sendable {
    /// What is sent.
    public var response: HTTPResponse
    /// How long the client waits for the head.
    public var delay: Duration
    /// How it ends.
    public var ending: Ending

    /// How an answer ends.
    public enum Ending: Sendable, Hashable {
        /// With its last byte.
        case complete
        /// With an orderly close after so many bytes of the body; nil: before the head.
        case closed(afterBody: Int?)
        /// With a reset after so many bytes of the body; nil: before the head.
        case reset(afterBody: Int?)
        /// Never: nothing is sent and the connection stays open until the client or the server gives up.
        case silence
    }

    /// Creates an answer.
    public init(_ response: HTTPResponse, delay: Duration = .zero, ending: Ending = .complete) {
        self.response = response
        self.delay = delay
        self.ending = ending
    }
}
