public import Foundation
import VerbatimJSON

extension Contract {
    /// Reads a contract and checks the contract itself.
    ///
    /// - Throws: ``ContractError`` with everything that is wrong: not JSON, not OpenAPI 3.1 or 3.0, misspelt members, references
    ///   to nothing, schemas that do not compile, operations declared twice.
    public init(contentsOf file: URL) throws(ContractError) {
        let path = file.relativePath
        let text: Data
        do {
            text = try Data(contentsOf: file)
        } catch {
            throw ContractError(
                at: SourceLocation(file: path), "the file cannot be read: \(error.localizedDescription)",
                next: "restore it with `git checkout -- \(path)`")
        }
        try self.init(parsing: text, file: path)
    }

    /// Reads a contract from text, as if it stood in a file of this path.
    ///
    /// - Throws: ``ContractError`` with everything that is wrong.
    public init(parsing text: Data, file: String) throws(ContractError) {
        let document: JSON
        do {
            document = try JSON(parsing: text)
        } catch {
            let location = SourceLocation(
                file: file, line: error.position.line, column: error.position.column)
            throw ContractError(
                at: location, "this is not JSON: \(error.reason)",
                next: "correct it and run `make check` again")
        }
        var reader = ContractReader(document: document, file: file)
        self = try reader.read(api: URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent)
    }
}

extension ContractError {
    /// Creates an error with a single problem.
    package init(at location: SourceLocation, _ what: String, next: String) {
        self.init([Problem(location: location, what: what, next: next)])
    }
}
