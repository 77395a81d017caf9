/// A kind of finding: its permanent id, its severity, and why it matters to the app.
///
/// Every rule is a constant of this type, declared once beside its id; code compares rules, never their ids.
public struct Rule: Sendable, Identifiable {
    /// The permanent kebab-case id, for example `response-status-undocumented`.
    public let id: String
    /// The severity of its findings unless it is overridden.
    public let severity: Severity
    /// The problem, in a few words.
    public let summary: String
    /// The reason for the severity.
    public let reason: String
    /// What exactly is reported, in sentences.
    private let meaning: String
    private let example: @Sendable () -> RuleExample

    /// Creates a rule. Modules that find more than this one declare rules of their own.
    ///
    /// - Parameters:
    ///   - meaning: What exactly is reported, in sentences.
    ///   - example: Returns something that the rule reports with its severity.
    package init(
        _ id: String, _ severity: Severity, _ summary: String, _ reason: String, _ meaning: String,
        example: @escaping @Sendable () -> RuleExample
    ) {
        self.id = id
        self.severity = severity
        self.summary = summary
        self.reason = reason
        self.meaning = meaning
        self.example = example
    }

    /// The explanation of the rule, with an example.
    public var explanation: RuleExplanation {
        RuleExplanation(
            id: id, severity: severity, summary: summary, meaning: meaning, reason: reason,
            example: example(), isOverridable: !Self.ofOverrides.contains(self))
    }
}

extension Rule: Hashable {
    /// Whether two rules have the same id, which no two rules share.
    public static func == (lhs: Rule, rhs: Rule) -> Bool { lhs.id == rhs.id }

    /// Hashes the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Rule: CustomStringConvertible {
    /// The id.
    public var description: String { id }
}

/// The effect of a finding on the consumer of an API.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// No finding: the rule is switched off.
    case off
    /// No effect, but useful to know.
    case info
    /// A possible failure.
    case warning
    /// A failure of the app, or of a guarantee that it relies on.
    case breaking

    /// Orders severities from `off` to `breaking`.
    public static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int {
        switch self {
        case .off: 0
        case .info: 1
        case .warning: 2
        case .breaking: 3
        }
    }
}
