public import VerbatimContract
public import VerbatimJSON

/// Changes between contracts or recordings as JSON.
///
/// Members may be added; any other change of the format increases `version`:
/// - `version`: 2
/// - `summary`: the number of changes by severity: `breaking`, `warning`, `info`
/// - `changes`: each with `rule`, `severity`, `message` (the change in one sentence), `direction`, `api`,
///   `subject`, `old`, `new`, `next`, and where they apply `operation`, `exchange`, `pointer`, `oldLocation`,
///   `newLocation`, `others` (the other places of the same change, each with `severity`, `operation`,
///   `exchange`, `subject` and `pointer`), `affected` (each with `name`, `model`, `reason`, `location`), and
///   either `evidence` (`location`, `pointer` and `value` in a recording) or `unrecorded: true` with an
///   `example` of a value
/// - `findings`: the problems of the overrides, as in the report of a check
public enum ChangeJSON {
    /// Returns the changes as one JSON value.
    public static func value(of changes: [some ReportableChange], findings: [Finding] = []) -> JSONValue {
        .report([
            ("summary", JSONValue(members: SeverityCounts(changes.map(\.severity)).members)),
            ("changes", .array(changes.filter { $0.severity != .off }.map { value(of: $0) })),
            ("findings", FindingJSON.value(of: findings)),
        ])
    }

    private static func value(of change: some ReportableChange) -> JSONValue {
        JSONValue(
            members: [
                ("rule", .string(change.rule.id)),
                ("severity", .string(change.severity.rawValue)),
                ("message", .string(change.message)),
                ("direction", .string(change.direction.description)),
                ("api", .string(change.api)),
                ("operation", change.operation.map(JSONValue.string)),
                ("exchange", change.exchange.map(JSONValue.string)),
                ("subject", .string(change.subject)),
                ("pointer", change.pointer.map(JSONValue.string)),
                ("old", .string(change.old)),
                ("new", .string(change.new)),
                ("oldLocation", change.oldLocation.map(JSONValue.init)),
                ("newLocation", change.newLocation.map(JSONValue.init)),
                ("others", change.others.isEmpty ? nil : .array(change.others.map(value))),
                ("affected", change.affected.isEmpty ? nil : .array(change.affected.map(value))),
            ] + members(of: change.evidence) + [("next", .string(change.next))])
    }

    private static func value(of place: ChangePlace) -> JSONValue {
        JSONValue(members: [
            ("severity", .string(place.severity.rawValue)),
            ("operation", place.operation.map(JSONValue.string)),
            ("exchange", place.exchange.map(JSONValue.string)),
            ("subject", .string(place.subject)),
            ("pointer", place.pointer.map(JSONValue.string)),
        ])
    }

    private static func value(of property: AffectedProperty) -> JSONValue {
        JSONValue(members: [
            ("name", .string(property.name)),
            ("model", .string(property.model)),
            ("reason", .string(property.reason)),
            ("location", property.location.map(JSONValue.init)),
        ])
    }

    private static func members(of evidence: ChangeEvidence) -> [(String, JSONValue?)] {
        switch evidence {
        case .notNeeded: return []
        case .unrecorded(let example): return [("unrecorded", true), ("example", example)]
        case .recorded(let location, let pointer, let value):
            let evidence = JSONValue(members: [
                ("location", JSONValue(location)),
                ("pointer", pointer.map(JSONValue.string)),
                ("value", .string(value)),
            ])
            return [("evidence", evidence)]
        }
    }
}
