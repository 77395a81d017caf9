import VerbatimContract
public import VerbatimJSON
public import VerbatimModels

/// What contract, traffic and models say together, as programs read it.
///
/// The shape, which only ever grows (`version` says so if it ever breaks):
/// - `version`: 1
/// - `summary`: `members`, `agreed`, and the findings by severity: `breaking`, `warning`, `info`
/// - `members`: for each member of the objects that a model reads `api`, `model`, `member` (its name in documents),
///   `property` and `source` (where it is declared) where they are known, `wanted` (the Swift type, if it is read),
///   `contract` (`required`, `optional`, `undocumented`), `demand` (`required`, `optional`, `unread`), `found` and `asked`
///   (in how many objects it was there, and was looked for), `verdict` (the rule, or `agreed`), and `locations`, each with
///   `operation`, `statuses` (`200-299`) and `pattern` (a JSON Pointer with `*` for every element or member)
/// - `findings`: as in the JSON of a check
public enum ModelsJSON {
    /// The report as one JSON value.
    public static func value(of report: ModelsReport) -> JSONValue {
        let counts = [Severity.breaking, .warning, .info].map { severity in
            (severity.rawValue, JSONValue.number(.init(report.findings.count { $0.severity == severity })))
        }
        let agreed = report.properties.count { $0.agreement.rule == nil }
        return [
            "version": 1,
            "summary": .object(
                JSONObject(
                    [
                        ("members", .number(.init(report.properties.count))),
                        ("agreed", .number(.init(agreed))),
                    ] + counts)),
            "members": .array(report.properties.map(value)),
            "findings": .array(report.findings.map(CheckJSON.value)),
        ]
    }

    private static func value(of member: ModelsReport.Property) -> JSONValue {
        CheckJSON.object([
            ("api", .string(member.api)),
            ("model", .string(member.model)),
            ("member", .string(member.name)),
            ("property", member.declaration.map { .string($0.name) }),
            ("source", member.declaration.map { CheckJSON.value(of: $0.location) }),
            ("wanted", member.type.map(JSONValue.string)),
            ("contract", .string(member.agreement.contract.rawValue)),
            ("demand", .string(member.agreement.model.rawValue)),
            ("found", .number(.init(member.presentCount))),
            ("asked", .number(.init(member.objectCount))),
            ("verdict", .string(member.agreement.rule?.id ?? "agreed")),
            ("locations", .array(member.locations.map(value))),
        ])
    }

    private static func value(of location: ModelsReport.Location) -> JSONValue {
        [
            "operation": .string(location.operation),
            "statuses": .string("\(location.statuses.lowerBound)-\(location.statuses.upperBound)"),
            "pattern": .string(location.pattern),
        ]
    }
}
