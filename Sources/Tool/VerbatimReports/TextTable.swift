/// Rows of cells in columns, two blanks apart, for terminals.
///
/// The first row stands over the others. Texts are aligned to the left, the columns of numbers to the right.
public struct TextTable: Sendable {
    private let rows: [[String]]
    private let numbers: Set<Int>

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - rows: The cells of each row; rows may end early.
    ///   - numbers: The columns, from 0, that hold numbers.
    public init(_ rows: [[String]], numbers: Set<Int> = []) {
        self.rows = rows
        self.numbers = numbers
    }

    /// The rows, without the blanks at their ends and without line breaks.
    public var lines: [String] {
        let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return numbers.contains(column) ? padding + cell.0 : cell.0 + padding
            }
            return cells.joined(separator: "  ").trimmingBlanksAtEnd
        }
    }

    /// The rows, each ended by a line break.
    public var text: String { lines.map { $0 + "\n" }.joined() }
}

extension String {
    fileprivate var trimmingBlanksAtEnd: String {
        String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }
}
