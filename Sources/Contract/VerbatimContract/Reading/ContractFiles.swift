package import Foundation
import VerbatimJSON

/// The files that the references of a contract may lead to: those in one folder.
package struct ContractFiles: Sendable {
    /// The folder in messages and locations.
    let folder: String
    /// Returns the bytes of the file at a path relative to the folder, or nil if there is no such file.
    let read: @Sendable (_ path: String) -> Data?

    /// Creates access to files that are elsewhere than in a folder, such as in a Git revision.
    package init(folder: String, read: @escaping @Sendable (_ path: String) -> Data?) {
        self.folder = folder
        self.read = read
    }

    /// Creates access to the files in a folder and its subfolders; a link that leaves it leads nowhere.
    package init(in folder: URL) {
        let root = folder.resolvingSymlinksInPath().path + "/"
        let name = folder.relativePath
        self.init(folder: ["", ".", "./"].contains(name) ? "" : name) { path in
            let file = folder.appendingPathComponent(path).resolvingSymlinksInPath()
            return file.path.hasPrefix(root) ? try? Data(readingFile: file) : nil
        }
    }

    /// Returns a path relative to the folder as messages and locations have it.
    func location(of path: String) -> String {
        folder.isEmpty || folder.hasSuffix("/") || folder.hasSuffix(":") ? folder + path : "\(folder)/\(path)"
    }
}
