/// The scores of evaluated mutants, and the mutants that the contract does not kill.
struct MutantTally: Sendable {
    struct Key: Hashable {
        let operation: String
        let mutationOperator: MutationOperator
    }

    /// A mutant that the contract does not kill.
    struct Survivor: Sendable {
        /// The index of the original.
        let original: Int
        /// The mutated node of the body; nil for a mutation of the response as a whole.
        let node: Int?
        /// The index among the mutations of the node or the response.
        let number: Int
        let mutationOperator: MutationOperator
        let detail: String
        let isKilledByModel: Bool
    }

    private(set) var scores: [Key: MutationScore] = [:]
    private(set) var survivors: [Survivor] = []
    private(set) var disagreements = 0

    mutating func count(
        _ detection: Detection, _ mutationOperator: MutationOperator, _ detail: String, _ number: Int,
        of item: Workload.Item, operation: String
    ) {
        let key = Key(operation: operation, mutationOperator: mutationOperator)
        scores[key, default: MutationScore()].count(detection)
        guard detection.contract == nil else { return }
        survivors.append(
            Survivor(
                original: item.original, node: item.node, number: number, mutationOperator: mutationOperator,
                detail: detail, isKilledByModel: detection.isKilledByModel))
    }

    mutating func countDisagreement() { disagreements += 1 }

    static func += (sum: inout MutantTally, other: MutantTally) {
        sum.scores.merge(other.scores) { left, right in
            var both = left
            both += right
            return both
        }
        sum.survivors += other.survivors
        sum.disagreements += other.disagreements
    }
}
