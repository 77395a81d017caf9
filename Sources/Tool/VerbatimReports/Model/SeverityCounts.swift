import VerbatimContract
import VerbatimJSON

/// The number of results by severity, without those whose rule is off.
struct SeverityCounts {
    /// The severities in the order of reports.
    static let severities: [Severity] = [.breaking, .warning, .info]

    private let counts: [Severity: Int]

    /// Counts items, including those that an item represents.
    init(items: some Sequence<Finding>) {
        counts = items.reduce(into: [:]) { $0[$1.severity, default: 0] += $1.count }
    }

    /// Creates counts, such as those of an operation.
    init(_ counts: [Severity: Int]) {
        self.counts = counts
    }

    /// The numbers, in the order of `severities`.
    var numbers: [Int] { Self.severities.map { counts[$0, default: 0] } }

    /// Returns the number of a severity.
    subscript(severity: Severity) -> Int { counts[severity, default: 0] }

    /// The sum.
    var total: Int { numbers.reduce(0, +) }

    /// The text form: `1 breaking, 2 warning, 0 info`.
    var text: String {
        zip(numbers, Self.severities).map { "\($0) \($1)" }.joined(separator: ", ")
    }

    /// The members of a JSON object: `breaking`, `warning`, `info`.
    var members: [(String, JSONValue?)] {
        zip(numbers, Self.severities).map { ($1.rawValue, JSONValue(count: $0)) }
    }
}
