package import VerbatimJSON
package import VerbatimSchema

/// What an API promises and the app relies on: one OpenAPI 3.1 document in JSON.
///
/// The name of the API is the name of the file without its extension: `Contracts/google-books.json` is `google-books`.
///
/// https://spec.openapis.org/oas/v3.1.1.html
public struct Contract: Sendable {
    /// The name of the API.
    public let api: String
    /// The path of the file, as it was given.
    public let file: String
    /// The operations, in document order.
    package let operations: [APIOperation]
    /// The servers of the document and of its paths, each once.
    package let servers: [URLTemplate]
    /// Its schemas, ready to validate.
    package let schemas: [CompiledSchema]
    /// What its schemas say about the shape of values.
    package let shapes: SchemaShapes
    /// The same, to walk along with a value.
    let table: ShapeTable
    /// The whole document, in OpenAPI 3.1 whichever version it was written in.
    package let document: JSON
    /// The document as it was written, where that was in OpenAPI 3.0.
    package let source: JSON?

    /// Where a node of the document stands in the file.
    package func location(of node: JSON) -> SourceLocation {
        SourceLocation(source?[node.pointer] ?? node, in: file)
    }
}

extension SourceLocation {
    init(_ node: JSON, in file: String) {
        let position = node.position
        self.init(file: file, line: position.line, column: position.column)
    }
}
