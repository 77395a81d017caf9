import Foundation
import Synchronization
import VerbatimModels

/// The folder in which the app's models are declared.
struct ModelSources {
    private let option: String?

    /// Takes the folder from `--sources`, or else from the context.
    init(_ arguments: Arguments) {
        option = arguments[.sources]
    }

    /// Reads the declarations in the folder.
    ///
    /// Throws if the folder of `--sources` does not exist; without the default folder, no declaration is
    /// known.
    func index(in context: CommandContext) throws(UsageError) -> SourceIndex {
        let folder = context.url(option ?? context.folders.sources)
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(
            atPath: folder.path(percentEncoded: false), isDirectory: &isFolder)
        if let option, !(exists && isFolder.boolValue) {
            throw .malformed("--sources \(option)", expected: "a folder")
        }
        return SourceIndex(contentsOf: folder)
    }
}

/// The declarations of the app's models, read on first use and shared by concurrent tasks.
final class SharedSourceIndex: Sendable {
    private let folder: URL
    private let index = Mutex<SourceIndex?>(nil)

    init(of folder: URL) {
        self.folder = folder
    }

    var value: SourceIndex {
        index.withLock { index in
            let value = index ?? SourceIndex(contentsOf: folder)
            index = value
            return value
        }
    }
}
