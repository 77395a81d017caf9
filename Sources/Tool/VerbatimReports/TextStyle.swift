import VerbatimContract

/// Colours for terminals, or none.
struct TextStyle: Sendable {
    let isColored: Bool

    /// Colours a text by how bad it is.
    func colored(_ text: String, as severity: Severity) -> String {
        guard isColored, let code = Self.codes[severity] else { return text }
        return "\u{1b}[\(code)m\(text)\u{1b}[0m"
    }

    private static let codes: [Severity: Int] = [.breaking: 31, .warning: 33, .info: 36]
}
