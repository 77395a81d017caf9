import Foundation

/// The package or project that contains the working directory: the nearest folder with a manifest, a project
/// of Xcode, a repository, or the folders of the tool themselves.
struct ProjectRoot {
    /// The path from the working directory: `../..`; empty if it is the root itself.
    let path: String

    /// Looks for the root in a folder and in the folders that contain it.
    ///
    /// - Parameters:
    ///   - directory: The working directory.
    ///   - folders: The folders of the tool.
    /// - Returns: The root, or nil if no folder is one.
    init?(of directory: URL, with folders: ToolFolders) {
        let own = [folders.recordings, folders.contracts].filter { !$0.hasPrefix("/") }
        var folder = directory.standardizedFileURL
        var steps: [String] = []
        while !Self.isRoot(folder, own) {
            guard folder.path(percentEncoded: false) != "/" else { return nil }
            folder = folder.deletingLastPathComponent()
            steps.append("..")
        }
        path = steps.joined(separator: "/")
    }

    private static func isRoot(_ folder: URL, _ own: [String]) -> Bool {
        let files = FileManager.default
        let marks = ["Package.swift", ".git"] + own
        return marks.contains { files.fileExists(atPath: folder.appending(path: $0).path) }
            || ((try? files.contentsOfDirectory(atPath: folder.path)) ?? []).contains {
                $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace")
            }
    }
}
