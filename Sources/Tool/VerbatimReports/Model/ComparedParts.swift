import VerbatimContract
import VerbatimJSON

/// The parts of a project whose two sides are compared.
package enum ComparedParts: Sendable, Hashable {
    case contracts
    case recordings
    /// Recordings that were made, with those that they replaced.
    case lastRecordings(RecordedCounts)

    var changes: String {
        switch self {
        case .contracts: "changes of contracts"
        case .recordings: "changes of recordings"
        case .lastRecordings: "changes since the last recording"
        }
    }
}

/// The numbers of recordings that were made.
package struct RecordedCounts: Sendable, Hashable {
    /// The number of recordings that replaced one with which they were compared.
    package var replaced: Int
    /// The number of recordings that are as they were.
    package var unchanged: Int
    /// The number of recordings that are new, or could not be compared with the ones they replaced.
    package var uncompared: Int

    package init(replaced: Int = 0, unchanged: Int = 0, uncompared: Int = 0) {
        self.replaced = replaced
        self.unchanged = unchanged
        self.uncompared = uncompared
    }

    /// Whether a recording is known to have changed, or not to have.
    var areCompared: Bool { replaced + unchanged > 0 }

    var total: Int { replaced + unchanged + uncompared }

    /// The numbers that are not 0: `1 recording compared with the last one, 2 unchanged`.
    var text: String {
        let counts = [
            (replaced, "compared with the last one"), (unchanged, "unchanged"),
            (uncompared, "not compared, as there was none to read"),
        ].filter { $0.0 > 0 }
        guard let first = counts.first else { return "nothing was recorded" }
        return
            (["\(String.count(first.0, "recording")) \(first.1)"]
            + counts.dropFirst().map { "\($0.0) \($0.1)" }).joined(separator: ", ")
    }
}

/// The number of results by severity, without those whose rule is off.
struct SeverityCounts {
    /// The severities in the order of reports.
    static let severities: [Severity] = [.breaking, .warning, .info]

    private let counts: [Severity: Int]

    /// Counts items, including those that an item represents.
    init(items: some Sequence<Finding>) {
        counts = items.reduce(into: [:]) { $0[$1.severity, default: 0] += $1.count }
    }

    init(_ counts: [Severity: Int]) { self.counts = counts }

    /// The numbers, in the order of `severities`.
    var numbers: [Int] { Self.severities.map { counts[$0, default: 0] } }

    /// The members of a JSON object: `breaking`, `warning`, `info`.
    var members: [(String, JSONValue?)] {
        zip(numbers, Self.severities).map { ($1.rawValue, JSONValue(count: $0)) }
    }
}
