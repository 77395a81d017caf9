public import VerbatimContract

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
        let head = ["operation", "seen", "status", "breaking", "warning", "info"]
        let table = TextTable([head] + tallies.map(\.cells), numbers: [1, 3, 4, 5])
        return zip(table.lines, [nil] + tallies.map(\.worst)).map { line, severity in
            (severity.map { style.colored(line, as: $0) } ?? line) + "\n"
        }.joined()
    }
}

extension OperationTally {
    fileprivate var cells: [String] {
        let counts = [Severity.breaking, .warning, .info].map { severity in
            interactions == 0 ? "-" : String(findings[severity, default: 0])
        }
        return ["\(api) \(id)", String(interactions), statusesInWords] + counts
    }

    /// The worst of its findings, if there is one worth a colour.
    fileprivate var worst: Severity? { findings.filter { $0.value > 0 && $0.key >= .warning }.keys.max() }

    private var statusesInWords: String {
        guard interactions > 0 else { return "not recorded" }
        let counts = statuses.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
        return (counts + (failures > 0 ? ["none:\(failures)"] : [])).joined(separator: " ")
    }
}
