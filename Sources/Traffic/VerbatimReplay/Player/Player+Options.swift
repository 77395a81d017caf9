extension Player {
    /// How a player treats requests and recordings.
    public struct Options: Sendable {
        /// What is kept out of lookups, recordings and messages.
        public var redaction: Redaction
        /// Which requests are the same.
        public var matching: MatchingRules
        /// Who is asked instead of the provider while recording.
        public var originMap: OriginMap
        /// What answers a request all of whose recorded answers have been given.
        public var exhausted: Exhaustion
        /// Who answers while recording.
        public var origin: RecordingOrigin
        /// Where the day of a recording is noted, `Recordings/refreshed.json`, or nil to note it nowhere.
        public var refreshLog: RefreshLog?

        /// Creates options.
        public init(
            redaction: Redaction = Redaction(), matching: MatchingRules = MatchingRules(),
            originMap: OriginMap = OriginMap(),
            exhausted: Exhaustion = .fail, origin: RecordingOrigin = .live, refreshLog: RefreshLog? = nil
        ) {
            self.redaction = redaction
            self.matching = matching
            self.originMap = originMap
            self.exhausted = exhausted
            self.origin = origin
            self.refreshLog = refreshLog
        }
    }

    /// What answers a request all of whose recorded answers have been given.
    public enum Exhaustion: Sendable, Hashable {
        /// NoopCancellable: the request fails.
        case fail
        /// The last recorded answer, as often as it is asked for.
        case repeatLast
    }

    /// How a scenario ended.
    public enum Ending: Sendable, Hashable {
        /// Well: what was recorded is published.
        case succeeded
        /// Badly: nothing is published, the old recording stays.
        case failed
    }
}
