import VerbatimJSON

/// A table in plain text: columns two spaces apart, numbers aligned to the right.
public struct TextTable: Sendable {
    private let rows: [[String]]
    private let numberColumns: Set<Int>

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - rows: The cells of each row, the headings first; a row may omit its last cells. Line breaks and
    ///     other characters that would break a row are escaped.
    ///   - numberColumns: The indices of the columns that hold numbers, from 0.
    public init(_ rows: [[String]], numberColumns: Set<Int> = []) {
        self.rows = rows.map { $0.map(\.onOneLine) }
        self.numberColumns = numberColumns
    }

    /// The rows, without spaces at their ends and without line breaks.
    public var lines: [String] {
        let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return numberColumns.contains(column) ? padding + cell.0 : cell.0 + padding
            }
            return cells.joined(separator: "  ").trimmingSpacesAtEnd
        }
    }

    /// The rows, each with a line break.
    public var text: String { lines.map { $0 + "\n" }.joined() }
}

extension String {
    fileprivate var trimmingSpacesAtEnd: String {
        String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }
}
