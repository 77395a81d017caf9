package import VerbatimJSON

/// One request with its outcome.
public struct Interaction: Sendable {
    /// The request.
    public var request: HTTPRequest
    /// What became of it.
    public var outcome: Outcome
    /// When the request was sent, as RFC 3339 text, as the archive has it.
    public var started: String
    /// Milliseconds from the request to the end of the response, or nil when not recorded.
    public var duration: Double?
    /// Where it stands in a recording, or nil when it was never in one.
    public var location: Location?
    /// The entry this was read from: what it has beyond the members above is written again.
    package var source: JSON?

    /// Where an interaction stands in a recording.
    public struct Location: Sendable, Hashable {
        /// The path of the archive, as it was given when it was opened.
        public var archive: String
        /// The index of the entry, from 0.
        public var entry: Int
        /// The line of the entry in the archive, from 1.
        public var line: Int
        /// The path of the body's sidecar file, or nil when the body is in the archive.
        public var body: String?

        /// Creates a location.
        public init(archive: String, entry: Int, line: Int, body: String? = nil) {
            self.archive = archive
            self.entry = entry
            self.line = line
            self.body = body
        }
    }

    /// When a request was sent of which that is not known.
    public static let unknownStart = "1970-01-01T00:00:00.000Z"

    /// Creates an interaction.
    public init(
        _ request: HTTPRequest, _ outcome: Outcome, started: String = Interaction.unknownStart,
        duration: Double? = nil, location: Location? = nil
    ) {
        self.request = request
        self.outcome = outcome
        self.started = started
        self.duration = duration
        self.location = location
    }
}
