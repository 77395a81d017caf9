public import VerbatimContract
import VerbatimJSON

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
    public var operations: [String] { scores.map(\.operation).uniqued }

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

    /// The findings about mutants that a contract should kill, and about unused waivers.
    public var findings: [Finding] {
        groups.map(\.finding).filter { $0.severity != .off } + unusedWaivers.map { $0.unused(of: api) }
    }

    /// Returns the report with other texts of its findings, such as texts without secrets.
    package func mappingTexts(_ map: (String) -> String) -> MutationReport {
        var report = self
        report.groups = groups.map { $0.mappingTexts(map) }
        return report
    }

    private func sum(_ isIncluded: (Entry) -> Bool) -> MutationScore {
        scores.filter(isIncluded).reduce(into: MutationScore()) { $0 += $1.score }
    }
}

/// The numbers of mutants by status.
public struct MutationScore: Sendable, Hashable, Codable {
    /// The number of mutants, without equivalent and waived ones.
    public internal(set) var mutants = 0
    /// The number of mutants that the contract kills.
    public internal(set) var killedByContract = 0
    /// The number of mutants that the contract kills by a warning only.
    public internal(set) var killedByWarning = 0
    /// The number of mutants that a model kills.
    public internal(set) var killedByModel = 0
    /// The number of mutants that both the contract and a model kill.
    public internal(set) var killedByBoth = 0
    /// The number of further mutants that the recordings show to be responses of the API.
    public internal(set) var equivalent = 0
    /// The number of further mutants that a waiver covers.
    public internal(set) var waived = 0

    /// The number of mutants that the contract or a model kills.
    public var killed: Int { killedByContract + killedByModel - killedByBoth }
    /// The number of mutants that neither the contract nor a model kills.
    public var survived: Int { mutants - killed }

    /// A number of mutants as a fraction of all, from 0 to 1; 1 if there are no mutants.
    public func fraction(_ count: Int) -> Double { mutants == 0 ? 1 : Double(count) / Double(mutants) }

    /// The sum of the scores of reports.
    public static func sum(of reports: [MutationReport]) -> MutationScore {
        reports.reduce(into: MutationScore()) { $0 += $1.score }
    }

    mutating func count(_ detection: Detection) {
        mutants += 1
        if detection.contract != nil { killedByContract += 1 }
        if detection.contract == .warning { killedByWarning += 1 }
        if detection.isKilledByModel { killedByModel += 1 }
        if detection.contract != nil, detection.isKilledByModel { killedByBoth += 1 }
    }

    /// Removes the mutants of a group from the count if they are equivalent or waived.
    mutating func exclude(_ group: MutantGroup) {
        switch group.status {
        case .survived, .killedByModel: return
        case .equivalent: equivalent += group.finding.count
        case .waived: waived += group.finding.count
        }
        mutants -= group.finding.count
    }

    static func += (sum: inout MutationScore, other: MutationScore) {
        sum.mutants += other.mutants
        sum.killedByContract += other.killedByContract
        sum.killedByWarning += other.killedByWarning
        sum.killedByModel += other.killedByModel
        sum.killedByBoth += other.killedByBoth
        sum.equivalent += other.equivalent
        sum.waived += other.waived
    }
}
