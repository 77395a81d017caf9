public import VerbatimContract
public import VerbatimJSON

/// Changes between contracts or recordings as JSON.
///
/// Members may be added; any other change of the format increases `version`:
/// - `version`: 1
/// - `summary`: the number of changes by severity: `breaking`, `warning`, `info`
/// - `changes`: each with `rule`, `severity`, `direction`, `api`, `subject`, `old`, `new`, `next`, and where
///   they apply `operation`, `exchange`, `pointer`, `oldLocation`, `newLocation`, `affected` (each with
///   `name`, `model`, `reason`, `location`), `evidence` (`location`, `pointer`, `value`) or `unproven: true`
///   with an `example`
/// - `findings`: the problems of the overrides, as in a check
public enum ChangeJSON {
    /// Returns the changes as one JSON value.
    public static func value(of changes: [some ReportableChange], findings: [Finding] = []) -> JSONValue {
        let counts = [Severity.breaking, .warning, .info].map { severity in
            (severity.rawValue, JSONValue.number(JSONNumber(changes.count { $0.severity == severity })))
        }
        return [
            "version": 1,
            "summary": .object(JSONObject(counts)),
            "changes": .array(changes.filter { $0.severity != .off }.map { value(of: $0) }),
            "findings": .array(findings.map(CheckJSON.value)),
        ]
    }

    private static func value(of change: some ReportableChange) -> JSONValue {
        CheckJSON.object(
            [
                ("rule", .string(change.rule.id)),
                ("severity", .string(change.severity.rawValue)),
                ("direction", .string(change.direction.description)),
                ("api", .string(change.api)),
                ("operation", change.operation.map(JSONValue.string)),
                ("exchange", change.exchange.map(JSONValue.string)),
                ("subject", .string(change.subject)),
                ("pointer", change.pointer.map(JSONValue.string)),
                ("old", .string(change.old)),
                ("new", .string(change.new)),
                ("oldLocation", change.oldLocation.map(CheckJSON.value)),
                ("newLocation", change.newLocation.map(CheckJSON.value)),
                ("affected", change.affected.isEmpty ? nil : .array(change.affected.map(value))),
            ] + members(of: change.evidence) + [("next", .string(change.next))])
    }

    private static func value(of property: AffectedProperty) -> JSONValue {
        CheckJSON.object([
            ("name", .string(property.name)), ("model", .string(property.model)),
            ("reason", .string(property.reason)),
            ("location", property.location.map(CheckJSON.value)),
        ])
    }

    private static func members(of evidence: ChangeEvidence) -> [(String, JSONValue?)] {
        switch evidence {
        case .notNeeded: []
        case .unproven(let example): [("unproven", true), ("example", example)]
        case .recorded(let location, let pointer, let value):
            [
                (
                    "evidence",
                    CheckJSON.object([
                        ("location", CheckJSON.value(of: location)),
                        ("pointer", pointer.map(JSONValue.string)),
                        ("value", .string(value)),
                    ])
                )
            ]
        }
    }
}
