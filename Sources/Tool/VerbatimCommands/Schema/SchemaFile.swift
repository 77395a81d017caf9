import Foundation
import VerbatimJSON
import VerbatimSchema

/// A JSON document in a file: a schema, or what is held to one.
struct SchemaFile {
    let document: JSON
    private let path: String
    private let setting: CommandContext

    /// Reads the document.
    init(_ path: String, in setting: CommandContext) throws(FileProblem) {
        self.path = path
        self.setting = setting
        document = try Self.read(setting.url(path), path)
    }

    /// Compiles the document as a schema.
    ///
    /// - Parameter remotes: The folder of the documents its references may lead to.
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

    /// Every document of a folder and the folders in it, by its `$id`; one without an `$id` by its path.
    private func store(_ folder: String) throws(FileProblem) -> SchemaStore {
        let root = setting.url(folder)
        let paths = FolderListing.paths(in: root, extension: "json")
        guard !paths.isEmpty else {
            throw FileProblem(location: folder, what: "there is no JSON file in this folder")
        }
        var store = SchemaStore()
        for path in paths {
            let remote = try Self.read(root.appending(path: path), "\(folder)/\(path)")
            store.add(remote, at: remote["$id"].string ?? path)
        }
        return store
    }

    private static func read(_ url: URL, _ path: String) throws(FileProblem) -> JSON {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: url, options: .mappedIfSafe)
        } catch {
            throw FileProblem(location: path, what: "the file cannot be read: \(error.localizedDescription)")
        }
        do {
            return try JSON(parsing: bytes)
        } catch {
            throw FileProblem(
                location: "\(path):\(error.position)", what: "this is not JSON: \(error.reason)")
        }
    }
}

/// Why a file given on the command line is of no use.
struct FileProblem: Error, CustomStringConvertible {
    let location: String
    let what: String

    var description: String { "\(location): \(what)" }
}
