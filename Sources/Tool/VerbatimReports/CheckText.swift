public import VerbatimContract
import VerbatimJSON

/// The report of a check as text: the findings, a table of the operations, a summary and the coverage.
///
///     3 interactions, 1 without a contract: 1 breaking, 0 warning, 1 info
///     covered: 9 of 12 operations, 14 of 30 statuses, 21 of 44 parameters, 280 of 410 properties
public struct CheckText: Sendable {
    private let isColored: Bool
    private let minimumSeverity: Severity
    private let listsGaps: Bool
    private let width: Int?

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - colored: Whether the text is colored for a terminal.
    ///   - minimumSeverity: The severity from which findings are printed; all are counted.
    ///   - listsGaps: Whether the parts of the contracts that are not covered are listed, not only counted.
    ///   - width: The width of the terminal in columns, or nil if it does not matter.
    public init(
        colored: Bool = false, minimumSeverity: Severity = .info, listsGaps: Bool = false, width: Int? = nil
    ) {
        isColored = colored
        self.minimumSeverity = minimumSeverity
        self.listsGaps = listsGaps
        self.width = width
    }

    /// Returns the report; each line has a line break.
    public func text(of report: CheckReport) -> String {
        let printed = report.findings.filter { $0.severity >= minimumSeverity }
        let findings = FindingText(colored: isColored).text(of: printed)
        let table = OperationTable(colored: isColored, width: width).text(of: report)
        return findings + (findings.isEmpty ? "" : "\n") + table + summary(of: report) + "\n"
            + text(of: report.coverage(listingGaps: listsGaps))
    }

    private func summary(of report: CheckReport) -> String {
        let unmatched = [
            (report.undocumentedOperations, "without an operation"),
            (report.undocumentedAPIs, "without a contract"),
        ]
        let counts = unmatched.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let subject = [String.count(report.interactions, "interaction")] + counts
        return "\(subject.joined(separator: ", ")): \(SeverityCounts(report.findings).text)"
    }
}

// MARK: - Coverage

extension CheckText {
    /// Returns the total of all contracts in one line, after the gaps of each; empty if the contracts are.
    private func text(of coverage: [Coverage]) -> String {
        let totals = self.counts { kind in
            coverage.reduce(into: (0, 0)) { sum, coverage in
                sum = (sum.0 + coverage[kind].covered, sum.1 + coverage[kind].total)
            }
        }
        guard !totals.isEmpty else { return "" }
        return (listsGaps ? coverage.map(gaps).joined() + "\n" : "") + "covered: \(totals)\n"
    }

    private func gaps(of coverage: Coverage) -> String {
        guard !coverage.gaps.isEmpty else { return "" }
        let counts = self.counts { (coverage[$0].covered, coverage[$0].total) }
        let gaps = coverage.gaps.map { gap in
            let location = gap.contractLocation?.description ?? coverage.api
            return "  " + "\(location): \(gap.subject ?? gap.rule.id)".onOneLine + "\n"
        }
        return "\nthe recordings of \(coverage.api.onOneLine) cover \(counts), but not:\n" + gaps.joined()
    }

    /// Returns the numbers by kind, without kinds that do not occur: `9 of 12 operations, 14 of 30 statuses`.
    private func counts(_ count: (Coverage.Kind) -> (covered: Int, total: Int)) -> String {
        Coverage.Kind.allCases.map { ($0, count($0)) }.filter { $0.1.total > 0 }
            .map { "\($1.covered) of \($1.total) \($0.rawValue)" }.joined(separator: ", ")
    }
}
