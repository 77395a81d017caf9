import VerbatimContract
public import VerbatimJSON
public import VerbatimModels

/// The comparison of contract, traffic and models as JSON.
///
/// Members may be added; any other change of the format increases `version`:
/// - `version`: 2
/// - `summary`: the numbers of `properties`, of those that `agreed`, and of the findings by severity:
///   `breaking`, `warning`, `info`
/// - `properties`: for each property of the objects that a model reads `api`, `model`, `property` (its name
///   in documents), `inContract` (`required`, `optional` or `undocumented`), `inModel` (`required`,
///   `optional` or `unread`), `present` (the number of objects that have it), `objects` (the number of those
///   that could), `result` (the id of a rule, or `agreed`), `locations`, each with `operation`, `statuses`
///   (`200-299`) and `pattern` (a JSON Pointer with `*` for any element or property), and where they are
///   known `declaration` (`name` and `location` in the app) and `type` (the Swift type)
/// - `findings`: as in the report of a check
public enum ModelsJSON {
    /// Returns the report as one JSON value.
    public static func value(of report: ModelsReport) -> JSONValue {
        let agreed = report.properties.count { $0.agreement.rule == nil }
        let counts: [(String, JSONValue?)] = [
            ("properties", JSONValue(count: report.properties.count)), ("agreed", JSONValue(count: agreed)),
        ]
        return .report([
            ("summary", JSONValue(members: counts + SeverityCounts(report.findings).members)),
            ("properties", .array(report.properties.map(value))),
            ("findings", FindingJSON.value(of: report.findings)),
        ])
    }

    private static func value(of property: ModelsReport.Property) -> JSONValue {
        JSONValue(members: [
            ("api", .string(property.api)),
            ("model", .string(property.model)),
            ("property", .string(property.name)),
            ("declaration", property.declaration.map(JSONValue.init)),
            ("type", property.type.map(JSONValue.string)),
            ("inContract", .string(property.agreement.contract.rawValue)),
            ("inModel", .string(property.agreement.model.rawValue)),
            ("present", JSONValue(count: property.presentCount)),
            ("objects", JSONValue(count: property.objectCount)),
            ("result", .string(property.agreement.rule?.id ?? "agreed")),
            ("locations", .array(property.locations.map(value))),
        ])
    }

    private static func value(of location: ModelsReport.Location) -> JSONValue {
        [
            "operation": .string(location.operation), "statuses": .string(location.statusRange),
            "pattern": .string(location.pattern),
        ]
    }
}

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

extension ModelsReport.Location {
    fileprivate var statusRange: String { "\(statuses.lowerBound)-\(statuses.upperBound)" }
}

extension JSONValue {
    fileprivate init(_ declaration: SourceIndex.Property) {
        self = ["name": .string(declaration.name), "location": JSONValue(declaration.location)]
    }
}
