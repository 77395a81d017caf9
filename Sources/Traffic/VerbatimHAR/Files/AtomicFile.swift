package import Foundation

/// Files that are written completely or not at all.
package enum AtomicFile {
    /// Writes a file by renaming a complete one over it.
    ///
    /// The file is complete even if the process is killed at any moment. It is not flushed to the disk: after
    /// a power failure version control has the old recording, and flushing would take longer than most
    /// recordings.
    package static func write(_ bytes: Data, to url: URL) throws(ArchiveError) {
        let name = temporaryPrefix(url) + UUID().uuidString.prefix(8).lowercased()
        let temporary = url.deletingLastPathComponent().appendingPathComponent(name)
        guard writeCompletely(bytes, to: temporary), rename(temporary.fileName, url.fileName) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(temporary.fileName)
            throw ArchiveError(.unwritable(path: url.displayPath, reason: reason), file: url.displayPath)
        }
    }

    /// Removes the temporary files of writers that were killed.
    ///
    /// The caller must hold the lock of the folder: without it, other writers may lose their files.
    package static func removeTemporaries(of url: URL) throws(ArchiveError) {
        let folder = url.deletingLastPathComponent()
        for name in names(in: folder) where name.hasPrefix(temporaryPrefix(url)) {
            try remove(folder.appendingPathComponent(name))
        }
    }

    private static func temporaryPrefix(_ url: URL) -> String { ".\(url.lastPathComponent)." }

    private static func writeCompletely(_ bytes: Data, to url: URL) -> Bool {
        guard let file = fopen(url.fileName, "wb") else { return false }
        let written = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        return fclose(file) == 0 && written == bytes.count
    }

    /// Creates a folder and its parents, unless it exists.
    package static func createFolder(_ url: URL) throws(ArchiveError) {
        try perform(on: url) {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
    }

    /// Removes a file, or a folder with its contents, if it exists.
    package static func remove(_ url: URL) throws(ArchiveError) {
        try perform(on: url) {
            do {
                try FileManager.default.removeItem(at: url)
            } catch CocoaError.fileNoSuchFile {}
        }
    }

    /// Returns the names in a folder, sorted; none if it does not exist.
    package static func names(in folder: URL) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        return names?.sorted() ?? []
    }

    private static func perform(on url: URL, _ work: () throws -> Void) throws(ArchiveError) {
        do {
            try work()
        } catch {
            let path = url.displayPath
            throw ArchiveError(.unwritable(path: path, reason: error.fileMessage), file: path)
        }
    }
}

extension URL {
    fileprivate var fileName: String { path(percentEncoded: false) }
}
