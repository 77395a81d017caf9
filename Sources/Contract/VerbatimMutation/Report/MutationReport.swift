/// The strength of an API's contract: the status of all mutants of its recordings.
public struct MutationReport: Sendable {
    /// The name of the API.
    public let api: String
    /// The scores, by operation in the order of the contract, then by operator.
    public internal(set) var scores: [Entry] = []
    /// The mutants that the contract does not kill, in the order of the recordings.
    public internal(set) var groups: [MutantGroup] = []
    /// The waivers that waive no mutant; empty for a sample.
    public internal(set) var unusedWaivers: [Waiver] = []
    /// The number of interactions that cannot be mutated: without a complete response or a readable body.
    public internal(set) var skipped = 0
    /// The number of values that are not mutated, as their bodies are so large that only some are.
    public internal(set) var omittedValues = 0
    /// The number of mutants for which a reduced body led to another result than the whole, which counts: a
    /// bug.
    public internal(set) var disagreements = 0

    /// The score of one operator for one operation.
    public struct Entry: Sendable, Hashable {
        /// The operation id.
        public let operation: String
        /// The mutation operator.
        public let mutationOperator: MutationOperator
        /// The score.
        public internal(set) var score: MutationScore
    }

    /// The operations that have mutants, in the order of the contract.
    public var operations: [String] {
        var seen: Set<String> = []
        return scores.map(\.operation).filter { seen.insert($0).inserted }
    }

    /// The mutation score: of all operators but `unknown-key`.
    public var score: MutationScore { sum { $0.mutationOperator.isScored } }

    /// The number of evaluated mutants, including equivalent and waived ones.
    public var evaluated: Int {
        scores.reduce(0) { $0 + $1.score.mutants + $1.score.equivalent + $1.score.waived }
    }

    /// The score of one operation.
    public func score(of operation: String) -> MutationScore {
        sum { $0.operation == operation && $0.mutationOperator.isScored }
    }

    /// The score of one operator.
    public func score(of mutationOperator: MutationOperator) -> MutationScore {
        sum { $0.mutationOperator == mutationOperator }
    }

    /// The survivors that a contract should kill.
    public var survivors: [MutantGroup] {
        groups.filter { $0.status == .survived && $0.mutationOperator.isScored }
    }

    private func sum(_ isIncluded: (Entry) -> Bool) -> MutationScore {
        scores.filter(isIncluded).reduce(into: MutationScore()) { $0 += $1.score }
    }
}
