import VerbatimContract
import VerbatimInference
import VerbatimJSON
import VerbatimReports

/// A review as JSON. `output.schema.json` in the documentation describes its members.
enum ReviewJSON {
    static func value(
        of questions: [ReviewQuestion], in order: [ReviewItem], _ decisions: [String: ReviewDecision],
        written: [String]
    ) -> JSONValue {
        let causes = Dictionary(
            questions.flatMap { question in question.items.map { ($0.id, question.cause) } }
        ) { first, _ in first }
        let items = order.map { value(of: $0, causes[$0.id] ?? nil, decisions[$0.id]) }
        return JSONValue(members: [
            ("version", 1), ("items", .array(items)), ("written", .array(written.map { .string($0) })),
        ])
    }

    private static func value(
        of item: ReviewItem, _ cause: Cause?, _ decision: ReviewDecision?
    ) -> JSONValue {
        let possible = [item.canBeAccepted ? "accept" : nil, "keep", item.canBeOverridden ? "override" : nil]
        return JSONValue(
            members: [
                ("id", .string(item.id)), ("api", .string(item.api)), ("kind", .string(item.kind)),
                ("message", .string(item.message)),
                ("decisions", .array(possible.compactMap { $0.map { .string($0) } })),
                ("decision", decision.map { .string($0.name) }), ("cause", cause.map(value)),
            ] + members(of: item.edit) + [
                ("contract", item.contractLine.map(value)),
                ("findings", .array(item.findings.map(value))), ("readers", .array(item.readers.map(value))),
            ])
    }

    private static func value(of cause: Cause) -> JSONValue {
        JSONValue(members: [
            ("id", .string(cause.id)), ("severity", .string(cause.severity.rawValue)),
            ("title", .string(cause.title)),
        ])
    }

    private static func members(of edit: ReviewItem.Edit?) -> [(String, JSONValue?)] {
        guard let edit else { return [] }
        return [
            ("pointer", .string(edit.key.pointer.description)), ("old", edit.old), ("new", edit.new),
            (
                "recorded",
                JSONValue(members: [
                    ("location", edit.location.map(JSONValue.init)),
                    ("value", edit.value.map { .string($0) }), ("others", JSONValue(count: edit.others)),
                ])
            ),
        ]
    }

    private static func value(of line: ReviewItem.ContractLine) -> JSONValue {
        JSONValue(members: [("location", JSONValue(line.location)), ("text", .string(line.text))])
    }

    private static func value(of counted: ReviewItem.CountedFinding) -> JSONValue {
        let finding = counted.finding
        return JSONValue(members: [
            ("rule", .string(finding.rule.id)), ("severity", .string(finding.severity.rawValue)),
            ("message", .string(finding.message)), ("operation", finding.operation.map { .string($0) }),
            ("exchange", finding.exchange.map { .string($0) }),
            ("pointer", finding.pointer.map { .string($0.description) }),
            ("location", finding.location.map(JSONValue.init)), ("count", JSONValue(count: counted.count)),
        ])
    }

    private static func value(of reader: ReviewItem.Reader) -> JSONValue {
        JSONValue(members: [
            ("name", .string(reader.property.name)), ("model", .string(reader.property.model)),
            ("location", reader.property.location.map(JSONValue.init)),
            ("reason", .string(reader.property.reason)), ("broken", .bool(reader.isBroken)),
        ])
    }
}
