/// The required and optional properties of an object in an OpenAPI document.
///
/// A property that is not listed and does not begin with `x-` is a mistake: a misspelled `requierd` would be
/// ignored silently otherwise.
///
/// https://spec.openapis.org/oas/v3.1.1.html#schema-1, https://spec.openapis.org/oas/v3.2.0.html#schema-1
struct OpenAPIObject {
    let name: String
    let required: [String]
    let optional: [String]
    /// The optional properties since OpenAPI 3.2.
    var since32: [String] = []

    func allows(_ property: String, in version: OpenAPIVersion) -> Bool {
        property.hasPrefix("x-") || required.contains(property) || optional.contains(property)
            || version >= .v32 && since32.contains(property)
    }

    /// The properties of a path item with an operation each.
    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    static let document = OpenAPIObject(
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
    static let operation = OpenAPIObject(
        name: "an operation", required: [],
        optional: [
            "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody",
            "responses", "callbacks", "deprecated", "security", "servers",
        ])
    static let parameter = OpenAPIObject(
        name: "a parameter", required: ["name", "in"],
        optional: header.optional + ["allowEmptyValue", "allowReserved"])
    static let header = OpenAPIObject(
        name: "a header", required: [],
        optional: [
            "description", "required", "deprecated", "style", "explode", "schema", "example", "examples",
            "content",
        ])
    static let requestBody = OpenAPIObject(
        name: "a request body", required: ["content"], optional: ["description", "required"])
    static let response = OpenAPIObject(
        name: "a response", required: [], optional: ["description", "headers", "content", "links"],
        since32: ["summary"])
    static let mediaType = OpenAPIObject(
        name: "a media type", required: [], optional: ["schema", "example", "examples", "encoding"],
        since32: ["itemSchema", "prefixEncoding", "itemEncoding"])
    static let components = OpenAPIObject(
        name: "the components", required: [],
        optional: [
            "schemas", "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes",
            "links", "callbacks", "pathItems",
        ], since32: ["mediaTypes"])
}
