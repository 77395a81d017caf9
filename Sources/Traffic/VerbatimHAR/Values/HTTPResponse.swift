/// A response as the client got it, with transfer and content codings decoded.
public struct HTTPResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The reason phrase, or empty if the transport has none (HTTP/2, Foundation).
    public var reason: String
    /// The header fields, in wire order if the transport keeps it.
    ///
    /// `Content-Encoding` says how the body was transferred; as in every HAR, the body is decoded already.
    public var headers: HeaderFields
    /// The body.
    public var body: HTTPBody
    /// The chunks in which the body arrived, in order, or empty if they were not recorded.
    public var chunks: [Chunk]
    /// Whether the chunks arrive at their times even if those of the recording are not replayed.
    package var isPaced = false

    /// The field of a response that no provider sent as it is: `example`, `generated` or `fault`.
    package static let substituteField = "X-Verbatim-Response"

    /// A piece of a body that arrived at once.
    public struct Chunk: Sendable, Hashable {
        /// The length in bytes.
        public var length: Int
        /// The milliseconds from the response head to this chunk.
        public var time: Double

        /// The time, or the nearest that clocks accept: from 0 to 1e12, more than thirty years.
        package var arrival: Double { time > 0 ? min(time, 1e12) : 0 }

        /// Creates a chunk.
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
