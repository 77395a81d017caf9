public import VerbatimJSON
public import VerbatimModels

/// The contract that the models imply: what an app relies on, as far as its recordings lead its models.
///
/// The shape, which only ever grows (`version` says so if it ever breaks); everything is in order, so that equal
/// recordings and models give equal bytes:
/// - `version`: 1
/// - `apis`: each with `api` and `operations`
/// - `operations`: each with `operation`, `statuses` (`200-299`) and `members`
/// - `members`: each with `pattern` (a JSON Pointer with `*` for every element or member), `type` (the Swift type the
///   model asks for), `required` (whether it cannot be decoded without), `model`, and where they are known `property`
///   and `source` (`file`, `line`, `column` of its declaration)
public enum ExpectationsJSON {
    /// The expectations as one JSON value.
    public static func value(of report: ModelsReport) -> JSONValue {
        let read = report.properties.filter { $0.agreement.model != .unread }
        let apis = Dictionary(grouping: read, by: \.api).sorted { $0.key < $1.key }
        return [
            "version": 1,
            "apis": .array(
                apis.map { ["api": .string($0.key), "operations": .array(operations(of: $0.value))] }),
        ]
    }

    private static func operations(of members: [ModelsReport.Property]) -> [JSONValue] {
        var lines: [[String]: [(pattern: String, value: JSONValue)]] = [:]
        for member in members {
            for location in member.locations {
                let statuses = "\(location.statuses.lowerBound)-\(location.statuses.upperBound)"
                lines[[location.operation, statuses], default: []]
                    .append((location.pattern, value(of: member, at: location.pattern)))
            }
        }
        return lines.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, lines in
            [
                "operation": .string(key[0]), "statuses": .string(key[1]),
                "members": .array(lines.sorted { $0.pattern < $1.pattern }.map(\.value)),
            ]
        }
    }

    private static func value(of member: ModelsReport.Property, at pattern: String) -> JSONValue {
        CheckJSON.object([
            ("pattern", .string(pattern)),
            ("type", member.type.map(JSONValue.string)),
            ("required", .bool(member.agreement.model == .required)),
            ("model", .string(member.model)),
            ("property", member.declaration.map { .string($0.name) }),
            ("source", member.declaration.map { CheckJSON.value(of: $0.location) }),
        ])
    }
}
