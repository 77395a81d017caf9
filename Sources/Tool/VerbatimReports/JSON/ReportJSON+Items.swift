import VerbatimContract
import VerbatimJSON

extension ReportJSON {
    static func value(of item: Finding) -> JSONValue {
        let direction: JSONValue?
        let sides: [(String, JSONValue?)]
        switch item.sides {
        case .expected(let expected, let found):
            direction = nil
            sides = [
                ("expected", .string(expected)), ("found", .string(found)),
                ("location", item.location.map(JSONValue.init)),
                ("contractLocation", item.contractLocation.map(JSONValue.init)),
                ("modelLocation", item.modelLocation.map(JSONValue.init)),
            ]
        case .change(let effect, let old, let new):
            direction = .string(effect.description)
            sides = [
                ("old", .string(old)), ("new", .string(new)),
                ("oldLocation", item.oldLocation.map(JSONValue.init)),
                ("newLocation", item.location.map(JSONValue.init)),
            ]
        }
        return JSONValue(
            members: [
                ("rule", .string(item.rule.id)),
                ("severity", .string(item.severity.rawValue)),
                ("message", .string(item.message)),
                ("direction", direction),
                ("api", item.api.map(JSONValue.string)),
                ("operation", item.operation.map(JSONValue.string)),
                ("exchange", item.exchange.map(JSONValue.string)),
                ("status", item.status.map(JSONValue.init(count:))),
                ("model", item.model.map(JSONValue.string)),
                ("subject", item.part.map(JSONValue.string)),
                ("pointer", item.pointer.map(JSONValue.init)),
                ("contractPointer", item.contractPointer.map(JSONValue.init)),
            ] + sides + [
                ("others", item.others.isEmpty ? nil : .array(item.others.map(value))),
                ("affected", item.affected.isEmpty ? nil : .array(item.affected.map(value))),
            ] + members(of: item.evidence) + [
                ("next", .string(item.next)),
                ("count", item.count > 1 ? .some(JSONValue(count: item.count)) : .none),
                ("fingerprint", .string(item.fingerprint)),
            ])
    }

    private static func value(of place: Finding.Place) -> JSONValue {
        JSONValue(members: [
            ("severity", .string(place.severity.rawValue)),
            ("operation", place.subject.operation.map(JSONValue.string)),
            ("exchange", place.subject.exchange.map(JSONValue.string)),
            ("subject", place.subject.part.map(JSONValue.string)),
            ("pointer", place.subject.pointer.map(JSONValue.init)),
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

    private static func members(of evidence: Finding.Evidence) -> [(String, JSONValue?)] {
        switch evidence {
        case .notNeeded: return []
        case .unrecorded(let example): return [("unrecorded", true), ("example", example)]
        case .recorded(let location, let pointer, let value):
            let evidence = JSONValue(members: [
                ("location", JSONValue(location)),
                ("pointer", pointer.map(JSONValue.init)),
                ("value", .string(value)),
            ])
            return [("evidence", evidence)]
        }
    }
}
