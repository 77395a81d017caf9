import VerbatimContract
import VerbatimJSON
import VerbatimReports

/// `verbatim rules`: the rules of all commands, with their severities and reasons, grouped by kind.
struct RulesCommand: Command {
    static let syntax = CommandSyntax(
        name: "rules", summary: "Lists the rules of check, models and diff.",
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
