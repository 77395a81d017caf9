/// Rows of cells in columns, the first row over the others.
struct Table {
    private let rows: [[String]]

    init(_ rows: [[String]]) {
        self.rows = rows
    }

    /// The rows, one a line, two blanks between the columns.
    var text: String {
        let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
            return cells.trimmingSuffix(" ") + "\n"
        }.joined()
    }
}

extension String {
    fileprivate func trimmingSuffix(_ character: Character) -> String {
        String(self[..<(lastIndex { $0 != character }.map(index(after:)) ?? startIndex)])
    }
}
