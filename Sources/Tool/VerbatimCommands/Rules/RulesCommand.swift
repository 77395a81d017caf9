import VerbatimContract
import VerbatimDiff
import VerbatimDrift
import VerbatimJSON
import VerbatimModels
import VerbatimReports

/// `verbatim rules`: the rules of all commands, with their severities and reasons, grouped by kind.
struct RulesCommand: Command {
    static let syntax = CommandSyntax(
        name: "rules", summary: "Lists the rules of check, models and diff.",
        options: [
            .format
        ],
        operands: "[AREA...]", operandCount: 0...Int.max,
        notes: """
            An AREA narrows the list: check, model, operation, request-parameter, response, response-property, ...
            The id of a rule about contracts is a subject and a kind of change: response-property-became-nullable.
            The text has a line for each kind and severity, with its subjects; JSON has an element for each rule.
            """)

    private let areas: [String]
    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        areas = arguments.operands
        asJSON = arguments.value("--format") == "json"
        let known = OrderedGroups(grouping: Self.entries, by: \.area).keys
        if let unknown = areas.first(where: { !known.contains($0) }) {
            throw .unknownName(unknown, what: "area", known: known)
        }
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let entries = Self.entries.filter { areas.isEmpty || areas.contains($0.area) }
        guard !asJSON else {
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

    private static let entries: [Entry] =
        Rule.all.map { Entry($0, area: "check") }
        + (Rule.ofDecoding + Rule.ofModels).map { Entry($0, area: "model") }
        + Rule.ofOverrides.map { Entry($0, area: "override") }
        + ChangeRule.all.map { Entry($0) } + DriftRule.allCases.map { Entry($0) }
}

/// A rule of any command.
private struct Entry {
    /// The columns of a line that several rules may share.
    struct Group: Hashable {
        let kind: String
        let severity: Severity
        let direction: String
        let summary: String
        let reason: String

        var cells: [String] { [kind, severity.rawValue, direction, summary, reason] }
    }

    let id: String
    let area: String
    let subject: String?
    let group: Group

    init(_ rule: Rule, area: String) {
        id = rule.id
        self.area = area
        subject = nil
        group = Group(
            kind: rule.id, severity: rule.severity, direction: "", summary: rule.summary, reason: rule.reason)
    }

    init(_ rule: ChangeRule) {
        self.init(rule, kind: rule.kind.name, subject: rule.subject.rawValue, area: rule.subject.area)
    }

    init(_ rule: DriftRule) {
        self.init(rule, kind: rule.id, subject: nil, area: rule.area)
    }

    private init(_ rule: some ReportableRule, kind: String, subject: String?, area: String) {
        id = rule.id
        self.area = area
        self.subject = subject
        group = Group(
            kind: kind, severity: rule.severity, direction: rule.direction.description,
            summary: rule.summary, reason: rule.reason)
    }

    var json: JSONValue {
        [
            "id": .string(id), "severity": .string(group.severity.rawValue), "area": .string(area),
            "direction": .string(group.direction), "summary": .string(group.summary),
            "reason": .string(group.reason),
        ]
    }
}
