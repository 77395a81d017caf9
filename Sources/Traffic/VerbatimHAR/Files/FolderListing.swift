package import Foundation

/// Lists the files in a folder and its subfolders.
package enum FolderListing {
    /// Returns the paths of the files with an extension, relative to the folder and sorted.
    ///
    /// The result is empty if there is no such folder. Hidden files are skipped: recordings in progress are
    /// hidden.
    package static func paths(in folder: URL, extension name: String) -> [String] {
        paths(in: folder).filter { $0.hasSuffix(".\(name)") }.sorted()
    }

    /// Returns the paths of all files and folders that are not hidden, relative to the folder, in any order.
    package static func paths(in folder: URL) -> [String] {
        let found = try? FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        return (found ?? []).filter { !"/\($0)".contains("/.") }
    }
}
