import Foundation
import VerbatimJSON

/// The entries of a recording, which are read on demand.
package struct ArchiveReader: Sendable {
    /// The source of the entries: a document in memory, or a large file.
    private enum Entries: Sendable {
        case document([JSON])
        case file(StreamedArray)
    }

    private let entries: Entries
    private let path: String
    private let folder: URL

    /// Creates a reader of the entries of a document.
    init(_ document: JSON, path: String, folder: URL) throws(ArchiveError) {
        let entries = document["log"]["entries"]
        guard entries.kind == .array else {
            throw ArchiveError(unexpected: entries, "an array", file: path)
        }
        self.entries = .document(Array(entries.elements))
        self.path = path
        self.folder = folder
    }

    /// Creates a reader of the entries of a large file.
    init(_ entries: StreamedArray, path: String, folder: URL) {
        self.entries = .file(entries)
        self.path = path
        self.folder = folder
    }

    /// The number of entries.
    package var count: Int {
        switch entries {
        case .document(let entries): entries.count
        case .file(let entries): entries.count
        }
    }

    /// Reads the request of an entry.
    package func request(at index: Int) throws(ArchiveError) -> HTTPRequest {
        try reader(index).request()
    }

    /// Reads the parts of a request that are needed to look it up.
    func request(at index: Int, withHeaders: Bool) throws(ArchiveError) -> HTTPRequest {
        try reader(index).request(withHeaders: withHeaders)
    }

    /// Reads the outcome of an entry. A sidecar file with its body is not read.
    package func outcome(at index: Int) throws(ArchiveError) -> Outcome {
        try reader(index).outcome()
    }

    /// Reads an entry. A sidecar file with its body is not read.
    package func interaction(at index: Int) throws(ArchiveError) -> Interaction {
        try reader(index).interaction()
    }

    private func reader(_ index: Int) throws(ArchiveError) -> EntryReader {
        EntryReader(entry: try entry(index), index: index, archive: path, folder: folder)
    }

    private func entry(_ index: Int) throws(ArchiveError) -> JSON {
        switch entries {
        case .document(let entries): return entries[index]
        case .file(let entries):
            guard let entry = entries[index] else {
                throw ArchiveError(
                    .unreadable(reason: "it was modified while it was open"), file: path, entry: index)
            }
            return entry
        }
    }
}
