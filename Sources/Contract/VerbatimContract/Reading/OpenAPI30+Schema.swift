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
        reportMistakes(in: node)
        var schema = JSONObject()
        let isChoice = Self.isNullableChoice(node)
        if isChoice { nullableChoices.append(node["nullable"]) }
        for (name, value) in node.members {
            switch name {
            case _ where isChoice && Self.composition.contains(name):
                if schema["anyOf"] == nil { schema["anyOf"] = choice(of: node) }
            case "nullable": continue
            case "type": schema[name] = type(of: node)
            case "enum": schema[name] = values(of: node)
            case "exclusiveMinimum", "exclusiveMaximum": continue
            case "minimum", "maximum":
                let exclusive = name == "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"
                schema[node[exclusive].bool == true ? exclusive : name] = value.value
            default: schema[name] = Self.subschemas[name].map { convert(value, as: $0) } ?? value.value
            }
        }
        return .object(schema)
    }

    /// The keywords that say of a nullable schema without a type what else it allows.
    private static let composition: Set = ["allOf", "anyOf", "oneOf", "not", "discriminator"]

    /// Whether a schema is nullable, but has other schemas rather than a type, and none of them may allow
    /// null.
    ///
    /// By the specification null is not allowed then; authors who write both mean that it is.
    static func isNullableChoice(_ node: JSON) -> Bool {
        node["nullable"].bool == true && !node["type"].exists
            && node.members.contains { composition.subtracting(["discriminator"]).contains($0.name) }
    }

    /// Returns the choice between the schemas of a nullable schema and null.
    private mutating func choice(of node: JSON) -> JSONValue {
        let members = node.members.filter { Self.composition.contains($0.name) }.map { member in
            (
                member.name,
                Self.subschemas[member.name].map { convert(member.value, as: $0) } ?? member.value.value
            )
        }
        return [.object(JSONObject(members)), ["type": "null"]]
    }

    /// Returns the type of a schema. `nullable` counts only beside a type.
    ///
    /// https://github.com/OAI/OpenAPI-Specification/blob/main/proposals/2019-10-31-Clarify-Nullable.md
    private func type(of node: JSON) -> JSONValue {
        let type = node["type"]
        guard node["nullable"].bool == true else { return type.value }
        return .array((type.kind == .array ? type.elements.map(\.value) : [type.value]) + ["null"])
    }

    /// Returns the enumeration of a schema, with null if that is a type of the schema.
    ///
    /// The specification requires null to be listed then; authors who write both mean that it is allowed.
    private mutating func values(of node: JSON) -> JSONValue {
        let values = node["enum"]
        guard node["nullable"].bool == true, values.kind == .array,
            !values.elements.contains(where: \.isNull)
        else { return values.value }
        report(values, "'nullable' without null in 'enum': null is allowed")
        return .array(values.elements.map(\.value) + [.null])
    }

    private mutating func reportMistakes(in node: JSON) {
        for (name, value) in node.members where !Self.keywords.contains(name) && !name.hasPrefix("x-") {
            report(value, "unknown keyword '\(name)' of OpenAPI 3.0")
        }
        let type = node["type"]
        if type.exists, type.string == nil || type.string == "null" {
            report(
                type, "invalid type \(type.text): OpenAPI 3.0 allows one type, and null by 'nullable'")
        }
        if type.string == "array", !node["items"].exists {
            report(node, "missing property 'items' of an array")
        }
        for name in ["nullable", "exclusiveMinimum", "exclusiveMaximum"]
        where node[name].exists && node[name].bool == nil {
            report(node[name], "'\(name)' in OpenAPI 3.0: expected true or false, found \(node[name].text)")
        }
        for (exclusive, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")]
        where node[exclusive].bool == true && !node[bound].exists {
            report(node[exclusive], "'\(exclusive)' requires '\(bound)'")
        }
    }
}
