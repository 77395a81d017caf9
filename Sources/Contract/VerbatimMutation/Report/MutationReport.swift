/// How strong the contract of an API is: what became of every mutant of its recordings.
public struct MutationReport: Sendable {
    /// The name of the API.
    public let api: String
    /// The scores, by operation in the order of the contract, then by operator.
    public internal(set) var scores: [Entry] = []
    /// The mutants that the contract does not notice, in the order of the recordings.
    public internal(set) var groups: [MutantGroup] = []
    /// Waivers that no mutant needed; none are listed for a sample.
    public internal(set) var unusedWaivers: [Waiver] = []
    /// How many interactions could not be changed: no whole response, no readable body, or no operation.
    public internal(set) var skipped = 0
    /// How many verdicts on a part of a body differed from those on the whole, which count: a fault of this tool.
    public internal(set) var disagreements = 0

    /// The score of one operator at one operation.
    public struct Entry: Sendable, Hashable {
        /// The operation id.
        public let operation: String
        /// What was done to its responses.
        public let mutation: MutationOperator
        /// Who noticed.
        public internal(set) var score: MutationScore
    }

    /// The operations that have mutants, in the order of the contract.
    public var operations: [String] {
        var seen: Set<String> = []
        return scores.map(\.operation).filter { seen.insert($0).inserted }
    }

    /// The score of everything a contract should notice: of all operators but `unknown-key`.
    public var score: MutationScore { sum { $0.mutation.isScored } }

    /// How many mutants were judged, those that do not count included.
    public var judged: Int { scores.reduce(0) { $0 + $1.score.mutants + $1.score.seen + $1.score.waived } }

    /// The score of one operation.
    public func score(of operation: String) -> MutationScore {
        sum { $0.operation == operation && $0.mutation.isScored }
    }

    /// The score of one operator.
    public func score(of mutation: MutationOperator) -> MutationScore { sum { $0.mutation == mutation } }

    /// The mutants that nobody notices and a contract should.
    public var survivors: [MutantGroup] { groups.filter { $0.fate == .survived && $0.mutation.isScored } }

    private func sum(_ isMeant: (Entry) -> Bool) -> MutationScore {
        scores.filter(isMeant).reduce(into: MutationScore()) { $0 += $1.score }
    }
}
