/// What became of some mutants: the counts, and those that the contract did not notice.
struct Tally: Sendable {
    struct Key: Hashable {
        let operation: String
        let mutation: MutationOperator
    }

    /// A mutant that the contract did not notice.
    struct Miss: Sendable {
        let specimen: Int
        /// The location in the body; nil for the response as a whole.
        let location: Int?
        /// Which of the mutants there.
        let number: Int
        let mutation: MutationOperator
        let detail: String
        /// Whether a model refused it.
        let isRefused: Bool
    }

    private(set) var scores: [Key: MutationScore] = [:]
    private(set) var misses: [Miss] = []
    private(set) var disagreements = 0

    mutating func count(
        _ verdict: Detection, _ mutation: MutationOperator, _ detail: String, _ number: Int,
        of piece: Workload.Piece,
        operation: String
    ) {
        scores[Key(operation: operation, mutation: mutation), default: MutationScore()].count(verdict)
        guard verdict.contract == nil else { return }
        misses.append(
            Miss(
                specimen: piece.specimen, location: piece.location, number: number, mutation: mutation,
                detail: detail,
                isRefused: verdict.model))
    }

    mutating func countDisagreement() { disagreements += 1 }

    static func += (sum: inout Tally, other: Tally) {
        sum.scores.merge(other.scores) { one, two in
            var both = one
            both += two
            return both
        }
        sum.misses += other.misses
        sum.disagreements += other.disagreements
    }
}
