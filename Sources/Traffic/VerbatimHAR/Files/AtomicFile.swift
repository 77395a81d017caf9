package import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Files that are there whole or not at all.
package enum AtomicFile {
    /// Writes a file by renaming a finished one over it.
    ///
    /// Whole after a kill of the process at any moment. Not forced to the disk: after a power failure version control
    /// has the old recording, and waiting for the disk would take longer than most recordings.
    package static func write(_ bytes: Data, to url: URL) throws(ArchiveError) {
        let name = temporaryPrefix(url) + UUID().uuidString.prefix(8).lowercased()
        let temporary = url.deletingLastPathComponent().appendingPathComponent(name)
        guard writeWhole(bytes, to: temporary), rename(temporary.fileName, url.fileName) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(temporary.fileName)
            throw ArchiveError(.unwritable(path: url.displayPath, reason: reason), file: url.displayPath)
        }
    }

    /// Removes what writers of a file that were killed have left beside it.
    ///
    /// Only for who holds the lock of the folder: another writer's temporary would be removed as well.
    package static func removeTemporaries(of url: URL) throws(ArchiveError) {
        let folder = url.deletingLastPathComponent()
        for name in names(in: folder) where name.hasPrefix(temporaryPrefix(url)) {
            try remove(folder.appendingPathComponent(name))
        }
    }

    private static func temporaryPrefix(_ url: URL) -> String { ".\(url.lastPathComponent)." }

    private static func writeWhole(_ bytes: Data, to url: URL) -> Bool {
        guard let file = fopen(url.fileName, "wb") else { return false }
        let written = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        return fclose(file) == 0 && written == bytes.count
    }

    /// Creates a folder and those above it; one that is there is fine.
    package static func createFolder(_ url: URL) throws(ArchiveError) {
        try perform(on: url) {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
    }

    /// Removes a file or a folder with all that is in it; one that is not there is fine.
    package static func remove(_ url: URL) throws(ArchiveError) {
        try perform(on: url) {
            do {
                try FileManager.default.removeItem(at: url)
            } catch CocoaError.fileNoSuchFile {}
        }
    }

    /// The names in a folder, sorted; none when there is no such folder.
    package static func names(in folder: URL) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        return names?.sorted() ?? []
    }

    private static func perform(on url: URL, _ work: () throws -> Void) throws(ArchiveError) {
        do {
            try work()
        } catch {
            let path = url.displayPath
            throw ArchiveError(.unwritable(path: path, reason: error.briefly), file: path)
        }
    }
}

extension URL {
    fileprivate var fileName: String { path(percentEncoded: false) }
}
