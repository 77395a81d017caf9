import VerbatimContract

/// How many mutants there were, and who noticed them.
public struct MutationScore: Sendable, Hashable {
    /// The mutants that count: without those that are answers the API gives as well, and those that are waived.
    public internal(set) var mutants = 0
    /// How many of them the contract notices.
    public internal(set) var byContract = 0
    /// How many of those only as a warning.
    public internal(set) var asWarning = 0
    /// How many a model of the app refuses.
    public internal(set) var byModel = 0
    /// How many the contract notices and a model refuses.
    public internal(set) var byBoth = 0
    /// How many more there were that the recordings themselves show to be answers of the API.
    public internal(set) var seen = 0
    /// How many more there were that a reviewer waived.
    public internal(set) var waived = 0

    /// How many the contract notices or a model refuses.
    public var byEither: Int { byContract + byModel - byBoth }
    /// How many nobody notices.
    public var survived: Int { mutants - byEither }

    /// A part of the mutants, from 0 to 1; 1 when there are none.
    public func fraction(_ count: Int) -> Double { mutants == 0 ? 1 : Double(count) / Double(mutants) }

    /// The scores of some reports together.
    public static func sum(of reports: [MutationReport]) -> MutationScore {
        reports.reduce(into: MutationScore()) { $0 += $1.score }
    }

    mutating func count(_ verdict: Detection) {
        mutants += 1
        if verdict.contract != nil { byContract += 1 }
        if verdict.contract == .warning { asWarning += 1 }
        if verdict.model { byModel += 1 }
        if verdict.contract != nil, verdict.model { byBoth += 1 }
    }

    static func += (sum: inout MutationScore, other: MutationScore) {
        sum.mutants += other.mutants
        sum.byContract += other.byContract
        sum.asWarning += other.asWarning
        sum.byModel += other.byModel
        sum.byBoth += other.byBoth
        sum.seen += other.seen
        sum.waived += other.waived
    }
}
