public import Foundation

/// The text of a generated OpenAPI document, with one operation unless it gets others.
public struct GeneratedContract: Sendable {
    /// The `openapi` version.
    public var version = "3.1.0"
    /// The servers, as JSON.
    public var servers = #"[{"url": "https://a.test"}]"#
    /// The schema of the response of `GET /a`, as JSON.
    public var schema = "{}"
    /// The members of the components besides `schemas`, as JSON without braces.
    public var components = ""
    /// The members of the schemas of the components, as JSON without braces.
    public var schemas = ""
    /// Further members of the operation, as JSON without braces.
    public var operation = ""
    /// Further members of the response, as JSON without braces.
    public var response = ""
    /// The media type of the response.
    public var mediaType = "application/json"
    /// The paths, as JSON without braces; `GET /a` if this is nil.
    public var paths: String?

    /// Creates a document with one operation whose response has an empty schema.
    public init(schema: String = "{}") {
        self.schema = schema
    }

    /// The document as the contents of a file.
    public var data: Data {
        let content = #""content": {"\#(mediaType)": {"schema": \#(schema)}}"#
        let answer = #"{"200": {"description": "", \#(content)\#(Self.following(response))}}"#
        let path = #""/a": {"get": {"responses": \#(answer)\#(Self.following(operation))}}"#
        let components = #"{"schemas": {\#(schemas)}\#(Self.following(components))}"#
        let text = #"""
            {"openapi": "\#(version)", "info": {"title": "a", "version": "1"}, "servers": \#(servers),
            "paths": {\#(paths ?? path)}, "components": \#(components)}
            """#
        return Data(text.utf8)
    }

    private static func following(_ members: String) -> String { members.isEmpty ? "" : ", " + members }
}

extension Int {
    /// Returns the texts of the numbers below this one, separated by commas.
    public func texts(_ text: (Int) -> String) -> String {
        (0..<self).map(text).joined(separator: ",")
    }
}
