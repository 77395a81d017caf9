import VerbatimHAR
import VerbatimJSON

// MARK: - Parameters and request bodies

extension ContractReader {
    mutating func parameters(_ list: JSON) -> [Parameter] { list.elements.compactMap { parameter($0) } }

    mutating func parameter(_ node: JSON) -> Parameter? {
        guard let node = resolve(node), validate(node, as: .parameter), let name = node["name"].string,
            node["in"].exists
        else { return nil }
        let known = node["in"].string.flatMap(Parameter.Location.init)
        guard let location = known, location != .querystring || version >= .v32 else {
            report(
                node["in"],
                "location of a parameter: expected 'query', 'path', 'header' or 'cookie', found \(node["in"].text)"
            )
            return nil
        }
        if location == .path, node["required"].bool != true {
            report(node, "path parameter '\(name)' must be required")
        }
        let style = style(of: node, at: location)
        let (schema, mediaType) = value(of: node, named: "parameter '\(name)'")
        return Parameter(
            name: name, location: location, isRequired: node["required"].bool ?? false, schema: schema,
            constant: schema.flatMap { shapes[$0.shape].constant }, style: style,
            isExploded: node["explode"].bool ?? (style == .form), mediaType: mediaType, node: node)
    }

    private mutating func style(of node: JSON, at location: Parameter.Location) -> ParameterStyle {
        let styles = ParameterStyle.styles(in: location)
        guard node["style"].exists else { return styles[0] }
        // Since OpenAPI 3.2: as `form`, without percent-encoding.
        if version >= .v32, location == .cookie, node["style"].string == "cookie" { return .form }
        if let style = node["style"].string.flatMap(ParameterStyle.init), styles.contains(style) {
            return style
        }
        let names = styles.map { "'\($0.rawValue)'" }.joinedAsAlternatives
        report(
            node["style"], "style of a \(location) parameter: expected \(names), found \(node["style"].text)")
        return styles[0]
    }

    mutating func requestBody(_ node: JSON) -> RequestBodyObject? {
        guard let node = resolve(node), validate(node, as: .requestBody), node["content"].exists else {
            return nil
        }
        return RequestBodyObject(
            isRequired: node["required"].bool ?? false, content: content(node["content"]), node: node)
    }

    // MARK: Responses

    mutating func responses(_ node: JSON) -> [ResponseObject] {
        guard node.exists else { return [] }
        if node.kind != .object || node.count == 0 {
            report(node, "'responses' must be an object with at least one status")
        }
        return node.members.filter { !$0.name.hasPrefix("x-") }.compactMap { member in
            if !StatusKey(rawValue: member.name).isValid {
                report(
                    member.value,
                    "invalid status '\(member.name)': expected a status such as '200', '4XX' or 'default'")
            }
            return response(member.value, status: member.name)
        }
    }

    mutating func response(_ reference: JSON, status: String) -> ResponseObject? {
        guard let node = resolve(reference), validate(node, as: .response) else {
            return ResponseObject(
                status: status, isRead: false, headers: [], content: [], isBodyOptional: true,
                node: reference)
        }
        require("description", of: node, as: .response, before: .v32)
        let headers = node["headers"].members.compactMap { member in
            member.name.equalsIgnoringASCIICase("Content-Type")
                ? nil : header(member.value, name: member.name)
        }
        return ResponseObject(
            status: status, isRead: true, headers: headers, content: content(node["content"]),
            isBodyOptional: node["x-optional-body"].bool ?? false, node: node)
    }

    mutating func header(_ node: JSON, name: String) -> HeaderObject? {
        guard let node = resolve(node), validate(node, as: .header) else { return nil }
        if let style = node["style"].string, style != "simple" {
            report(node["style"], "style of a header: expected 'simple', found '\(style)'")
        }
        let (schema, mediaType) = value(of: node, named: "header '\(name)'")
        return HeaderObject(
            name: name, isRequired: node["required"].bool ?? false, schema: schema,
            isExploded: node["explode"].bool ?? false, mediaType: mediaType, node: node)
    }

    mutating func content(_ node: JSON) -> [MediaTypeObject] {
        node.members.compactMap { member in
            guard let node = resolve(member.value), validate(node, as: .mediaType) else { return nil }
            let range = MediaType(member.name)
            if range == nil {
                report(node, "invalid media type '\(member.name)': any media type is accepted")
            }
            guard let range = range ?? MediaType("*/*") else { return nil }
            let items = node.itemSchema
            // The items of 'multipart' are not judged, and a range may be of types that have items.
            let mayBeSequential = range.essence.hasPrefix("multipart/") || range.essence.hasSuffix("/*")
            if items.exists, range.itemFormat == nil, !mayBeSequential {
                report(
                    items,
                    "'itemSchema' of '\(range.text)', which is no sequential media type: it has no effect")
            }
            let itemSchema = items.exists ? schema(items) : nil
            return MediaTypeObject(range: range, schema: schema(in: node), itemSchema: itemSchema, node: node)
        }
    }
}

// MARK: - Schemas

extension ContractReader {
    /// Returns the schema of a parameter or header, or its only media type with the schema of that.
    private mutating func value(of node: JSON, named name: String) -> (SchemaReference?, MediaType?) {
        guard node["content"].exists else {
            let schema = schema(in: node)
            if schema == nil { report(node, "missing schema of \(name)") }
            return (schema, nil)
        }
        if node["schema"].exists { report(node["content"], "\(name) has both 'schema' and 'content'") }
        let content = content(node["content"])
        if content.count != 1 {
            report(node["content"], "the content of \(name) must have exactly one media type")
        }
        return (content.first?.schema, content.first?.range)
    }

    /// Returns the schema of a media type object, parameter or header, and collects the examples beside it.
    private mutating func schema(in object: JSON) -> SchemaReference? {
        guard object["schema"].exists else { return nil }
        let schema = schema(object["schema"])
        let named = object["examples"].members.compactMap { resolve($0.value)?["value"] }
        for example in ([object["example"]] + named) where example.exists {
            // Text of another format, such as XML, is an example of the body rather than of the JSON value.
            guard example.kind != .string || shapes[schema.shape].allows("string") else { continue }
            examples.append(Example(title: "example", value: example, schema: schema))
        }
        return schema
    }

    /// Returns the reference to a schema, and adds the schema on first use.
    mutating func schema(_ node: JSON) -> SchemaReference {
        if let index = schemaIndexes[node.node] { return schemas[index] }
        let reference = SchemaReference(index: schemas.count, shape: shapes.add([node]), node: node)
        schemaIndexes[node.node] = reference.index
        schemas.append(reference)
        collectExamples(in: node)
        return reference
    }
}

/// https://spec.openapis.org/oas/v3.1.1.html#security-requirement-object
extension ContractReader {
    /// Returns the security requirements of an operation: its own, or those of the document.
    mutating func security(of operation: JSON) -> [[SecurityScheme]] {
        let list = operation["security"].exists ? operation["security"] : document["security"]
        if let known = securityRequirements[list.node] { return known }
        // A requirement without schemes makes the others optional.
        let security = list.elements.map { requirement in
            requirement.members.map { securityScheme($0.name, at: $0.value) }
        }
        if list.exists { securityRequirements[list.node] = security }
        return security
    }

    private mutating func securityScheme(_ name: String, at requirement: JSON) -> SecurityScheme {
        let scheme = document["components"]["securitySchemes"][name]
        guard scheme.exists else {
            report(requirement, "undefined security scheme '\(name)'")
            return SecurityScheme(name: name, credential: .invisible)
        }
        let credential = resolve(scheme).map(Self.credential) ?? .invisible
        return SecurityScheme(name: name, credential: credential)
    }

    private static func credential(of scheme: JSON) -> SecurityScheme.Credential {
        switch (scheme["type"].string, scheme["in"].string, scheme["name"].string) {
        case ("apiKey", "header", let name?): .header(name)
        case ("apiKey", "query", let name?): .query(name)
        case ("apiKey", "cookie", let name?): .cookie(name)
        case ("http", _, _): .header("Authorization")
        case ("oauth2", _, _), ("openIdConnect", _, _): .accessToken
        default: .invisible
        }
    }
}

/// The required and optional properties of an object in an OpenAPI document.
///
/// A property that is not listed and does not begin with `x-` is a mistake: a misspelled `requierd` would be
/// ignored silently otherwise.
///
/// https://spec.openapis.org/oas/v3.1.1.html#schema-1, https://spec.openapis.org/oas/v3.2.0.html#schema-1
package struct OpenAPIObject: Sendable {
    let name: String
    let required: [String]
    let optional: [String]
    /// The optional properties since OpenAPI 3.2.
    var since32: [String] = []

    /// The properties of all versions.
    package var properties: [String] { required + optional + since32 }

    func allows(_ property: String, in version: OpenAPIVersion) -> Bool {
        property.hasPrefix("x-") || required.contains(property) || optional.contains(property)
            || version >= .v32 && since32.contains(property)
    }

    /// The properties of a path item with an operation each.
    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    package static let document = OpenAPIObject(
        name: "an OpenAPI document", required: ["openapi", "info"],
        optional: [
            "paths", "jsonSchemaDialect", "servers", "webhooks", "components", "security", "tags",
            "externalDocs",
        ], since32: ["$self"])
    static let info = OpenAPIObject(
        name: "the info object", required: ["title", "version"],
        optional: ["summary", "description", "termsOfService", "contact", "license"])
    static let server = OpenAPIObject(
        name: "a server", required: ["url"], optional: ["description", "variables"], since32: ["name"])
    static let serverVariable = OpenAPIObject(
        name: "a server variable", required: ["default"], optional: ["enum", "description"])
    static let pathItem = OpenAPIObject(
        name: "a path item", required: [],
        optional: methods.filter { $0 != "query" } + [
            "$ref", "summary", "description", "servers", "parameters",
        ],
        since32: ["query", "additionalOperations"])
    package static let operation = OpenAPIObject(
        name: "an operation", required: [],
        optional: [
            "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody",
            "responses", "callbacks", "deprecated", "security", "servers",
        ])
    package static let parameter = OpenAPIObject(
        name: "a parameter", required: ["name", "in"],
        optional: header.optional + ["allowEmptyValue", "allowReserved"])
    package static let header = OpenAPIObject(
        name: "a header", required: [],
        optional: [
            "description", "required", "deprecated", "style", "explode", "schema", "example", "examples",
            "content",
        ])
    package static let requestBody = OpenAPIObject(
        name: "a request body", required: ["content"], optional: ["description", "required"])
    package static let response = OpenAPIObject(
        name: "a response", required: [], optional: ["description", "headers", "content", "links"],
        since32: ["summary"])
    package static let mediaType = OpenAPIObject(
        name: "a media type", required: [], optional: ["schema", "example", "examples", "encoding"],
        since32: ["itemSchema", "prefixEncoding", "itemEncoding"])
    static let components = OpenAPIObject(
        name: "the components", required: [],
        optional: [
            "schemas", "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes",
            "links", "callbacks", "pathItems",
        ], since32: ["mediaTypes"])
}

/// Properties that only responses have (`readOnly`) or only requests (`writeOnly`).
///
/// `required` counts for them in that direction only, also if another schema of the same value marks them.
/// https://spec.openapis.org/oas/v3.0.4.html#fixed-fields-for-use-with-schemas
extension ContractReader {
    /// Records whether a schema marks values, and whether properties may be required by it.
    mutating func noteDirections(of schema: JSON) {
        var mayRequire = false
        for (name, value) in schema.members {
            switch name {
            case "readOnly", "writeOnly": if value.bool == true { hasDirectionalSchemas = true }
            case "required", "allOf", "anyOf", "oneOf": mayRequire = true
            default: continue
            }
        }
        if mayRequire { requiringSchemas.append(schema) }
    }

    /// The number of schemas that are visited to find marked properties.
    private static let visitLimit = 1_000_000

    /// Returns the names of the marked and required properties, by the nodes of schemas that require them.
    func optionalNames(marked keyword: String) -> [Int: Set<String>] {
        guard hasDirectionalSchemas else { return [:] }
        var marks = MarkedSchemas(keyword: keyword, references: references)
        var names: [Int: Set<String>] = [:]
        var visited = 0
        for schema in requiringSchemas where visited < Self.visitLimit {
            let branches = references.branches(of: schema, isCertain: true)
            let marked = branches.flatMap { $0["properties"].members.filter { marks.contains($0.value) } }
            visited += branches.count + marked.count
            guard !marked.isEmpty else { continue }
            let markedNames = Set(marked.map(\.name))
            for branch in references.branches(of: schema) {
                visited += 1
                let required = branch["required"].elements.compactMap(\.string).filter(markedNames.contains)
                if !required.isEmpty, let node = branch.node { names[node, default: []].formUnion(required) }
            }
        }
        return names
    }
}

/// Decides whether schemas are marked by a keyword, directly or by what they refer to.
private struct MarkedSchemas {
    let keyword: String
    let references: References
    var known: [Int: Bool] = [:]

    mutating func contains(_ schema: JSON) -> Bool {
        guard let node = schema.node else { return false }
        if let known = known[node] { return known }
        let isMarked = references.branches(of: schema, isCertain: true).contains { $0[keyword].bool == true }
        known[node] = isMarked
        return isMarked
    }
}
