import VerbatimContract

/// The interactions and findings of each operation as a table.
///
///     operation                  interactions  statuses      breaking  warning  info
///     google-books volumes.list             3  200:2 400:1          0        0     0
///     itunes search                         0  not recorded         -        -     -
struct OperationTable: Sendable {
    private let style: TextStyle
    private let width: Int?

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - colored: Whether the text is colored for a terminal.
    ///   - width: The width of the terminal in columns, or nil if it does not matter.
    init(colored: Bool = false, width: Int? = nil) {
        style = TextStyle(isColored: colored)
        self.width = width
    }

    /// Returns a line for each operation that is or should be recorded, each with a line break.
    func text(of report: CheckReport) -> String {
        let table = TextTable(rows(of: report), numberColumns: [1, 3, 4, 5], width: width)
        return zip(table.blocks, [nil] + tallies(of: report).map(\.worst)).flatMap { lines, severity in
            lines.map { line in (severity.map { style.colored(line, as: $0) } ?? line) + "\n" }
        }.joined()
    }
}

extension OperationTable {
    /// Returns the headings, and the cells of each operation that is or should be recorded.
    func rows(of report: CheckReport) -> [[String]] {
        let headings = ["operation", "interactions", "statuses"] + SeverityCounts.severities.map(\.rawValue)
        return [headings] + tallies(of: report).map(\.cells)
    }

    private func tallies(of report: CheckReport) -> [OperationTally] {
        report.operations.filter { $0.interactions > 0 || $0.isRecorded }
    }
}

extension OperationTally {
    fileprivate var cells: [String] {
        let counts = SeverityCounts(findings).numbers.map { interactions == 0 ? "-" : String($0) }
        return ["\(api) \(id)", String(interactions), statusCell] + counts
    }

    /// The highest severity of the findings if it is at least a warning.
    fileprivate var worst: Severity? { findings.filter { $0.value > 0 && $0.key >= .warning }.keys.max() }

    private var statusCell: String {
        guard interactions > 0 else { return "not recorded" }
        let counts = statuses.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
        return (counts + (failures > 0 ? ["failed:\(failures)"] : [])).joined(separator: " ")
    }
}
