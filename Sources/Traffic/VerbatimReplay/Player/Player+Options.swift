package import Foundation
public import VerbatimHAR

extension Player {
    /// The options of a player.
    public struct Options: Sendable {
        /// The secrets to keep out of lookups, recordings and messages.
        public var redaction: Redaction
        /// The rules by which requests match.
        public var matching: MatchingRules
        /// The fake providers that replace providers while recording.
        public var originMap: OriginMap
        /// The behavior for requests whose recorded responses have all been used.
        public var exhausted: Exhaustion
        /// The source of responses while recording.
        public var origin: RecordingOrigin
        /// The log to update when a recording is published, or nil.
        public var refreshLog: RefreshLog?
        /// The test case that records, or nil if it is not a test. Its recording replaces its own
        /// interactions, and those with the same requests that no test case recorded.
        public var testCase: RecordingCase?
        /// The command that makes the recording, for messages; nil is that of the Makefile.
        public var command: String?
        /// The file in which ``Player/keepUnpublished(_:)`` keeps what a test that failed recorded; nil keeps
        /// nothing.
        package var unpublished: URL?
        /// Paces the requests to the network and repeats refused ones; nil sends each at once, and once.
        package var pacer: RequestPacer?
        /// The maximum number of bytes of all bodies that are recorded, which wait in memory for the end.
        package var bodyLimit = Options.defaultBodyLimit

        package static let defaultBodyLimit = 512 << 20

        /// Creates options.
        public init(
            redaction: Redaction = Redaction(), matching: MatchingRules = MatchingRules(),
            originMap: OriginMap = OriginMap(),
            exhausted: Exhaustion = .fail, origin: RecordingOrigin = .live, refreshLog: RefreshLog? = nil,
            testCase: RecordingCase? = nil,
            command: String? = nil
        ) {
            self.redaction = redaction
            self.matching = matching
            self.originMap = originMap
            self.exhausted = exhausted
            self.origin = origin
            self.refreshLog = refreshLog
            self.testCase = testCase
            self.command = command
        }
    }

    /// The behavior for requests whose recorded responses have all been used.
    public enum Exhaustion: Sendable, Hashable {
        /// The request fails.
        case fail
        /// The last recorded response is repeated.
        case repeatLast
    }

    /// The result of a scenario.
    public enum Ending: Sendable, Hashable {
        /// The recording is published.
        case succeeded
        /// Nothing is published, and the old recording stays.
        case failed
    }
}
