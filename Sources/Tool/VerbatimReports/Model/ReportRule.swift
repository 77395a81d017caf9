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
    /// Returns the explanation, which few formats need; nil for a rule without one.
    private let explain: @Sendable () -> RuleExplanation?

    init(_ rule: Rule) {
        self.init(id: rule.id, severity: rule.severity, summary: rule.summary, reason: rule.reason) {
            rule.explanation
        }
    }

    init(_ rule: some ReportableRule) {
        self.init(id: rule.id, severity: rule.severity, summary: rule.summary, reason: rule.reason) {
            rule.explanation
        }
    }

    private init(
        id: String, severity: Severity, summary: String, reason: String,
        explain: @escaping @Sendable () -> RuleExplanation? = { nil }
    ) {
        self.id = id
        self.severity = severity
        self.summary = summary
        self.reason = reason
        self.explain = explain
    }

    /// Whether two rules have the same id and severity.
    public static func == (lhs: ReportRule, rhs: ReportRule) -> Bool {
        lhs.id == rhs.id && lhs.severity == rhs.severity
    }

    /// Hashes the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// The rule of the reasons why a command could not run.
    public static let couldNotRun = ReportRule(
        id: "could-not-run", severity: .breaking, summary: "the command could not run",
        reason: "nothing was compared, so nothing is known to hold")

    /// The explanation of the rule in plain text, and in Markdown.
    var help: (text: String, markdown: String) {
        if let explanation = explain() { return (explanation.text, explanation.markdown) }
        let sentence = "\(summary): \(reason)."
        return (sentence, sentence)
    }
}
