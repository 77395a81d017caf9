import Foundation
import VerbatimJSON
import VerbatimSchema

/// A JSON document in a file: a schema or an instance.
struct SchemaFile {
    let document: JSON
    private let path: String
    private let context: CommandContext

    /// Reads the document.
    init(_ path: String, in context: CommandContext) throws(FileProblem) {
        self.path = path
        self.context = context
        document = try Self.read(context.url(path), path)
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

    /// Reads a JSON file.
    static func read(_ url: URL, _ path: String) throws(FileProblem) -> JSON {
        do {
            return try JSON(contentsOf: url)
        } catch {
            if case .unreadable(let reason) = error.reason {
                throw FileProblem(location: path, what: "the file cannot be read: \(reason)")
            }
            throw FileProblem(
                location: "\(path):\(error.position)", what: "invalid JSON: \(error.reason)")
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
        let paths = FolderListing.paths(in: root, extension: "json")
        guard !paths.isEmpty else {
            throw FileProblem(location: folder, what: "no JSON file in this folder")
        }
        let separator = base.isEmpty || base.hasSuffix("/") ? "" : "/"
        for path in paths {
            let document = try SchemaFile.read(root.appending(path: path), "\(folder)/\(path)")
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
