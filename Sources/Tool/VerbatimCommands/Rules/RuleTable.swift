import VerbatimContract
import VerbatimDiff
import VerbatimDrift
import VerbatimJSON
import VerbatimModels

/// A rule of any command.
struct RuleTableEntry: Sendable {
    /// The columns of a line of `verbatim rules`, which several rules may share.
    struct Group: Hashable {
        let kind: String
        let severity: Severity
        let direction: String
        let summary: String
        let reason: String

        var cells: [String] { [kind, severity.rawValue, direction, summary, reason] }
    }

    let id: String
    /// The command or the part of a contract that it is about, by which the list is narrowed.
    let area: String
    /// The part of a contract that changes, if it is not the whole of the id.
    let subject: String?
    let group: Group
    private let explain: @Sendable () -> RuleExplanation

    /// The explanation, which is made when it is needed.
    var explanation: RuleExplanation { explain() }

    fileprivate init(_ change: ChangeRule) {
        self.init(
            change.rule, area: change.subject.area, kind: change.kind.name, subject: change.subject.rawValue)
    }

    fileprivate init(_ rule: Rule, area: String, kind: String? = nil, subject: String? = nil) {
        id = rule.id
        self.area = area
        self.subject = subject
        group = Group(
            kind: kind ?? rule.id, severity: rule.severity, direction: rule.direction?.description ?? "",
            summary: rule.summary, reason: rule.reason)
        explain = { rule.explanation }
    }
}

/// The rules of all commands.
enum RuleTable {
    /// The rules, in the order in which they are listed.
    static let entries: [RuleTableEntry] =
        Rule.all.map { RuleTableEntry($0, area: "check") }
        + (Rule.ofDecoding + Rule.ofModels).map { RuleTableEntry($0, area: "model") }
        + Rule.ofOverrides.map { RuleTableEntry($0, area: "override") }
        + ChangeRule.all.map { RuleTableEntry($0) }
        + Rule.driftAreas.flatMap { area, rules in rules.map { RuleTableEntry($0, area: area) } }

    static func entry(_ id: String) -> RuleTableEntry? { entries.first { $0.id == id } }
}
