import VerbatimHAR

extension Player {
    /// What changes while a player plays.
    struct State: Sendable {
        /// How many answers of each queue have been given.
        var given: [Int]
        /// The entries answered from, in the order they were.
        var used: [Int] = []
        var misses: [Miss] = []
        /// What the network answered, in the order it did.
        var recorded: [Recorded] = []
        var turns = 0
        /// Why something could not be kept, the first reason.
        var failure: RecordingError?
        var isFinished = false

        /// An interaction with the network, the turn of its request, and how many secrets were known then.
        typealias Recorded = (turn: Int, interaction: Interaction, known: Int)

        init(queues: Int) {
            given = Array(repeating: 0, count: queues)
        }

        /// What the network answered, in the order the requests were started.
        var inOrder: [Recorded] { recorded.sorted { $0.turn < $1.turn } }
    }
}
