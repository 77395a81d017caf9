import VerbatimContract
import VerbatimDiff
import VerbatimJSON
import VerbatimModels
import VerbatimReports

/// `verbatim rules`: every rule there is, with its severity and its reason.
struct RulesCommand: Command {
    static let syntax = CommandSyntax(
        name: "rules", summary: "Lists the rules of check, models and diff.",
        options: [
            .format
        ],
        operands: "[AREA...]", operandCount: 0...Int.max,
        notes: "An AREA narrows the list: check, model, operation, request, response, response-property, ...")

    private let areas: [String]
    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        areas = arguments.operands
        asJSON = arguments.value("--format") == "json"
        let known = Self.rows.map(\.area).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        if let unknown = areas.first(where: { !known.contains($0) }) {
            throw .unknownName(unknown, what: "area", known: known)
        }
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let rows = Self.rows.filter { areas.isEmpty || areas.contains($0.area) }
        guard !asJSON else {
            context.console.line(JSONValue.array(rows.map(\.json)).text(.pretty))
            return .holds
        }
        let head = ["rule", "severity", "area", "direction", "what", "why"]
        context.console.out(TextTable([head] + rows.map(\.cells)).text)
        return .holds
    }

    private static let rows: [Row] =
        Rule.all.map { Row($0, area: "check") }
        + (Rule.ofDecoding + Rule.ofModels).map { Row($0, area: "model") }
        + Rule.ofOverrides.map { Row($0, area: "override") }
        + (ChangeRule.all + ChangeRule.drift).map(Row.init)

    /// One rule of either list.
    private struct Row {
        let id: String
        let severity: Severity
        let area: String
        let direction: String
        let words: String
        let reason: String

        init(_ rule: Rule, area: String) {
            (id, severity, words, reason) = (rule.id, rule.severity, rule.summary, rule.reason)
            self.area = area
            direction = ""
        }

        init(_ rule: ChangeRule) {
            (id, severity, words, reason) = (rule.id, rule.severity, rule.words, rule.reason)
            area = rule.area
            direction = rule.direction.description
        }

        var cells: [String] { [id, severity.rawValue, area, direction, words, reason] }

        var json: JSONValue {
            [
                "id": .string(id), "severity": .string(severity.rawValue), "area": .string(area),
                "direction": .string(direction), "words": .string(words), "reason": .string(reason),
            ]
        }
    }
}
