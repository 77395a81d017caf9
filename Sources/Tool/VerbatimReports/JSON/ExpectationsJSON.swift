package import VerbatimJSON
package import VerbatimModels

/// The properties that the models read as JSON: the contract that the models imply.
///
/// Equal recordings and models give equal bytes. `output.schema.json` in the documentation describes the
/// members, which may be added; any other change of the format increases `version`.
package enum ExpectationsJSON {
    /// Returns the expectations as one JSON value.
    ///
    /// - Parameter isShipped: Whether they are kept for a shipped version, whose sources change.
    package static func value(of report: ModelsReport, isShipped: Bool = false) -> JSONValue {
        let read = report.properties.filter { $0.agreement.model != .unread }
        let apis = Dictionary(grouping: read, by: \.api).sorted { $0.key < $1.key }
        return .report([
            (
                "apis",
                .array(
                    apis.map {
                        ["api": .string($0.key), "operations": .array(operations(of: $0.value, isShipped))]
                    })
            )
        ])
    }

    private static func operations(of properties: [ModelsReport.Property], _ isShipped: Bool) -> [JSONValue] {
        let reads = properties.flatMap { property in
            property.locations.map { (location: $0, property: property) }
        }
        let operations = Dictionary(grouping: reads) { [$0.location.operation, $0.location.statusRange] }
        return operations.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, reads in
            let properties = reads.sorted { $0.location.pattern < $1.location.pattern }
            return [
                "operation": .string(key[0]), "statuses": .string(key[1]),
                "properties": .array(
                    properties.map { value(of: $0.property, at: $0.location.pattern, isShipped) }),
            ]
        }
    }

    private static func value(
        of property: ModelsReport.Property, at pattern: String, _ isShipped: Bool
    ) -> JSONValue {
        JSONValue(members: [
            ("pattern", .string(pattern)),
            ("type", property.type.map(JSONValue.string)),
            ("required", .bool(property.agreement.model == .required)),
            ("model", .string(property.model)),
            ("accepts", property.acceptance.map { $0.types.inOrder(of: PropertyAcceptance.typeNames) }),
            ("words", property.acceptance?.words.map { $0.inOrder() }),
            ("dates", property.acceptance?.dates.map { $0.inOrder() }),
            ("declaration", isShipped ? nil : property.declaration.map(JSONValue.init)),
        ])
    }
}

extension Set<String> {
    /// The texts as JSON, in the order of a list, or else sorted.
    fileprivate func inOrder(of list: [String]? = nil) -> JSONValue {
        .array((list?.filter(contains) ?? sorted()).map(JSONValue.string))
    }
}
