import Foundation
import Synchronization
import VerbatimModels

extension Arguments {
    /// Reads the declarations of the app's models in the folder of `--sources`, or else of the context.
    ///
    /// Throws if the folder of `--sources` does not exist; without the default folder, no declaration is
    /// known.
    func declarations(in context: CommandContext) throws(UsageError) -> SourceIndex {
        let folder = context.url(self[.sources] ?? context.folders.sources)
        if let option = self[.sources], !folder.isFolder {
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
