public import VerbatimHAR

/// A summary of everything that a player did.
public struct ReplaySummary: Sendable {
    /// The effect on the files of the recording.
    public enum Publication: Sendable, Hashable {
        /// There was nothing to publish.
        case none
        /// The new recording is equivalent to the old one, which keeps its bytes.
        case unchanged
        /// The recording was created or replaced.
        case published
    }

    /// The name of the recording, `<api>/<scenario>`.
    public var name: String
    /// The mode of the player.
    public var mode: RecordingMode
    /// The recorded interactions that were replayed, each once, in that order.
    public var used: Interactions
    /// The recorded interactions that were not replayed, in recorded order.
    public var unused: Interactions
    /// The interactions with the network, redacted, in the order in which the requests were sent.
    public var recorded: [Interaction]
    /// The requests that got no response: the first 999 and the last one, of very many.
    public var misses: [Miss]
    /// The effect on the files of the recording.
    public var publication: Publication
    /// The values that were redacted in the interactions with the network.
    public var redactions: RedactionSummary

    /// A selection of the interactions of a recording, which are not read before they are needed. Their
    /// requests are redacted, as those of foreign recordings may not be.
    public struct Interactions: Sendable {
        private let recording: Recording
        private let entries: [Int]
        private let redactor: Redactor

        init(at entries: [Int], in recording: Recording, _ redactor: Redactor) {
            self.recording = recording
            self.entries = entries
            self.redactor = redactor
        }

        /// The number of interactions.
        public var count: Int { entries.count }

        /// Whether there are no interactions.
        public var isEmpty: Bool { entries.isEmpty }

        /// Reads the interactions, or the first ones. Bodies in sidecar files are not read.
        ///
        /// - Throws: ``RecordingError/archive(_:)`` if an interaction cannot be read.
        public func load(first limit: Int = .max) throws(RecordingError) -> [Interaction] {
            var interactions: [Interaction] = []
            for entry in entries.prefix(limit) {
                var interaction = try RecordingError.wrap { () throws(ArchiveError) in
                    try recording.interaction(at: entry)
                }
                interaction.request = redactor.redact(interaction.request)
                interactions.append(interaction)
            }
            return interactions
        }
    }
}
