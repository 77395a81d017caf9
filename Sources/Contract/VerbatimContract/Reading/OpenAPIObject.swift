/// The required and optional properties of an object in an OpenAPI document.
///
/// A property that is not listed and does not begin with `x-` is an error: a misspelled `requierd` would be
/// ignored silently otherwise.
///
/// https://spec.openapis.org/oas/v3.1.1.html#schema-1
struct OpenAPIObject {
    let name: String
    let required: [String]
    let optional: [String]

    func allows(_ property: String) -> Bool {
        property.hasPrefix("x-") || required.contains(property) || optional.contains(property)
    }

    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    static let document = OpenAPIObject(
        name: "an OpenAPI document", required: ["openapi", "info", "paths"],
        optional: [
            "jsonSchemaDialect", "servers", "webhooks", "components", "security", "tags", "externalDocs",
        ])
    static let info = OpenAPIObject(
        name: "the info object", required: ["title", "version"],
        optional: ["summary", "description", "termsOfService", "contact", "license"])
    static let server = OpenAPIObject(
        name: "a server", required: ["url"], optional: ["description", "variables"])
    static let serverVariable = OpenAPIObject(
        name: "a server variable", required: ["default"], optional: ["enum", "description"])
    static let pathItem = OpenAPIObject(
        name: "a path item", required: [],
        optional: methods + ["$ref", "summary", "description", "servers", "parameters"])
    static let operation = OpenAPIObject(
        name: "an operation", required: ["responses"],
        optional: [
            "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody",
            "callbacks", "deprecated", "security", "servers",
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
        name: "a response", required: ["description"], optional: ["headers", "content", "links"])
    static let mediaType = OpenAPIObject(
        name: "a media type", required: [], optional: ["schema", "example", "examples", "encoding"])
    static let components = OpenAPIObject(
        name: "the components", required: [],
        optional: [
            "schemas", "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes",
            "links", "callbacks", "pathItems",
        ])
}
