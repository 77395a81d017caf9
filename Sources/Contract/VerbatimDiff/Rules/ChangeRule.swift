public import VerbatimContract

/// A kind of change to a part of a contract, with its consequences for the app.
public struct ChangeRule: Hashable, Sendable {
    /// The kind of the change.
    package let kind: ChangeKind
    /// The part of the contract that it happened to.
    package let subject: ChangeSubject
    private let effect: ChangeEffect

    init(_ kind: ChangeKind, _ subject: ChangeSubject) {
        let details = kind.details
        assert(details.subjects.contains(subject), "\(kind) is no change of \(subject)")
        self.kind = kind
        self.subject = subject
        effect = details.effect(on: subject)
    }

    /// The permanent kebab-case id: `response-property-became-nullable`.
    public var id: String { "\(subject.rawValue)-\(kind.name)" }
    /// The severity while no model is known to read the value.
    public var severity: Severity { effect.severity.untested }
    /// The severity if the models of the app read a value that shows the change; at most ``severity``.
    package var tolerated: Severity { effect.severity.tolerated }
    /// The usual effect on the set of allowed values; a change may know better.
    public var direction: Direction { effect.direction }
    /// A predicate for the subject of a change: `may be null`.
    public var summary: String { effect.summary }
    /// The reason for the severity.
    public var reason: String { effect.reason }

    /// The rule of its findings.
    package var rule: Rule {
        Rule(id, severity, tolerated: tolerated, direction, summary, reason) { explanation }
    }

    /// The rule for the change back, or nil.
    package var mirror: ChangeRule? {
        let details = kind.details
        guard let mirror = details.mirror, !details.unmirrored.contains(subject),
            mirror.details.subjects.contains(subject)
        else { return nil }
        return ChangeRule(mirror, subject)
    }
}

extension ChangeRule {
    /// Every rule for the comparison of contracts, grouped by kind.
    package static let all: [ChangeRule] = ChangeKind.allCases.flatMap { kind in
        kind.details.subjects.map { ChangeRule(kind, $0) }
    }

    private static let ids = Set(all.map(\.id))

    /// Returns whether a rule has an id.
    package static func exists(_ id: String) -> Bool { ids.contains(id) }
}

/// The consequences of a change for the app.
struct ChangeEffect: Hashable, Sendable {
    let severity: RuleSeverity
    let direction: Direction
    let summary: String
    let reason: String

    init(_ severity: RuleSeverity, _ direction: Direction, _ summary: String, _ reason: String) {
        self.severity = severity
        self.direction = direction
        self.summary = summary
        self.reason = reason
    }
}

/// A severity, and the milder one that applies once the models of the app are known to tolerate the change.
struct RuleSeverity: Hashable, Sendable {
    let untested: Severity
    let tolerated: Severity

    static let off = RuleSeverity(untested: .off, tolerated: .off)
    static let info = RuleSeverity(untested: .info, tolerated: .info)
    static let warning = RuleSeverity(untested: .warning, tolerated: .warning)
    static let breaking = RuleSeverity(untested: .breaking, tolerated: .warning)
    /// Breaking, whatever the models do with the body.
    static let always = RuleSeverity(untested: .breaking, tolerated: .breaking)
    /// Harmless if no model reads the value.
    static func unlessUnread(_ severity: Severity) -> RuleSeverity {
        RuleSeverity(untested: severity, tolerated: .info)
    }
}
