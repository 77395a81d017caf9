public import VerbatimContract

/// A whole check as people read it: the findings, the table by operation, and a line that sums up.
public struct CheckText: Sendable {
    private let colored: Bool
    private let least: Severity
    private let listsGaps: Bool

    /// Creates the words of a check.
    ///
    /// - Parameters:
    ///   - colored: Whether terminals get colours.
    ///   - least: The least severity that is told; what is less is only counted.
    ///   - listsGaps: Whether everything is listed that no recording shows, or only counted.
    public init(colored: Bool = false, least: Severity = .info, listsGaps: Bool = false) {
        self.colored = colored
        self.least = least
        self.listsGaps = listsGaps
    }

    /// The findings, an empty line, the table, and the sums, each line ended by a line break.
    public func text(of report: CheckReport) -> String {
        let told = report.findings.filter { $0.severity >= least }
        let findings = FindingText(colored: colored).text(of: told)
        let table = OperationTable(colored: colored).text(of: report)
        let coverage = CoverageText(listsGaps: listsGaps).text(of: report.coverage(listingGaps: listsGaps))
        return findings + (findings.isEmpty ? "" : "\n") + table + sums(of: report) + "\n" + coverage
    }

    /// `12 interactions: 1 breaking, 0 warning, 3 info`, with what belongs to no operation or contract.
    private func sums(of report: CheckReport) -> String {
        let severities = [Severity.breaking, .warning, .info].map { "\(report.count($0)) \($0)" }
        let strays = [
            (report.undocumentedOperations, "of no operation"), (report.undocumentedAPIs, "of no contract"),
        ]
        let parts = severities + strays.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let noun = report.interactions == 1 ? "interaction" : "interactions"
        return "\(report.interactions) \(noun): " + parts.joined(separator: ", ")
    }
}
