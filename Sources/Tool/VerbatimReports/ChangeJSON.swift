public import VerbatimContract
public import VerbatimDiff
public import VerbatimJSON

/// Changes of contracts as programs read them.
///
/// The shape, which only ever grows (`version` says so if it ever breaks):
/// - `version`: 1
/// - `summary`: the changes by severity: `breaking`, `warning`, `info`
/// - `changes`: each with `rule`, `severity`, `direction`, `subject`, `was`, `now`, `next`, and where they apply `api`,
///   `operation`, `exchange`, `pointer`, `oldLocation`, `newLocation`, `affected` (each with `name`, `model`, `reason`,
///   `location`), `witness` (`location`, `pointer`, `value`) or `unwitnessed: true` with an `example`
/// - `findings`: what is wrong with the overrides, as in a check
public enum ChangeJSON {
    /// The changes as one JSON value.
    public static func value(of changes: [ContractChange], findings: [Finding] = []) -> JSONValue {
        let counts = [Severity.breaking, .warning, .info].map { severity in
            (severity.rawValue, JSONValue.number(JSONNumber(changes.count { $0.severity == severity })))
        }
        return [
            "version": 1,
            "summary": .object(JSONObject(counts)),
            "changes": .array(changes.filter { $0.severity != .off }.map(value)),
            "findings": .array(findings.map(CheckJSON.value)),
        ]
    }

    private static func value(of change: ContractChange) -> JSONValue {
        CheckJSON.object(
            [
                ("rule", .string(change.rule)),
                ("severity", .string(change.severity.rawValue)),
                ("direction", .string(change.direction.description)),
                ("api", .string(change.api)),
                ("operation", change.operation.map(JSONValue.string)),
                ("exchange", change.exchange.map(JSONValue.string)),
                ("subject", .string(change.subject)),
                ("pointer", change.pointer.map(JSONValue.string)),
                ("was", .string(change.was)),
                ("now", .string(change.now)),
                ("oldLocation", change.oldLocation.map(CheckJSON.value)),
                ("newLocation", change.newLocation.map(CheckJSON.value)),
                ("affected", change.affected.isEmpty ? nil : .array(change.affected.map(value))),
            ] + members(of: change.witness) + [("next", .string(change.next))])
    }

    private static func value(of property: AffectedProperty) -> JSONValue {
        CheckJSON.object([
            ("name", .string(property.name)), ("model", .string(property.model)),
            ("reason", .string(property.reason)),
            ("location", property.location.map(CheckJSON.value)),
        ])
    }

    private static func members(of witness: ChangeEvidence) -> [(String, JSONValue?)] {
        switch witness {
        case .notNeeded: []
        case .unwitnessed(let example): [("unwitnessed", true), ("example", example)]
        case .recorded(let location, let pointer, let value):
            [
                (
                    "witness",
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
