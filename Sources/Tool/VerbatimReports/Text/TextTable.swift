import VerbatimJSON

/// A table in plain text: columns two spaces apart, numbers aligned to the right.
///
/// On a terminal too narrow for it, each row is a list: its first cell, then the others with their headings.
package struct TextTable: Sendable {
    private let rows: [[String]]
    private let numberColumns: Set<Int>
    private let width: Int?

    /// - Parameters:
    ///   - rows: The cells of each row, the headings first; a row may omit its last cells. Line breaks and
    ///     other characters that would break a row are escaped.
    ///   - numberColumns: The indices of the columns that hold numbers, from 0.
    ///   - width: The width of the terminal in columns, or nil if it does not matter.
    package init(_ rows: [[String]], numberColumns: Set<Int> = [], width: Int? = nil) {
        self.rows = rows.map { $0.map(\.onOneLine) }
        self.numberColumns = numberColumns
        self.width = width
    }

    /// The lines of each row, without spaces at their ends and line breaks. In a list, headings have no line.
    package var blocks: [[String]] {
        let lines = tableLines
        guard let width, lines.contains(where: { $0.count > width }) else { return lines.map { [$0] } }
        return [[]] + rows.dropFirst().map { list(of: $0, width) }
    }

    package var lines: [String] { blocks.flatMap(\.self) }

    /// The lines, each with a line break.
    package var text: String { lines.map { $0 + "\n" }.joined() }

    private var tableLines: [String] {
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

    private func list(of row: [String], _ width: Int) -> [String] {
        let named = zip(rows[0], row).dropFirst().filter { !$0.1.isEmpty }.map { "  \($0.0): \($0.1)" }
        return (row.prefix(1) + named).flatMap { line in
            line.wrapped(to: width).split(separator: "\n").map(String.init)
        }
    }
}

extension String {
    fileprivate var trimmingSpacesAtEnd: String {
        String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }

    /// The number of columns on a terminal: the characters, without the sequences that set colors.
    package var columns: Int {
        var (count, isEscaped) = (0, false)
        for character in self {
            if isEscaped {
                isEscaped = character != "m"
            } else if character == "\u{1b}" {
                isEscaped = true
            } else {
                count += 1
            }
        }
        return count
    }

    /// Returns lines no wider than a terminal, broken at spaces. A wider word, such as a URL, stays whole.
    ///
    /// - Parameters:
    ///   - width: The width in columns; nil breaks no line.
    ///   - hanging: The indentation of the lines that continue a line, beyond that of the line.
    package func wrapped(to width: Int?, hanging: Int = 2) -> String {
        guard let width else { return self }
        return split(separator: "\n", omittingEmptySubsequences: false)
            .map { Self.wrap(String($0), to: width, hanging) }.joined(separator: "\n")
    }

    private static func wrap(_ line: String, to width: Int, _ hanging: Int) -> String {
        guard line.columns > width else { return line }
        let indentation = line.prefix { $0 == " " }
        let margin = String(repeating: " ", count: Swift.min(indentation.count + hanging, width / 2))
        let words = line.dropFirst(indentation.count).split(separator: " ", omittingEmptySubsequences: false)
        var lines: [String] = []
        var current = String(indentation + (words.first ?? ""))
        var used = current.columns
        for word in words.dropFirst().map(String.init) {
            let columns = word.columns
            if used + 1 + columns > width {
                lines.append(current)
                (current, used) = (margin + word, margin.count + columns)
            } else {
                current += " " + word
                used += 1 + columns
            }
        }
        return (lines + [current]).joined(separator: "\n")
    }
}
