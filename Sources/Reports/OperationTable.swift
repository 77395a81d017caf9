public import APIContract

/// What was seen of each operation, as a table for terminals.
///
///     operation                      seen  status        breaking  warning  info
///     google-books volumes.list         3  200:2 400:1          0        0     0
///     itunes search                     0  not recorded         -        -     -
public struct OperationTable: Sendable {
    private let style: TextStyle

    /// Creates a table; colours only when they are asked for.
    public init(colored: Bool = false) {
        style = TextStyle(isColored: colored)
    }

    /// The table, a line for each operation that was seen or should have been, each ended by a line break.
    public func text(of report: CheckReport) -> String {
        let tallies = report.operations.filter { $0.interactions > 0 || $0.isRecorded }
        let rows = [Row.head] + tallies.map(Row.init)
        let widths = Row.head.cells.indices.map { column in rows.map { $0.cells[column].count }.max() ?? 0 }
        return rows.map { line(of: $0, widths) + "\n" }.joined()
    }

    private func line(of row: Row, _ widths: [Int]) -> String {
        let cells = zip(row.cells, widths).enumerated().map { column, cell in
            let padding = String(repeating: " ", count: cell.1 - cell.0.count)
            return Row.isText(column) ? cell.0 + padding : padding + cell.0
        }
        return row.severity.map { style.colored(cells.joined(separator: "  "), as: $0) }
            ?? cells.joined(separator: "  ")
    }
}

private struct Row {
    let cells: [String]
    /// The worst of its findings, if there is one worth a colour.
    let severity: Severity?

    static let head = Row(
        cells: ["operation", "seen", "status", "breaking", "warning", "info"], severity: nil)

    /// Text is aligned to the left, numbers to the right.
    static func isText(_ column: Int) -> Bool { column == 0 || column == 2 }

    init(cells: [String], severity: Severity?) {
        self.cells = cells
        self.severity = severity
    }

    init(_ tally: OperationTally) {
        let counts = [Severity.breaking, .warning, .info].map { severity in
            tally.interactions == 0 ? "-" : String(tally.findings[severity, default: 0])
        }
        cells = ["\(tally.api) \(tally.id)", String(tally.interactions), Self.statuses(of: tally)] + counts
        severity = tally.findings.filter { $0.value > 0 && $0.key >= .warning }.keys.max()
    }

    private static func statuses(of tally: OperationTally) -> String {
        guard tally.interactions > 0 else { return "not recorded" }
        let statuses = tally.statuses.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
        return (statuses + (tally.failures > 0 ? ["none:\(tally.failures)"] : [])).joined(separator: " ")
    }
}
