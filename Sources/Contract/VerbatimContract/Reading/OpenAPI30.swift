import VerbatimJSON

enum OpenAPIVersion: Int, Comparable, CaseIterable {
    case v30, v31, v32

    /// The version of a document, or nil if it is not one of OpenAPI 3.
    ///
    /// A later minor version is read as the newest known one, as it adds to that.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0] == "3", let minor = Int(parts[1]), minor >= 0 else { return nil }
        self = Self(rawValue: minor) ?? .v32
    }

    /// Whether a text is a version as OpenAPI writes it: `3.1.0`.
    static func isExact(_ text: String) -> Bool { allCases.contains { text.hasPrefix("3.\($0.rawValue).") } }

    static func < (lhs: OpenAPIVersion, rhs: OpenAPIVersion) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// Converts an OpenAPI 3.0 document to the equivalent 3.1 document.
///
/// Names and the order of elements are kept, so that a pointer identifies the same node in both documents.
/// Properties beside `$ref` are removed, `nullable` becomes a type, a boolean exclusive bound becomes a
/// number, and the schema of a binary body is removed.
///
/// https://spec.openapis.org/oas/v3.0.4.html,
/// https://www.openapis.org/blog/2021/02/16/migrating-from-openapi-3-0-to-3-1-0
struct OpenAPI30 {
    /// A violation of OpenAPI 3.0.
    struct Problem {
        let node: JSON
        let message: String
    }

    private(set) var problems: [Problem] = []
    /// The `nullable` of schemas that have other schemas rather than a type.
    var nullableChoices: [JSON] = []
    /// The references into bundled files that are not converted yet, with the kinds of their targets.
    private var pending: [(reference: String, kind: Kind)] = []
    private var known: Set<String> = []

    /// Returns the equivalent document in OpenAPI 3.1.
    mutating func normalForm(of document: JSON) -> JSONValue {
        var value = convert(document, as: .object(.document))
        while let next = pending.popLast() {
            guard let target = document.value(atFragment: next.reference.dropFirst()) else { continue }
            let converted = convert(target, as: .object(next.kind))
            value.edit(target.pointer) { _ in converted }
        }
        reportNullableChoices()
        return value
    }

    /// Reports the first one, with the number of the others: authors write all of them or none.
    private mutating func reportNullableChoices() {
        guard let first = nullableChoices.first else { return }
        let others = nullableChoices.count - 1
        report(
            first,
            "'nullable' without 'type': null is allowed"
                + (others == 0 ? "" : ", here and in \(String.count(others, "other schema"))"))
    }

    mutating func report(_ node: JSON, _ message: String) {
        problems.append(Problem(node: node, message: message))
    }

    mutating func convert(_ node: JSON, as part: Part) -> JSONValue {
        if LargeStackThread.isNeeded { return LargeStackThread.run { convert(node, as: part) } }
        return switch part {
        case .object(let kind) where node.kind == .object: object(node, kind)
        case .list(let kind) where node.kind == .array:
            .array(node.elements.map { convert($0, as: .object(kind)) })
        case .map(let kind) where node.kind == .object:
            .object(
                JSONObject(
                    node.members.map { member in
                        let isExtension = member.name.hasPrefix("x-") && kind != .schema
                        return (
                            member.name,
                            isExtension ? member.value.value : convert(member.value, as: .object(kind))
                        )
                    }))
        default: node.value
        }
    }

    private mutating func object(_ node: JSON, _ kind: Kind) -> JSONValue {
        if let reference = node["$ref"].string {
            let isBundled = reference.hasPrefix("#/\(ReferenceBundler.property)/")
            if isBundled, known.insert(reference).inserted { pending.append((reference, kind)) }
            if kind != .pathItem { return ["$ref": node["$ref"].value] }
        }
        if kind == .schema { return schema(node) }
        let parts = Self.parts[kind] ?? [:]
        var members = node.members.map { member in
            (member.name, parts[member.name].map { convert(member.value, as: $0) } ?? member.value.value)
        }
        if kind == .mediaType, Self.isBinary(node["schema"]) { members.removeAll { $0.0 == "schema" } }
        return .object(JSONObject(members))
    }

    private static func isBinary(_ schema: JSON) -> Bool {
        schema["type"].string == "string" && schema["format"].string == "binary"
    }

    // MARK: Structure

    /// The kinds of objects that contain schemas.
    enum Kind {
        case document, components, pathItem, operation, callback, parameter, requestBody, response, mediaType
        case encoding, schema
    }

    enum Part {
        case object(Kind)
        case list(Kind)
        case map(Kind)
    }

    private static let parts: [Kind: [String: Part]] = [
        .document: ["paths": .map(.pathItem), "components": .object(.components)],
        .components: [
            "schemas": .map(.schema), "responses": .map(.response), "parameters": .map(.parameter),
            "headers": .map(.parameter), "requestBodies": .map(.requestBody), "callbacks": .map(.callback),
        ],
        .pathItem: OpenAPIObject.methods.reduce(into: ["parameters": .list(.parameter)]) {
            $0[$1] = .object(.operation)
        },
        .operation: [
            "parameters": .list(.parameter), "requestBody": .object(.requestBody),
            "responses": .map(.response), "callbacks": .map(.callback),
        ],
        .parameter: ["schema": .object(.schema), "content": .map(.mediaType)],
        .requestBody: ["content": .map(.mediaType)],
        .response: ["headers": .map(.parameter), "content": .map(.mediaType)],
        .mediaType: ["schema": .object(.schema), "encoding": .map(.encoding)],
        .encoding: ["headers": .map(.parameter)],
    ]
}

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

    /// Whether a schema is nullable, but has other schemas rather than a type, none of which may allow null.
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
        guard node["nullable"].bool == true, values.kind == .array, !values.elements.contains(where: \.isNull)
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
            report(type, "invalid type \(type.text): OpenAPI 3.0 allows one type, and null by 'nullable'")
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
