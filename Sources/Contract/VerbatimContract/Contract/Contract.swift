public import Foundation
package import VerbatimJSON
package import VerbatimSchema
import VerbatimYAML

/// The contract of an API with the app: one OpenAPI document, in JSON or YAML.
///
/// The name of the API is the name of the file without its extension: `Contracts/google-books.json` or
/// `Contracts/google-books.yaml` describes `google-books`.
///
/// This is a class so that checking a request does not copy the contract.
///
/// https://spec.openapis.org/oas/v3.1.1.html
public final class Contract: Sendable {
    /// The name of the API.
    public let api: String
    /// The path of the file, as it was given.
    public let file: String
    /// The paths of the files that the document refers to, relative to its folder.
    let otherFiles: [String]
    /// The paths of the file and of those that it refers to.
    package var filePaths: [String] {
        let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
        return [file] + otherFiles.map { folder + $0 }
    }

    /// The problems of the document, in its order. Each switches off only what depends on it.
    public let warnings: [ContractError.Problem]
    package let operations: [APIOperation]
    /// The requests that the API sends: webhooks, and the callbacks of operations. They have no URLs.
    package let incoming: [APIOperation]
    /// The operations by their URLs.
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
    package let references: References
    /// The nodes as written.
    let sources: SourceMap

    /// - Parameters:
    ///   - file: The path of the file, for the name of the API, for locations, and to know by its extension
    ///     whether the text is YAML.
    ///   - files: The files in the folder of that, which references may lead to.
    ///   - isStrict: Whether a problem is an error rather than listed in ``warnings``.
    /// - Throws: ``ContractError`` if the text is not JSON or YAML, or not OpenAPI 3; in a strict reading,
    ///   with every problem.
    package init(
        parsing text: Data, file: String, files: ContractFiles?, isStrict: Bool = false
    ) throws(ContractError) {
        let document = try Self.document(parsing: text, file: file)
        var reader = ContractReader(document: document.root, file: file)
        for warning in document.warnings { reader.report(warning.message, at: warning.position) }
        let parts = try reader.read(files: files, isStrict: isStrict)
        (api, self.file, otherFiles) = (Self.api(ofFile: file), file, parts.otherFiles)
        warnings = reader.problems
        (operations, incoming, index) = (parts.operations, parts.incoming, OperationIndex(parts.operations))
        servers = operations.flatMap(\.servers).uniqued
        (schemas, requestSchemas) = (parts.schemas, parts.requestSchemas)
        (shapes, table) = (reader.shapes, ShapeTable(reader.shapes))
        (references, sources) = (reader.references, reader.sources)
    }

    /// The document in OpenAPI 3.1, whichever version it is written in.
    package var document: JSON { references.document }

    /// The document as written, if that is OpenAPI 3.0 or refers to other files.
    package var source: JSON? { sources.source }

    /// Returns the location of a node of the document, in its file or in one that it refers to.
    package func location(of node: JSON) -> SourceLocation { sources.location(of: node, in: document) }

    /// Returns the JSON Pointer of a node of the document in the file that has it.
    package func pointer(of node: JSON) -> JSONPointer {
        otherFiles.isEmpty ? node.pointer : sources.written(node, of: document).node.pointer
    }
}

extension Contract {
    /// Reads a contract and validates the contract itself.
    ///
    /// What is odd in it, such as misspelled properties, unresolved references, invalid keywords of schemas
    /// or wrong examples, is listed in ``warnings``.
    ///
    /// References to other files are followed in the folder of the file and its subfolders.
    ///
    /// - Parameter isStrict: Whether such a problem is an error.
    /// - Throws: ``ContractError`` if the file cannot be read, or is not JSON or YAML, or not OpenAPI 3; in a
    ///   strict reading, with every problem.
    public convenience init(contentsOf file: URL, isStrict: Bool = false) throws(ContractError) {
        let path = file.relativePath
        let text: Data
        do {
            text = try Data(readingFile: file)
        } catch {
            throw ContractError(unreadable: path, error.description)
        }
        let files = ContractFiles(in: file.deletingLastPathComponent())
        try self.init(parsing: text, file: path, files: files, isStrict: isStrict)
    }

    /// Parses a contract.
    ///
    /// - Parameters:
    ///   - file: The path of the file, for the name of the API, for locations, and to know by its extension
    ///     whether the text is YAML.
    ///   - isStrict: Whether a problem is an error rather than listed in ``warnings``.
    /// - Throws: ``ContractError`` if the text is not JSON or YAML, or not OpenAPI 3; in a strict reading,
    ///   with every problem.
    public convenience init(parsing text: Data, file: String, isStrict: Bool = false) throws(ContractError) {
        try self.init(parsing: text, file: file, files: nil, isStrict: isStrict)
    }

    /// Parses the text of a contract, or of a file that it refers to.
    static func document(parsing text: Data, file: String) throws(ContractError) -> TextDocument {
        do {
            return try TextDocument(parsing: text, file: file)
        } catch {
            let location = SourceLocation(
                file: file, line: error.position.line, column: error.position.column)
            throw ContractError(at: location, error.message, next: ContractError.correction)
        }
    }

    static func api(ofFile path: String) -> String {
        URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }
}
