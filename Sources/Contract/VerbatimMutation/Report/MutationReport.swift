package import VerbatimContract
import VerbatimJSON

/// The strength of an API's contract: the status of all mutants of its recordings.
package struct MutationReport: Sendable {
    package let api: String
    /// The scores, by operation in the order of the contract, then by operator.
    package internal(set) var scores: [Entry] = []
    /// The mutants that the contract does not kill, in the order of the recordings.
    package internal(set) var groups: [MutantGroup] = []
    /// The waivers that waive no mutant; empty for a sample.
    package internal(set) var unusedWaivers: [Waiver] = []
    /// The number of interactions that cannot be mutated: without a complete response or a readable body.
    package internal(set) var skipped = 0
    /// The number of values of large bodies, and of those with many findings, that are not mutated.
    package internal(set) var omittedValues = 0
    /// The number of mutants for which a reduced body led to another result than the whole body: a bug.
    package internal(set) var disagreements = 0

    /// The score of one operator for one operation.
    package struct Entry: Sendable, Hashable {
        package let operation: String
        package let mutationOperator: MutationOperator
        package internal(set) var score: MutationScore
    }

    package var operations: [String] { scores.map(\.operation).uniqued }

    /// The mutation score: of all operators but `unknown-key`.
    package var score: MutationScore { sum { $0.mutationOperator.isScored } }

    /// The number of evaluated mutants, including equivalent and waived ones.
    package var evaluated: Int {
        scores.reduce(0) { $0 + $1.score.mutants + $1.score.equivalent + $1.score.waived }
    }

    package func score(of operation: String) -> MutationScore {
        sum { $0.operation == operation && $0.mutationOperator.isScored }
    }

    package func score(of mutationOperator: MutationOperator) -> MutationScore {
        sum { $0.mutationOperator == mutationOperator }
    }

    /// The findings about mutants that a contract should kill, and about unused waivers.
    package var findings: [Finding] {
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
package struct MutationScore: Sendable, Hashable, Codable {
    /// The number of mutants, without equivalent and waived ones.
    package internal(set) var mutants = 0
    package internal(set) var killedByContract = 0
    /// The number of mutants that the contract kills by a warning only.
    package internal(set) var killedByWarning = 0
    package internal(set) var killedByModel = 0
    /// The number of mutants that both the contract and a model kill.
    package internal(set) var killedByBoth = 0
    /// The number of further mutants that the recordings show to be responses of the API.
    package internal(set) var equivalent = 0
    /// The number of further mutants that a waiver covers.
    package internal(set) var waived = 0

    /// The number of mutants that the contract or a model kills.
    package var killed: Int { killedByContract + killedByModel - killedByBoth }
    /// The number of mutants that neither the contract nor a model kills.
    package var survived: Int { mutants - killed }

    /// A number of mutants as a fraction of all, from 0 to 1; 1 if there are no mutants.
    package func fraction(_ count: Int) -> Double { mutants == 0 ? 1 : Double(count) / Double(mutants) }

    package static func sum(of reports: [MutationReport]) -> MutationScore {
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
