public import VerbatimContract

/// The rule of a finding or a change, as reports describe it.
public struct ReportRule: Sendable, Hashable {
    /// The permanent kebab-case id: `response-property-type`.
    public let id: String
    /// The usual severity.
    public let severity: Severity
    /// The problem or the change, in a few words.
    public let summary: String
    /// The reason for the severity.
    public let reason: String

    init(_ rule: Rule) {
        self.init(id: rule.id, severity: rule.severity, summary: rule.summary, reason: rule.reason)
    }

    init(_ rule: some ReportableRule) {
        self.init(id: rule.id, severity: rule.severity, summary: rule.summary, reason: rule.reason)
    }

    private init(id: String, severity: Severity, summary: String, reason: String) {
        self.id = id
        self.severity = severity
        self.summary = summary
        self.reason = reason
    }

    /// The rule of the reasons why a command could not run.
    public static let couldNotRun = ReportRule(
        id: "could-not-run", severity: .breaking, summary: "the command could not run",
        reason: "nothing was compared, so nothing is known to hold")

    /// The explanation of the rule, in plain text that is Markdown as well.
    ///
    /// It is made here only, for every format that has a place for it.
    var help: String { "\(summary): \(reason)." }
}
