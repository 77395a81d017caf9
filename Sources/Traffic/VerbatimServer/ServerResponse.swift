import Synchronization
public import VerbatimHAR

/// A response of an ``HTTPServer``, which may be delayed, truncated or reset.
///
/// The header fields decide the framing of the body: `Transfer-Encoding: chunked` sends chunks; otherwise
/// `Content-Length` is added or corrected. `Date` is added if it is missing.
/// ``VerbatimHAR/HTTPResponse/chunks`` divides the body into pieces and sets the time at which each is sent.
public struct ServerResponse: Sendable {
    /// The status, header fields and body.
    public var response: HTTPResponse
    /// The time that passes before the head is sent.
    public var delay: Duration
    /// The end of the response.
    public var ending: Ending
    /// The permission to send the response again; nil if the handler is to be asked each time.
    package var repetition: Repetition?

    /// The ways in which a response can end.
    public enum Ending: Sendable, Hashable {
        /// After its last byte.
        case complete
        /// With an orderly close after a number of bytes of the body; nil closes before the head.
        case closed(afterBody: Int?)
        /// With a reset after a number of bytes of the body; nil resets before the head.
        case reset(afterBody: Int?)
        /// Never: nothing is sent, and the connection stays open until the client or the server closes it.
        case silence
    }

    /// Creates a response.
    public init(_ response: HTTPResponse, delay: Duration = .zero, ending: Ending = .complete) {
        self.response = response
        self.delay = delay
        self.ending = ending
    }
}

/// The permission of a handler to send a response again, without asking it, to requests that arrive in the
/// same bytes; and the number of its responses.
package final class Repetition: Sendable {
    private let number = Atomic(0)
    private let hasEnded = Atomic(false)

    var responses: Int { number.load(ordering: .relaxed) }

    /// Counts a response, and returns whether it may be sent.
    @discardableResult
    func count() -> Bool {
        guard !hasEnded.load(ordering: .acquiring) else { return false }
        number.add(1, ordering: .relaxed)
        return true
    }

    /// Ends the permission: the handler is asked again.
    func end() { hasEnded.store(true, ordering: .releasing) }
}

extension ServerResponse {
    static func text(_ status: Int, _ line: String) -> ServerResponse {
        ServerResponse(
            HTTPResponse(
                status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: .text(line + "\n")))
    }
}
