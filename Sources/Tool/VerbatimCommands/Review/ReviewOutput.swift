import VerbatimContract
import VerbatimInference
import VerbatimJSON

/// The items of a review as text.
///
///     1 of 3, widened: '/components/schemas/Item/…/type' was "integer", is now ["integer","null"]
///       id: 0d1f8a03c2b4
///       contract: Contracts/books.json:141:15 "type": "integer"
///       recorded: null at Recordings/books/list/1.json:88:21, and 2 more like it
///       resolves: response-property-type: '/items/*/pages' (GET /volumes -> 200), 3 times
///       breaks: Item.pages (Sources/Models/Item.swift:12:9): Item.pages expects Int, but it is null
enum ReviewText {
    /// Returns an item, without a line break at the end.
    static func text(of item: ReviewItem, number: Int, count: Int) -> String {
        let details =
            ["id: \(item.id)"] + [contract(item)].compactMap(\.self) + recorded(item) + resolved(item)
            + readers(of: item)
        return MessageText(
            "\(number) of \(count), \(item.kind): \(item.message)", details: details,
            next: item.edit == nil ? item.findings.first?.finding.next : nil
        ).text
    }

    private static let listLimit = 5

    private static func contract(_ item: ReviewItem) -> String? {
        item.contractLine.map { "contract: \($0.location) \($0.text.excerpt())" }
    }

    private static func recorded(_ item: ReviewItem) -> [String] {
        let (value, location, others): (String?, SourceLocation?, Int) =
            if let edit = item.edit {
                (edit.value, edit.location, edit.others)
            } else {
                (nil, item.findings.first?.finding.location, (item.findings.first?.count ?? 1) - 1)
            }
        guard let location else { return [] }
        let more = others > 0 ? ", and \(others) more like it" : ""
        return ["recorded: \(value.map { "\($0) at " } ?? "")\(location)\(more)"]
    }

    private static func resolved(_ item: ReviewItem) -> [String] {
        guard item.edit != nil else { return [] }
        let lines = item.findings.prefix(listLimit).map { counted in
            let finding = counted.finding
            let subject = finding.pointer.map { "'\($0.pattern)'" }
            let exchange = finding.exchange.map { " (\($0))" } ?? ""
            return "resolves: \(finding.rule.id): \(subject ?? finding.part ?? "the exchange")\(exchange)"
                + (counted.count > 1 ? ", \(counted.count) times" : "")
        }
        let rest = item.findings.count - lines.count
        return lines + (rest > 0 ? ["resolves: \(String.count(rest, "more finding"))"] : [])
    }

    private static func readers(of item: ReviewItem) -> [String] {
        item.readers.prefix(listLimit).map { reader in
            let property = reader.property
            let location = property.location.map { " (\($0))" } ?? ""
            return reader.isBroken
                ? "breaks: \(property.name)\(location): \(property.reason)"
                : "read by: \(property.name)\(location), which \(property.reason)"
        }
    }

    /// Returns the number of items in one line: `3 to review: 2 edits of contracts, 1 finding that no edit
    /// resolves`.
    static func summary(of items: [ReviewItem]) -> String {
        guard !items.isEmpty else { return "nothing to review" }
        let edits = items.count { $0.edit != nil }
        let findings = items.count - edits
        let parts = [
            edits > 0 ? String.count(edits, "edit of a contract", plural: "edits of contracts") : nil,
            findings > 0
                ? String.count(
                    findings, "finding that no edit resolves", plural: "findings that no edit resolves")
                : nil,
        ]
        return "\(items.count) to review: \(parts.compactMap(\.self).joined(separator: ", "))"
    }
}

/// A review as JSON.
///
/// - `version`: 1
/// - `items`: each with `id`, `api`, `kind` (`widened`, `added`, or the rule of a finding that no edit
///   resolves), `message`, `decisions` (those that are possible: `accept`, `keep`, `override`), and where
///   they apply `decision` (`accepted` or `overridden`), `pointer` (in the contract), `old` and `new` (the
///   values there), `recorded` (`location`, `value`, `others`), `contract` (`location`, `text`), `findings`
///   (that the edit resolves: `rule`, `severity`, `message`, `operation`, `exchange`, `pointer`, `location`,
///   `count`) and `readers` (the app's properties: `name`, `model`, `location`, `reason`, `broken`)
/// - `written`: the paths of the files that were written
enum ReviewJSON {
    static func value(
        of items: [ReviewItem], _ decisions: [String: ReviewDecision], written: [String]
    ) -> JSONValue {
        JSONValue(members: [
            ("version", 1), ("items", .array(items.map { value(of: $0, decisions[$0.id]) })),
            ("written", .array(written.map { .string($0) })),
        ])
    }

    private static func value(of item: ReviewItem, _ decision: ReviewDecision?) -> JSONValue {
        let possible = [item.canBeAccepted ? "accept" : nil, "keep", item.canBeOverridden ? "override" : nil]
        return JSONValue(
            members: [
                ("id", .string(item.id)), ("api", .string(item.api)), ("kind", .string(item.kind)),
                ("message", .string(item.message)),
                ("decisions", .array(possible.compactMap { $0.map { .string($0) } })),
                ("decision", decision.map { .string($0.name) }),
            ] + members(of: item.edit) + [
                ("contract", item.contractLine.map(value)),
                ("findings", .array(item.findings.map(value))), ("readers", .array(item.readers.map(value))),
            ])
    }

    private static func members(of edit: ReviewItem.Edit?) -> [(String, JSONValue?)] {
        guard let edit else { return [] }
        return [
            ("pointer", .string(edit.key.pointer.description)), ("old", edit.old), ("new", edit.new),
            (
                "recorded",
                JSONValue(members: [
                    ("location", edit.location.map(value)), ("value", edit.value.map { .string($0) }),
                    ("others", JSONValue(count: edit.others)),
                ])
            ),
        ]
    }

    private static func value(of line: ReviewItem.ContractLine) -> JSONValue {
        JSONValue(members: [("location", value(of: line.location)), ("text", .string(line.text))])
    }

    private static func value(of counted: ReviewItem.CountedFinding) -> JSONValue {
        let finding = counted.finding
        return JSONValue(members: [
            ("rule", .string(finding.rule.id)), ("severity", .string(finding.severity.rawValue)),
            ("message", .string(finding.message)), ("operation", finding.operation.map { .string($0) }),
            ("exchange", finding.exchange.map { .string($0) }),
            ("pointer", finding.pointer.map { .string($0.description) }),
            ("location", finding.location.map(value)), ("count", JSONValue(count: counted.count)),
        ])
    }

    private static func value(of reader: ReviewItem.Reader) -> JSONValue {
        JSONValue(members: [
            ("name", .string(reader.property.name)), ("model", .string(reader.property.model)),
            ("location", reader.property.location.map(value)), ("reason", .string(reader.property.reason)),
            ("broken", .bool(reader.isBroken)),
        ])
    }

    private static func value(of location: SourceLocation) -> JSONValue {
        JSONValue(members: [
            ("file", .string(location.file)), ("line", location.line.map { JSONValue(count: $0) }),
            ("column", location.column.map { JSONValue(count: $0) }),
        ])
    }
}
