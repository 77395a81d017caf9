/// How much of a contract some recording shows.
///
/// What no recording shows is not wrong, but nothing proves it either.
public struct Coverage: Sendable {
    /// What a contract declares, in the order it is told.
    public enum Kind: String, Sendable, CaseIterable {
        case operations, statuses, parameters, properties, values, formats
    }

    /// How many are declared, and how many of them were shown.
    public struct Count: Sendable, Hashable {
        /// Those that a recording shows.
        public internal(set) var shown = 0
        /// All.
        public internal(set) var declared = 0
    }

    /// The name of the API.
    public let api: String
    /// How many of each kind there are; operations with `x-recorded: false` do not count.
    public internal(set) var counts: [Kind: Count] = [:]
    /// What no recording shows, in document order; what is part of something else that is not shown is left out.
    public internal(set) var gaps: [Finding] = []

    /// The count of a kind.
    public subscript(kind: Kind) -> Count { counts[kind, default: Count()] }

    mutating func count(_ kind: Kind, isShown: Bool) {
        counts[kind, default: Count()].declared += 1
        if isShown { counts[kind, default: Count()].shown += 1 }
    }
}

extension CheckReport {
    /// How much of each contract the recordings show, in the order of the contracts.
    ///
    /// - Parameter listingGaps: Whether what they do not show is listed, which takes longer than to count it.
    public func coverage(listingGaps: Bool = true) -> [Coverage] {
        contracts.contracts.map { contract in
            let tallies = operations.filter { $0.api == contract.api }
            let seen = seen[contract.api] ?? SeenValues(of: contract)
            var survey = CoverageSurvey(
                contract: contract, tallies: tallies, seen: seen,
                listsGaps: listingGaps)
            return survey.run()
        }
    }
}
