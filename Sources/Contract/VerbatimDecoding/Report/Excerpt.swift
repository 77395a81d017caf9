/// A value's text, cut to a length that fits in a line.
enum Excerpt {
    private static let maximumBytes = 100

    static func of(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.joined(
            separator: " ")
        guard line.utf8.count > maximumBytes else { return line }
        var kept = line.prefix(maximumBytes)
        while kept.utf8.count > maximumBytes { kept.removeLast() }
        return kept + "..."
    }
}
