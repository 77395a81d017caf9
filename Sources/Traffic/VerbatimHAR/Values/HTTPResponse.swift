/// A response as the client got it: transfer and content codings already undone.
public struct HTTPResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The reason phrase; empty when the transport did not say (HTTP/2, Foundation).
    public var reason: String
    /// The header fields, in wire order where the transport keeps it.
    public var headers: HeaderFields
    /// The body.
    public var body: HTTPBody
    /// How the body arrived, in order, when that was recorded; empty otherwise.
    public var chunks: [Chunk]

    /// One piece of a body as it arrived.
    public struct Chunk: Sendable, Hashable {
        /// The length of the piece in bytes.
        public var length: Int
        /// Milliseconds from the response head to this piece.
        public var time: Double

        /// Creates a piece.
        public init(length: Int, time: Double) {
            self.length = length
            self.time = time
        }
    }

    /// Creates a response.
    public init(
        _ status: Int, reason: String = "", headers: HeaderFields = [:], body: HTTPBody = .empty,
        chunks: [Chunk] = []
    ) {
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
        self.chunks = chunks
    }
}
