package import Foundation

/// Files that are written completely or not at all, and removed one by one: nothing here is recursive.
package enum AtomicFile {
    /// Replaces a file, or creates it with its folder, and removes the temporary files of killed writers.
    package static func write(_ bytes: Data, to url: URL) throws(ArchiveError) {
        let folder = url.deletingLastPathComponent()
        try createFolder(folder)
        try FolderLock.withLock(on: [folder]) { (lock: borrowing FolderLock) throws(ArchiveError) in
            try FileKind.require(.file, at: url)
            try StagedFile(bytes, for: url).commit()
            try removeTemporaries(of: url, under: lock)
        }
    }

    /// Creates a folder and its parents, unless it exists.
    package static func createFolder(_ url: URL) throws(ArchiveError) {
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            let path = url.displayPath
            throw ArchiveError(.unwritable(path: path, reason: error.fileMessage), file: path)
        }
    }

    /// Removes a file, but never a folder, if it exists.
    package static func removeFile(_ url: URL) throws(ArchiveError) {
        guard try FileKind(of: url) == .file else { return }
        guard unlink(url.fileName) == 0 || errno == ENOENT else { throw .lastSystemError(writing: url) }
    }

    /// Removes a folder if it is empty, but for the file in which the Finder of macOS keeps its view.
    static func removeEmptyFolder(_ url: URL) throws(ArchiveError) {
        guard rmdir(url.fileName) != 0 else { return }
        guard [ENOENT, ENOTEMPTY, EEXIST, ENOTDIR].contains(errno) else {
            throw .lastSystemError(writing: url)
        }
        guard try FileKind(of: url) == .folder, try names(in: url) == [finderFile] else { return }
        try removeFile(url.file(finderFile))
        try removeEmptyFolder(url)
    }

    private static let finderFile = ".DS_Store"

    /// Removes the temporary files that killed writers of a file have left.
    ///
    /// - Parameter lock: The lock of the folder, without which other writers could lose their files.
    package static func removeTemporaries(
        of url: URL, under lock: borrowing FolderLock
    ) throws(ArchiveError) {
        let name = url.lastPathComponent
        try removeTemporaries(in: url.deletingLastPathComponent(), under: lock) { $0 == name }
    }

    static func removeTemporaries(
        in folder: URL, under lock: borrowing FolderLock, of isDestination: (String) -> Bool
    ) throws(ArchiveError) {
        for name in try names(in: folder) {
            guard let destination = TemporaryName.destination(of: name), isDestination(destination) else {
                continue
            }
            try removeFile(folder.file(name))
        }
    }

    /// Returns the names in a folder, sorted; none if it does not exist.
    private static func names(in folder: URL) throws(ArchiveError) -> [String] {
        guard try FileKind(of: folder) != .missing else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.fileName).sorted()
        } catch {
            throw ArchiveError(.unreadable(reason: error.fileMessage), file: folder.displayPath)
        }
    }
}

extension FileKind {
    /// Refuses anything at a path but a file or folder, or nothing.
    ///
    /// A recording is not written through symbolic links: their targets belong to others.
    @discardableResult
    package static func require(_ kind: FileKind, at url: URL) throws(ArchiveError) -> FileKind {
        let found = try FileKind(of: url)
        guard found == kind || found == .missing else {
            let path = url.displayPath
            throw ArchiveError(.obstructed(path: path, reason: "it is \(found), not \(kind)"), file: path)
        }
        return found
    }
}
