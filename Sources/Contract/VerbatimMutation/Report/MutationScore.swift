import VerbatimContract

/// The numbers of mutants by status.
public struct MutationScore: Sendable, Hashable {
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
        case .survived, .killed: return
        case .equivalent: equivalent += group.count
        case .waived: waived += group.count
        }
        mutants -= group.count
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
