/// A kind of finding: its permanent id, its severity, and why it matters to the app.
///
/// Every rule is a constant of this type, declared once beside its id; code compares rules, never their ids.
public struct Rule: Sendable, Identifiable {
    /// The permanent kebab-case id, for example `response-status-undocumented`.
    public let id: String
    /// The severity of its findings unless it is overridden.
    public let severity: Severity
    /// What is wrong, in a few words.
    public let summary: String
    /// Why it has this severity.
    public let reason: String

    /// Creates a rule. Modules that find more than this one declare rules of their own.
    package init(_ id: String, _ severity: Severity, _ summary: String, _ reason: String) {
        self.id = id
        self.severity = severity
        self.summary = summary
        self.reason = reason
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
