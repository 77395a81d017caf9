package import Foundation
package import VerbatimJSON

/// A recording of which only some entries are in memory at a time.
///
/// The entries of a large file are read from it whenever they are needed, those of a small one from its
/// document.
package struct ArchiveStream: Sendable {
    private let reader: ArchiveReader
    /// The document, which may lack the entries.
    private let document: JSON
    package let path: String
    private let isLenient: Bool

    /// - Parameters:
    ///   - isLenient: Whether to read the archive of another tool as far as that is possible.
    ///   - large: The size in bytes from which entries are not kept in memory.
    package init(
        contentsOf url: URL, isLenient: Bool = false, large: Int = ArchiveReader.large
    ) throws(ArchiveError) {
        let (path, folder) = (url.displayPath, url.deletingLastPathComponent())
        guard url.fileSize >= large, let entries = Self.entries(of: url), let frame = entries.frame else {
            try self.init(
                try Archive.document(at: url, isLenient: isLenient), path: path, folder: folder,
                isLenient: isLenient)
            return
        }
        self.init(ArchiveReader(entries, path: path, folder: folder), frame, path: path, isLenient: isLenient)
    }

    /// Opens a recording in memory.
    package init(_ document: JSON, path: String, folder: URL, isLenient: Bool) throws(ArchiveError) {
        self.init(
            try ArchiveReader(document, path: path, folder: folder), document, path: path,
            isLenient: isLenient)
    }

    private init(_ reader: ArchiveReader, _ document: JSON, path: String, isLenient: Bool) {
        self.reader = reader
        self.document = document
        self.path = path
        self.isLenient = isLenient && document["log"]["creator"]["name"].string != Archive.creator
    }

    private static func entries(of url: URL) -> StreamedArray? {
        StreamedArray.open(
            file: url.path(percentEncoded: false), names: ["log", "entries"],
            parts: ProcessInfo.coreCount, into: 0
        ) { _, _ in }?.array
    }

    package var count: Int { reader.count }

    /// Returns the ranges of all entries, in order and of a size; without entries, an empty one.
    package func groups(of size: Int) -> [Range<Int>] {
        stride(from: 0, to: max(1, count), by: size).map { $0..<min($0 + size, count) }
    }

    /// Passes all entries to a function, some at a time, in order.
    package func readAll(_ visit: (Archive) -> Void) throws(ArchiveError) {
        for group in groups(of: Self.groupSize) { visit(try archive(of: group)) }
    }

    private static let groupSize = 256

    package func archive(of entries: Range<Int>) throws(ArchiveError) -> Archive {
        var archive = Archive()
        archive.interactions.reserveCapacity(entries.count)
        var budget = InflateBudget(1 << 30)
        for entry in entries {
            do throws(ArchiveError) {
                archive.interactions.append(try reader.interaction(at: entry, isLenient: isLenient, &budget))
            } catch {
                guard isLenient else { throw error }
                let location = Interaction.Location(archive: path, entry: entry, line: error.line ?? 1)
                archive.lostEntries.append(
                    ArchiveLoss(kind: .entry(reason: error.message), location: location))
            }
        }
        archive.source = document
        archive.origin = document["log"]["_origin"].string.flatMap(RecordingOrigin.init)
        return archive
    }
}
