import VerbatimContract
public import VerbatimJSON
public import VerbatimModels

/// The properties that the models read as JSON: the contract that the models imply.
///
/// Equal recordings and models give equal bytes. Members may be added; any other change of the format
/// increases `version`:
/// - `version`: 2
/// - `apis`: each with `api` and `operations`
/// - `operations`: each with `operation`, `statuses` (`200-299`) and `properties`
/// - `properties`: each with `pattern` (a JSON Pointer with `*` for any element or property), `required`
///   (whether decoding fails without it), `model`, and where they are known `type` (the Swift type) and
///   `declaration` (`name` and `location` in the app)
public enum ExpectationsJSON {
    /// Returns the expectations as one JSON value.
    public static func value(of report: ModelsReport) -> JSONValue {
        let read = report.properties.filter { $0.agreement.model != .unread }
        let apis = Dictionary(grouping: read, by: \.api).sorted { $0.key < $1.key }
        return .report([
            (
                "apis",
                .array(apis.map { ["api": .string($0.key), "operations": .array(operations(of: $0.value))] })
            )
        ])
    }

    private static func operations(of properties: [ModelsReport.Property]) -> [JSONValue] {
        let reads = properties.flatMap { property in
            property.locations.map { (location: $0, property: property) }
        }
        let operations = Dictionary(grouping: reads) { [$0.location.operation, $0.location.statusRange] }
        return operations.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, reads in
            let properties = reads.sorted { $0.location.pattern < $1.location.pattern }
            return [
                "operation": .string(key[0]), "statuses": .string(key[1]),
                "properties": .array(properties.map { value(of: $0.property, at: $0.location.pattern) }),
            ]
        }
    }

    private static func value(of property: ModelsReport.Property, at pattern: String) -> JSONValue {
        JSONValue(members: [
            ("pattern", .string(pattern)),
            ("type", property.type.map(JSONValue.string)),
            ("required", .bool(property.agreement.model == .required)),
            ("model", .string(property.model)),
            ("declaration", property.declaration.map(JSONValue.init)),
        ])
    }
}
