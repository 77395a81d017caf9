/// Objects whose properties say nothing about the API, as the request or its author chose them: documents in
/// JSON Schema, the arguments of what a model calls, and the values of a patch.
extension ObservedShape {
    /// Whether the objects of a property are the arguments of what another property names, or what that
    /// returned.
    func hasArguments(in property: Property) -> Bool {
        let values = property.shape
        guard values.objects > 0, values.objects + values.nulls == values.count else { return false }
        let names = properties.filter { $0.shape.strings.count == $0.count }.map(\.name)
        return names.contains("name")
            && (Self.arguments.contains(property.name) || property.name == "response" && properties.count < 4)
            || property.name == "input" && (names.contains("model") || names.contains("version"))
    }

    /// Whether a property of the objects is the value in an operation of a JSON Patch, which has any type.
    ///
    /// https://www.rfc-editor.org/rfc/rfc6902#section-4
    func isOfPatch(_ property: Property) -> Bool {
        guard property.name == "value", properties.contains(where: { $0.name == "path" }),
            let operations = properties.first(where: { $0.name == "op" })?.shape.strings.values
        else { return false }
        return !operations.isEmpty && operations.allSatisfy { Self.operations.contains($0.text) }
    }

    /// What the objects are, if they are documents that describe other objects; nil otherwise.
    var document: String? {
        let names = Set(properties.map(\.name))
        let isOpenAPI = names.contains("openapi") && names.contains("paths") && objects + nulls == count
        return isJSONSchema ? "A JSON Schema." : isOpenAPI ? "An OpenAPI document." : nil
    }

    /// Whether the objects are documents in JSON Schema that describe objects.
    ///
    /// https://json-schema.org/draft/2020-12/json-schema-validation
    private var isJSONSchema: Bool {
        guard objects > 0, objects + nulls == count,
            properties.allSatisfy({ Self.keywords.contains($0.name) }),
            let type = properties.first(where: { $0.name == "type" }),
            properties.contains(where: { ["properties", "$schema"].contains($0.name) })
        else { return false }
        return type.shape.strings.values.map { $0.text.lowercased() } == ["object"]
    }

    private static let operations: Set = ["add", "remove", "replace", "move", "copy", "test"]
    /// The names of properties with the arguments of a call: of Anthropic, of MCP, of Gemini.
    private static let arguments: Set = ["input", "arguments", "args"]
    private static let keywords: Set = [
        "$schema", "$id", "$ref", "$defs", "$comment", "definitions", "title", "description", "type", "enum",
        "const", "default", "example", "examples", "format", "deprecated", "nullable", "properties",
        "required", "additionalProperties", "unevaluatedProperties", "patternProperties", "propertyNames",
        "propertyOrdering", "property_ordering", "minProperties", "maxProperties", "items", "prefixItems",
        "minItems", "maxItems", "anyOf", "oneOf", "allOf", "not",
    ]
}
