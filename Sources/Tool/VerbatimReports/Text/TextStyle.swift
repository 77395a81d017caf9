import VerbatimContract
import VerbatimJSON

/// The colors of a text report, if it has any.
struct TextStyle: Sendable {
    /// Whether the report is colored for a terminal.
    let isColored: Bool

    /// Returns the text on one line, in the color of a severity: red, yellow or cyan.
    func colored(_ text: String, as severity: Severity) -> String {
        let text = text.onOneLine
        guard isColored, let color = Self.colors[severity] else { return text }
        return color.colored(text)
    }

    private static let colors: [Severity: TerminalColor] = [.breaking: .red, .warning: .yellow, .info: .cyan]
}
