import VerbatimContract
import VerbatimJSON
import VerbatimModels

extension ReportJSON {
    static func members(of models: ModelsReport, _ contents: ReportContents) -> [(String, JSONValue?)] {
        let agreed = models.properties.count { $0.agreement.rule == nil }
        let counts: [(String, JSONValue?)] = [
            ("properties", JSONValue(count: models.properties.count)), ("agreed", JSONValue(count: agreed)),
        ]
        return [
            ("summary", JSONValue(members: counts + contents.counts.members)),
            ("properties", .array(models.properties.map(value))),
            ("findings", value(of: contents.items)),
        ]
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

extension ModelsReport.Location {
    /// The statuses: `200-299`.
    var statusRange: String { "\(statuses.lowerBound)-\(statuses.upperBound)" }
}

extension JSONValue {
    /// Creates an object with `name` and `location`.
    init(_ declaration: SourceIndex.Property) {
        self = ["name": .string(declaration.name), "location": JSONValue(declaration.location)]
    }
}
