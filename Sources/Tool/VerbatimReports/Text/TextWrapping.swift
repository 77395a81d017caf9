extension String {
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

    /// Returns lines that are no wider than a terminal, broken at spaces. A word that is wider, such as a
    /// URL, stays whole.
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
