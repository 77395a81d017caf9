import VerbatimJSON

/// https://spec.openapis.org/oas/v3.0.4.html#schema-object
extension OpenAPI30 {
    private static let keywords: Set<String> = [
        "title", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
        "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties",
        "required", "enum", "type", "allOf", "oneOf", "anyOf", "not", "items", "properties",
        "additionalProperties", "description", "format", "default", "nullable", "discriminator", "readOnly",
        "writeOnly", "xml", "externalDocs", "example", "deprecated",
    ]

    private static let subschemas: [String: Part] = [
        "allOf": .list(.schema), "oneOf": .list(.schema), "anyOf": .list(.schema), "not": .object(.schema),
        "items": .object(.schema), "properties": .map(.schema), "additionalProperties": .object(.schema),
    ]

    mutating func schema(_ node: JSON) -> JSONValue {
        noteMistakes(in: node)
        var schema = JSONObject()
        for (name, value) in node.members {
            switch name {
            case "nullable": continue
            case "type": schema[name] = type(of: node)
            case "exclusiveMinimum", "exclusiveMaximum": continue
            case "minimum", "maximum":
                let exclusive = name == "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"
                schema[node[exclusive].bool == true ? exclusive : name] = value.value
            default: schema[name] = Self.subschemas[name].map { rewrite(value, as: $0) } ?? value.value
            }
        }
        return .object(schema)
    }

    /// `nullable` has a say only where there is a type in the same schema.
    ///
    /// https://github.com/OAI/OpenAPI-Specification/blob/main/proposals/2019-10-31-Clarify-Nullable.md
    private func type(of node: JSON) -> JSONValue {
        let type = node["type"].value
        return node["nullable"].bool == true ? .array([type, "null"]) : type
    }

    private mutating func noteMistakes(in node: JSON) {
        for (name, value) in node.members where !Self.keywords.contains(name) && !name.hasPrefix("x-") {
            note(value, "'\(name)' is not a keyword of OpenAPI 3.0")
        }
        let type = node["type"]
        if type.exists, type.string == nil || type.string == "null" {
            note(
                type,
                "the type is \(type.text): in OpenAPI 3.0 it is one name, and null is allowed by 'nullable'")
        }
        if type.string == "array", !node["items"].exists { note(node, "an array has no 'items'") }
        for name in ["nullable", "exclusiveMinimum", "exclusiveMaximum"]
        where node[name].exists && node[name].bool == nil {
            note(node[name], "'\(name)' is \(node[name].text): in OpenAPI 3.0 it is true or false")
        }
        for (exclusive, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")]
        where node[exclusive].bool == true && !node[bound].exists {
            note(node[exclusive], "'\(exclusive)' stands without '\(bound)'")
        }
    }
}
