import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema
import VerbatimYAML

/// A document in a file, in JSON or YAML: a schema or an instance.
struct SchemaFile {
    let document: JSON
    /// The parts of a text in YAML that may mean something else to its author, with their locations.
    let warnings: [String]
    private let path: String

    /// Reads the document.
    init(_ path: String, in context: CommandContext) throws(FileProblem) {
        self.path = path
        let read = try TextDocument(contentsOf: context.url(path), path: path)
        document = read.root
        warnings = read.warnings.map { "\(path):\($0.position): \($0.message)" }
    }

    /// Compiles the document as a schema.
    ///
    /// - Parameter store: The documents that its references may refer to.
    func compiled(
        in store: SchemaStore, formats: CompileOptions.Formats
    ) throws(FileProblem) -> CompiledSchema {
        do {
            return try Schema(document).compile(in: store, options: CompileOptions(formats: formats))
        } catch {
            throw FileProblem(
                location: "\(error.document.isEmpty ? path : error.document):\(error.position)",
                what: "the schema does not compile: \(error.message)")
        }
    }
}

extension TextDocument {
    /// Reads a file in JSON or YAML.
    ///
    /// - Parameter path: The path of the file in messages.
    init(contentsOf file: URL, path: String) throws(FileProblem) {
        let text: Data
        do {
            text = try Data(readingFile: file)
        } catch {
            throw FileProblem(location: path, what: "the file cannot be read: \(error)")
        }
        do {
            try self.init(parsing: text, file: path)
        } catch {
            throw FileProblem(location: "\(path):\(error.position)", what: error.message)
        }
    }
}

extension SchemaStore {
    /// Reads the documents of folders, each with its subfolders: `DIR`, or `URL=DIR` for a folder whose
    /// documents are at a URL.
    init(remotes: [String], in context: CommandContext) throws(FileProblem) {
        self.init()
        for remote in remotes {
            let parts = remote.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2, parts[0].contains("://") {
                try add(parts[1], at: parts[0], in: context)
            } else {
                try add(remote, at: "", in: context)
            }
        }
    }

    /// Adds every document of a folder by its path below a URL, and by its `$id`.
    private mutating func add(
        _ folder: String, at base: String, in context: CommandContext
    ) throws(FileProblem) {
        let root = context.url(folder)
        let paths = TextDocument.extensions.flatMap { FolderListing.paths(in: root, extension: $0) }
        guard !paths.isEmpty else {
            throw FileProblem(location: folder, what: "no file in JSON or YAML in this folder")
        }
        let separator = base.isEmpty || base.hasSuffix("/") ? "" : "/"
        for path in paths {
            let document = try TextDocument(
                contentsOf: root.appending(path: path), path: "\(folder)/\(path)"
            ).root
            let id = document["$id"].string
            if let id { add(document, at: id) }
            if id == nil || !base.isEmpty { add(document, at: base + separator + path) }
        }
    }
}

/// An error in a file that was given on the command line.
struct FileProblem: Error, CustomStringConvertible {
    let location: String
    let what: String
    /// The next step, if there is one.
    var next: String?

    var description: String { MessageText("\(location): \(what)", next: next).text }
}
