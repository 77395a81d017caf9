/// The parts of a contract that recordings contain.
///
/// A part that no recording contains may be correct, but nothing proves it.
public struct Coverage: Sendable {
    /// A kind of part, in the order of reports.
    public enum Kind: String, Sendable, CaseIterable {
        case operations, statuses, parameters, properties, values, formats
    }

    /// The number of parts of a kind.
    public struct Count: Sendable, Hashable {
        /// The number of parts that a recording contains.
        public internal(set) var covered = 0
        /// The number of all parts.
        public internal(set) var total = 0
    }

    /// The name of the API.
    public let api: String
    /// The numbers by kind, without operations with `x-recorded: false`.
    public internal(set) var counts: [Kind: Count] = [:]
    /// The parts that no recording contains, in document order, without parts of such parts.
    public internal(set) var gaps: [Finding] = []

    /// The number of parts of a kind.
    public subscript(kind: Kind) -> Count { counts[kind, default: Count()] }

    mutating func count(_ kind: Kind, isCovered: Bool) {
        counts[kind, default: Count()].total += 1
        if isCovered { counts[kind, default: Count()].covered += 1 }
    }
}

extension CheckReport {
    /// Returns the coverage of each contract, in the order of the contracts.
    ///
    /// - Parameter listingGaps: Whether to list the parts that are not covered, which takes longer than to
    ///   count them.
    public func coverage(listingGaps: Bool = true) -> [Coverage] {
        contracts.contracts.map { contract in
            let tallies = operations.filter { $0.api == contract.api }
            let schemas = coverage[contract.api] ?? SchemaCoverage(of: contract)
            var survey = CoverageSurvey(
                contract: contract, tallies: tallies, schemas: schemas, listsGaps: listingGaps)
            return survey.run()
        }
    }
}
