public import Foundation
package import VerbatimJSON
package import VerbatimSchema

/// The contract of an API with the app: one OpenAPI document in JSON.
///
/// The name of the API is the name of the file without its extension: `Contracts/google-books.json` describes
/// `google-books`.
///
/// https://spec.openapis.org/oas/v3.1.1.html
public struct Contract: Sendable {
    /// The name of the API.
    public let api: String
    /// The path of the file, as it was given.
    public let file: String
    /// The problems of the document, in its order. Each switches off only what depends on it.
    public let warnings: [ContractError.Problem]
    /// The operations, in document order.
    package let operations: [APIOperation]
    /// The same operations by their URLs.
    let index: OperationIndex
    /// The servers of the document and of its paths, each once.
    package let servers: [URLTemplate]
    /// The compiled schemas, for values that the API sends.
    package let schemas: [CompiledSchema]
    /// The compiled schemas, for values that the API receives.
    package let requestSchemas: [CompiledSchema]
    /// The shapes of the values that the schemas describe.
    package let shapes: SchemaShapes
    /// The same shapes, for walks along values.
    let table: ShapeTable
    /// The document in OpenAPI 3.1, whichever version it is written in.
    package let document: JSON
    /// The document as written, if that is OpenAPI 3.0.
    package let source: JSON?
    /// The nodes as written, by the nodes of the document that they became, if that is OpenAPI 3.0.
    let sourceNodes: [Int: JSON]

    /// Returns the location of a node of the document in the file.
    package func location(of node: JSON) -> SourceLocation {
        SourceLocation(sourceNodes.source(of: node) ?? source?[node.pointer] ?? node, in: file)
    }
}

extension [Int: JSON] {
    /// Returns the node as written that a node of the document was made from, if it is known.
    func source(of node: JSON) -> JSON? { node.node.flatMap { self[$0] } }
}

extension Contract {
    /// Reads a contract and validates the contract itself.
    ///
    /// What is odd in it, such as misspelled properties, unresolved references, invalid keywords of schemas
    /// or wrong examples, is listed in ``warnings``.
    ///
    /// - Parameter isStrict: Whether such a problem is an error.
    /// - Throws: ``ContractError`` if the file cannot be read, or is not JSON or not OpenAPI 3; in a strict
    ///   reading, with every problem.
    public init(contentsOf file: URL, isStrict: Bool = false) throws(ContractError) {
        let path = file.relativePath
        let text: Data
        do {
            text = try Data(readingFile: file)
        } catch {
            throw ContractError(unreadable: path, error.description)
        }
        try self.init(parsing: text, file: path, isStrict: isStrict)
    }

    /// Parses a contract.
    ///
    /// - Parameters:
    ///   - file: The path of the file, for the name of the API and for locations.
    ///   - isStrict: Whether a problem is an error rather than listed in ``warnings``.
    /// - Throws: ``ContractError`` if the text is not JSON or not OpenAPI 3; in a strict reading, with every
    ///   problem.
    public init(parsing text: Data, file: String, isStrict: Bool = false) throws(ContractError) {
        let document: JSON
        do {
            document = try JSON(parsing: text)
        } catch {
            let location = SourceLocation(
                file: file, line: error.position.line, column: error.position.column)
            throw ContractError(
                at: location, "invalid JSON: \(error.reason)", next: "correct it and run `make check` again")
        }
        var reader = ContractReader(document: document, file: file)
        self = try reader.read(
            api: URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent, isStrict: isStrict)
    }
}
