package import VerbatimContract
import VerbatimJSON

/// A kind of change to a part of a contract: a row of the table of rules.
///
/// A kind happens to several subjects, and is a rule for each of them: `became-nullable` of a
/// `response-property`. Every row is a constant, named as the end of the ids; `all` lists them. It is an
/// object because every difference between two schemas refers to one.
package final class ChangeKind: Sendable {
    /// The two sides of a change in an example; nil if there is no contract.
    typealias Sides = (old: ContractFragment?, new: ContractFragment?)

    /// The end of the ids of its rules: `became-nullable`.
    package let name: String
    /// The parts of a contract that it happens to.
    let subjects: [ChangeSubject]
    private let effect: ChangeEffect
    private let exceptions: [ChangeSubject: ChangeException]
    /// What exactly its rules report.
    let meaning: String
    private let back: @Sendable () -> ChangeKind?
    /// The subjects for which the change back is no mirror: there and back break the same requests.
    private let unmirrored: Set<ChangeSubject>
    private let schemas: (old: JSONValue, new: JSONValue)?
    private let sides: @Sendable (ChangeSubject) -> Sides?

    /// - Parameters:
    ///   - exceptions: The subjects on which the effect is another one.
    ///   - back: The kind of the change back.
    ///   - old: An example: the schema of any subject before the change; by default that of the change back.
    ///   - new: The schema after it.
    ///   - sides: Returns an example for a subject that has no schema.
    init(
        _ name: String, _ effect: ChangeEffect, _ meaning: String,
        of subjects: [ChangeSubject] = ChangeSubject.schemas,
        except exceptions: [ChangeSubject: ChangeException] = [:],
        back: @autoclosure @escaping @Sendable () -> ChangeKind?, unmirrored: Set<ChangeSubject> = [],
        from old: JSONValue? = .none, to new: JSONValue? = .none,
        example sides: @escaping @Sendable (ChangeSubject) -> Sides? = { _ in nil }
    ) {
        self.name = name
        self.subjects = subjects
        self.effect = effect
        self.exceptions = exceptions
        self.meaning = meaning
        self.back = back
        self.unmirrored = unmirrored
        schemas = if let old, let new { (old, new) } else { nil }
        self.sides = sides
    }

    func effect(on subject: ChangeSubject) -> ChangeEffect {
        exceptions[subject].map(effect.except) ?? (subject.isInRequest ? effect.inRequests : effect)
    }

    /// Returns what the change of a contract shows that its API does otherwise, if it shows that.
    func symptom(on subject: ChangeSubject) -> Symptom? {
        switch subject {
        case .requiredProperty, .optionalProperty: self == .removed ? .missing : self == .added ? .new : nil
        case .operation, .security, .securityScope, .server: .declaration
        default: nil
        }
    }

    /// Returns the kind of the change back, or nil if it does not happen to a subject.
    func mirror(on subject: ChangeSubject) -> ChangeKind? {
        unmirrored.contains(subject) ? nil : back().flatMap { $0.subjects.contains(subject) ? $0 : nil }
    }

    /// Returns a change of a small contract that is of this kind, and no other.
    func example(on subject: ChangeSubject) -> Sides {
        if let sides = sides(subject) { return sides }
        if let schemas { return (subject.fragment(schemas.old), subject.fragment(schemas.new)) }
        guard let reversed = back()?.example(on: subject) else { return (nil, nil) }
        return (reversed.new, reversed.old)
    }
}

extension ChangeKind: Hashable {
    /// Whether two kinds have the same name, which no two rows share.
    package static func == (lhs: ChangeKind, rhs: ChangeKind) -> Bool { lhs === rhs || lhs.name == rhs.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ChangeKind: CustomStringConvertible {
    package var description: String { name }

    /// Every kind, in the order in which rules are listed.
    package static let all = parts + values + structure
}

/// The rule of a kind of change to a part of a contract.
@dynamicMemberLookup
package struct ChangeRule: Hashable, Sendable {
    package let kind: ChangeKind
    /// The part of the contract that the change happened to.
    package let subject: ChangeSubject
    /// The rule: `response-property-became-nullable`. A change may know better what its direction is.
    package let rule: Rule

    init(_ kind: ChangeKind, _ subject: ChangeSubject) {
        assert(kind.subjects.contains(subject), "\(kind) is no change of \(subject)")
        self.kind = kind
        self.subject = subject
        let effect = kind.effect(on: subject)
        rule = Rule(
            "\(subject.rawValue)-\(kind.name)", effect.severity.untested,
            tolerated: effect.severity.tolerated, effect.direction,
            effect.summary, effect.reason, explain: { _ in ChangeRule(kind, subject).explanation }
        ).showing(kind.symptom(on: subject))
    }

    package subscript<Value>(dynamicMember property: KeyPath<Rule, Value>) -> Value {
        rule[keyPath: property]
    }

    /// The rule for the change back, or nil.
    var mirror: ChangeRule? { kind.mirror(on: subject).map { ChangeRule($0, subject) } }

    /// The severity as long as no recording shows the change: an unknown response may be new to the app.
    var unshown: Severity {
        // If a value has to match exactly one schema, every change to one of them goes both ways.
        let mayWiden = rule.direction?.contains(.widens) == true || kind == .anyOfBecameOneOf
        return mayWiden && rule.severity == .info && subject.isInBodyOfResponse ? .warning : rule.severity
    }

    private var explanation: RuleExplanation {
        let back = mirror.map { " The change back is `\($0.rule.id)`." } ?? ""
        let (old, new) = kind.example(on: subject)
        return RuleExplanation(
            rule, summary: "\(subject.noun) \(rule.summary)", meaning: kind.meaning + back,
            severityNote: severityNote, example: .contracts(old, new))
    }

    private var severityNote: String {
        if unshown != rule.severity { return "It is a \(unshown) as long as no recording shows the change." }
        guard rule.tolerated != rule.severity else { return "" }
        return
            "It is \(rule.tolerated == .info ? "info" : "a \(rule.tolerated)") if the models of the app read a "
            + "value that shows the change."
    }
}

extension ChangeRule {
    /// Every rule for the comparison of contracts, grouped by kind.
    package static let all: [ChangeRule] = ChangeKind.all.flatMap { kind in
        kind.subjects.map { ChangeRule(kind, $0) }
    }

    private static let ids = Set(all.map(\.rule.id))

    package static func exists(_ id: String) -> Bool { ids.contains(id) }
}

// MARK: - Consequences

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

    /// More values are allowed.
    static func widens(_ severity: RuleSeverity, _ summary: String, _ reason: String) -> ChangeEffect {
        ChangeEffect(severity, .widens, summary, reason)
    }

    /// Fewer values are allowed.
    static func narrows(_ summary: String) -> ChangeEffect {
        ChangeEffect(.info, .narrows, summary, "every value that may arrive was allowed before")
    }

    /// Different values are allowed.
    static func replaces(_ severity: RuleSeverity, _ summary: String, _ reason: String) -> ChangeEffect {
        ChangeEffect(severity, .both, summary, reason)
    }

    /// The same values are allowed.
    static func annotates(_ severity: RuleSeverity, _ summary: String, _ reason: String) -> ChangeEffect {
        ChangeEffect(severity, .none, summary, reason)
    }

    fileprivate func except(_ other: ChangeException) -> ChangeEffect {
        ChangeEffect(other.severity, other.direction ?? direction, other.summary ?? summary, other.reason)
    }

    /// The effect on a value that the app sends: it may be rejected if fewer values are allowed.
    fileprivate var inRequests: ChangeEffect {
        if direction.contains(.narrows) {
            return ChangeEffect(
                .warning, direction, summary,
                "a request of the app may be rejected; breaking if a recorded request would be")
        }
        if direction.contains(.widens) {
            return ChangeEffect(.info, direction, summary, "the requests of the app are still accepted")
        }
        return severity == .off || severity == .info
            ? self : ChangeEffect(.warning, direction, summary, reason)
    }
}

/// The consequences of a change on a subject where they are not the usual ones of its kind.
struct ChangeException: Sendable {
    let severity: RuleSeverity
    let direction: Direction?
    let summary: String?
    let reason: String

    init(
        _ severity: RuleSeverity, _ reason: String, _ direction: Direction? = nil, _ summary: String? = nil
    ) {
        self.severity = severity
        self.direction = direction
        self.summary = summary
        self.reason = reason
    }

    /// The same exception for several subjects.
    static func on(
        _ subjects: [ChangeSubject], _ severity: RuleSeverity, _ reason: String
    ) -> [ChangeSubject: ChangeException] {
        subjects.reduce(into: [:]) { $0[$1] = ChangeException(severity, reason) }
    }

    /// An exception for every value that the app sends.
    static func inRequests(_ severity: RuleSeverity, _ reason: String) -> [ChangeSubject: ChangeException] {
        on([.requestParameter, .requestBody, .requestProperty], severity, reason)
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
