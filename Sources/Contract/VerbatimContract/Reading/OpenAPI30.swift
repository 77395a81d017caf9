import VerbatimJSON

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
}

// MARK: - Structure

extension OpenAPI30 {
    /// The kinds of objects that contain schemas.
    enum Kind {
        case document, components, pathItem, operation, callback, parameter, requestBody, response, mediaType
        case encoding, schema
    }

    /// The value of a property.
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
