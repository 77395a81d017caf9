import Foundation

/// The files in a folder and in the folders within it.
enum FolderListing {
    /// The paths of the files with an extension, from the folder on, sorted; none when there is no such folder.
    ///
    /// What is hidden is left out: recordings under way stand there.
    static func paths(in folder: URL, extension name: String) -> [String] {
        let found = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))
        return (found?.allObjects ?? []).compactMap { $0 as? String }
            .filter { $0.hasSuffix(".\(name)") && !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
            .sorted()
    }
}
