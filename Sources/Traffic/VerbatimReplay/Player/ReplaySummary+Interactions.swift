public import VerbatimHAR

extension ReplaySummary {
    /// Some interactions of a recording, each read when it is asked for and not before: there may be very many.
    public struct Interactions: Sendable {
        private let recording: RecordedInteractions
        private let numbers: [Int]

        init(_ numbers: [Int], of recording: RecordedInteractions) {
            self.recording = recording
            self.numbers = numbers
        }

        /// How many there are.
        public var count: Int { numbers.count }

        /// Whether there is none.
        public var isEmpty: Bool { numbers.isEmpty }

        /// Reads the interactions, or the first of them; of a body in a file of its own it reads nothing.
        ///
        /// - Throws: ``RecordingError/archive(_:)`` when one of them cannot be read.
        public func load(first limit: Int = .max) throws(RecordingError) -> [Interaction] {
            var interactions: [Interaction] = []
            for number in numbers.prefix(limit) {
                interactions.append(
                    try RecordingError.wrap { () throws(ArchiveError) in
                        try recording.interaction(at: number)
                    })
            }
            return interactions
        }
    }
}
