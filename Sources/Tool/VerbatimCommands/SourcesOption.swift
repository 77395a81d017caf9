import Foundation
import VerbatimModels

/// The folder in which the app's models are declared.
struct SourcesOption {
    private let named: String?

    /// The folder named on the command line, or the one there is by default.
    init(_ arguments: Arguments) {
        named = arguments.value("--sources")
    }

    /// Reads the sources; without them no declaration is known, but a folder that was named has to be there.
    func index(in setting: CommandContext) throws(UsageError) -> SourceIndex {
        let folder = setting.url(named ?? DefaultPaths.sources)
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(
            atPath: folder.path(percentEncoded: false), isDirectory: &isFolder)
        if let named, !(exists && isFolder.boolValue) {
            throw .malformed("--sources \(named)", expected: "a folder")
        }
        return SourceIndex(contentsOf: folder)
    }
}
