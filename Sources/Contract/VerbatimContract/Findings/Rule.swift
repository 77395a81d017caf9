/// A kind of finding: its permanent id, its severity, and why it matters to the app.
public struct Rule: Sendable, Hashable {
    /// The permanent kebab-case id, for example `response-status-undocumented`.
    public let id: String
    /// How bad it is for the consumer unless it is overridden.
    public let severity: Severity
    /// What is wrong, in a few words.
    public let summary: String
    /// Why it has this severity.
    public let reason: String

    /// Creates a rule; modules above have some of their own.
    package init(_ id: String, _ severity: Severity, _ summary: String, _ reason: String) {
        self.id = id
        self.severity = severity
        self.summary = summary
        self.reason = reason
    }
}
