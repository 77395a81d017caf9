import Foundation
import VerbatimJSON

/// The entries of a recording, each read when it is asked for.
package struct ArchiveReader: Sendable {
    /// Where the entries are: in a document in memory, or, of a large file, still in the file.
    private enum Entries: Sendable {
        case document([JSON])
        case file(MappedArray)
    }

    private let entries: Entries
    private let path: String
    private let folder: URL

    /// Reads the entries of a document.
    init(_ document: JSON, path: String, folder: URL) throws(ArchiveError) {
        let entries = document["log"]["entries"]
        guard entries.kind == .array else {
            throw ArchiveError(unexpected: entries, "an array", file: path)
        }
        self.entries = .document(Array(entries.elements))
        self.path = path
        self.folder = folder
    }

    /// Reads the entries of a large file.
    init(_ entries: MappedArray, path: String, folder: URL) {
        self.entries = .file(entries)
        self.path = path
        self.folder = folder
    }

    /// How many entries there are.
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

    /// Reads the request of an entry as far as it is looked up by.
    func request(at index: Int, withHeaders: Bool) throws(ArchiveError) -> HTTPRequest {
        try reader(index).request(withHeaders: withHeaders)
    }

    /// Reads what became of the request of an entry; its body only when it is embedded.
    package func outcome(at index: Int) throws(ArchiveError) -> Outcome {
        try reader(index).outcome()
    }

    /// Reads an entry; its body only when it is embedded.
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
                    .unreadable(reason: "it was written into while it was open"), file: path, entry: index)
            }
            return entry
        }
    }
}
