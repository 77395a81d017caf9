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
    /// - Parameter remotes: The folder of documents that its references may refer to.
    func compiled(remotes: String?) throws(FileProblem) -> CompiledSchema {
        let store = try remotes.map(store) ?? SchemaStore()
        do {
            return try Schema(document).compile(in: store, options: CompileOptions(formats: .assertion))
        } catch {
            throw FileProblem(
                location: "\(error.document.isEmpty ? path : error.document):\(error.position)",
                what: "the schema does not compile: \(error.message)")
        }
    }

    /// Reads every document of a folder and its subfolders, by its `$id` or else by its path.
    private func store(_ folder: String) throws(FileProblem) -> SchemaStore {
        let root = context.url(folder)
        let paths = FolderListing.paths(in: root, extension: "json")
        guard !paths.isEmpty else {
            throw FileProblem(location: folder, what: "no JSON file in this folder")
        }
        var store = SchemaStore()
        for path in paths {
            let remote = try Self.read(root.appending(path: path), "\(folder)/\(path)")
            store.add(remote, at: remote["$id"].string ?? path)
        }
        return store
    }

    private static func read(_ url: URL, _ path: String) throws(FileProblem) -> JSON {
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

/// An error in a file that was given on the command line.
struct FileProblem: Error, CustomStringConvertible {
    let location: String
    let what: String
    /// The next step, if there is one.
    var next: String?

    var description: String { MessageText("\(location): \(what)", next: next).text }
}
