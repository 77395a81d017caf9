import VerbatimContract
import VerbatimDiff
import VerbatimDrift
import VerbatimJSON
import VerbatimModels
import VerbatimMutation
import VerbatimReports

/// `verbatim rules`: the rules of all commands, with their severities and reasons, grouped by kind.
struct RulesCommand: Command {
    static let syntax = CommandSyntax(
        name: "rules", summary: "Lists the rules of check, models, mutate and diff.",
        options: [Option.format],
        operands: "[AREA...]", operandCount: 0...Int.max,
        notes: """
            An AREA narrows the list: check, model, operation, request-parameter, response, response-property, ...
            The id of a rule about contracts is a subject and a kind of change: response-property-became-nullable.
            The text has a line for each kind and severity, with its subjects; JSON has an element for each rule.
            'explain RULE' explains one with an example.
            """)

    let arguments: Arguments

    init(arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        let known = OrderedGroups(grouping: RuleTable.entries, by: \.area).keys
        if let unknown = arguments.operands.first(where: { !known.contains($0) }) {
            throw .unknownName(unknown, what: "area", known: known)
        }
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let areas = arguments.operands
        let entries = RuleTable.entries.filter { areas.isEmpty || areas.contains($0.area) }
        guard arguments[.format] != .json else {
            context.console.json(.array(entries.map(\.json)))
            return .holds
        }
        let head = ["kind", "severity", "direction", "what", "why", "of"]
        let groups = OrderedGroups(grouping: entries, by: \.group)
        let rows = groups.pairs.map { group, entries in
            group.cells + [entries.compactMap(\.subject).joined(separator: ", ")]
        }
        context.console.out(TextTable([head] + rows, width: context.console.width).text)
        return .holds
    }
}

extension RuleTableEntry {
    fileprivate var json: JSONValue {
        [
            "id": .string(id), "severity": .string(group.severity.rawValue), "area": .string(area),
            "direction": .string(group.direction), "summary": .string(group.summary),
            "reason": .string(group.reason),
        ]
    }
}

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
    let rule: Rule

    /// The explanation, which is made when it is needed.
    var explanation: RuleExplanation { rule.explanation }

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
        self.rule = rule
    }
}

/// The rules of all commands.
enum RuleTable {
    static let entries: [RuleTableEntry] =
        entries([
            ("check", Rule.all), ("model", Rule.ofDecoding + Rule.ofModels), ("mutation", Rule.ofMutation),
            ("override", Rule.ofOverrides),
        ]) + ChangeRule.all.map { RuleTableEntry($0) } + entries(Rule.driftAreas)

    private static func entries(_ areas: [(area: String, rules: [Rule])]) -> [RuleTableEntry] {
        areas.flatMap { area, rules in rules.map { RuleTableEntry($0, area: area) } }
    }

    static let rules = Dictionary(entries.map { ($0.id, $0.rule) }) { first, _ in first }

    static func entry(_ id: String) -> RuleTableEntry? { entries.first { $0.id == id } }
}
