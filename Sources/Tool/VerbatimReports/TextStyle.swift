import VerbatimContract

/// The colors of a text report, if it has any.
struct TextStyle: Sendable {
    /// Whether the report is colored for a terminal.
    let isColored: Bool

    /// Returns the text in the color of a severity: red, yellow or cyan.
    func colored(_ text: String, as severity: Severity) -> String {
        guard isColored, let code = Self.codes[severity] else { return text }
        return "\u{1b}[\(code)m\(text)\u{1b}[0m"
    }

    private static let codes: [Severity: Int] = [.breaking: 31, .warning: 33, .info: 36]
}
