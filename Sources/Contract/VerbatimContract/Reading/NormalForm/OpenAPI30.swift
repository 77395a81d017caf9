import VerbatimJSON

/// An OpenAPI 3.0 document as the 3.1 document that means the same.
///
/// Names and the order of elements stay, so a location is found by its pointer in the document as it was written.
/// What changes: nothing beside `$ref` counts, `nullable` becomes a type, an exclusive bound that is a boolean becomes
/// a number, a binary string stands for any bytes.
///
/// https://spec.openapis.org/oas/v3.0.4.html,
/// https://www.openapis.org/blog/2021/02/16/migrating-from-openapi-3-0-to-3-1-0
struct OpenAPI30 {
    /// Something that OpenAPI 3.0 does not allow.
    struct Problem {
        let node: JSON
        let what: String
    }

    private(set) var problems: [Problem] = []

    /// Rewrites a document.
    mutating func normalForm(of document: JSON) -> JSONValue {
        rewrite(document, as: .object(.document))
    }

    mutating func note(_ node: JSON, _ what: String) {
        problems.append(Problem(node: node, what: what))
    }

    mutating func rewrite(_ node: JSON, as part: Part) -> JSONValue {
        switch part {
        case .object(let kind) where node.kind == .object: object(node, kind)
        case .list(let kind) where node.kind == .array:
            .array(node.elements.map { rewrite($0, as: .object(kind)) })
        case .map(let kind) where node.kind == .object:
            .object(
                JSONObject(
                    node.members.map { member in
                        let isExtension = member.name.hasPrefix("x-") && kind != .schema
                        return (
                            member.name,
                            isExtension ? member.value.value : rewrite(member.value, as: .object(kind))
                        )
                    }))
        default: node.value
        }
    }

    private mutating func object(_ node: JSON, _ kind: Kind) -> JSONValue {
        if kind != .pathItem, node["$ref"].string != nil { return ["$ref": node["$ref"].value] }
        if kind == .schema { return schema(node) }
        let parts = Self.parts[kind] ?? [:]
        var members = node.members.map { member in
            (member.name, parts[member.name].map { rewrite(member.value, as: $0) } ?? member.value.value)
        }
        if kind == .mediaType, Self.isBinary(node["schema"]) { members.removeAll { $0.0 == "schema" } }
        return .object(JSONObject(members))
    }

    private static func isBinary(_ schema: JSON) -> Bool {
        schema["type"].string == "string" && schema["format"].string == "binary"
    }
}

// MARK: - Where things stand

extension OpenAPI30 {
    /// The objects on the way to a schema.
    enum Kind {
        case document, components, pathItem, operation, callback, parameter, requestBody, response, mediaType
        case encoding, schema
    }

    /// What a member holds.
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
        .pathItem: Dictionary(
            uniqueKeysWithValues: OpenAPIObject.methods.map { ($0, Part.object(.operation)) }
                + [("parameters", .list(.parameter))]),
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
