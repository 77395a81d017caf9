package import Foundation

/// Files that are there whole or not at all.
package enum AtomicFile {
    /// Writes a file by renaming a finished one over it.
    package static func write(_ bytes: Data, to url: URL) throws(ArchiveError) {
        let name = ".\(url.lastPathComponent).\(UUID().uuidString.prefix(8).lowercased())"
        let temporary = url.deletingLastPathComponent().appendingPathComponent(name)
        try perform(on: url) {
            try bytes.write(to: temporary)
            guard rename(temporary.path(percentEncoded: false), url.path(percentEncoded: false)) == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
        }
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
