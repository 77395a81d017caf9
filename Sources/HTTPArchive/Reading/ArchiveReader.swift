package import Foundation
package import JSONDocument

/// The entries of a recording in a file, each read when it is asked for.
///
/// Opening one parses the file and reads no entry, whatever their number.
package struct ArchiveReader: Sendable {
    /// The whole document.
    package let document: JSON
    private let entries: [JSON]
    private let path: String
    private let folder: URL

    /// Opens a recording.
    package init(contentsOf url: URL) throws(ArchiveError) {
        try self.init(
            try Archive.document(at: url), path: url.displayPath, folder: url.deletingLastPathComponent())
    }

    init(_ document: JSON, path: String, folder: URL) throws(ArchiveError) {
        let entries = document["log"]["entries"]
        guard entries.kind == .array else {
            throw ArchiveError(unexpected: entries, "an array", file: path)
        }
        self.document = document
        self.entries = Array(entries.elements)
        self.path = path
        self.folder = folder
    }

    /// How many entries there are.
    package var count: Int { entries.count }

    /// Reads the request of an entry.
    package func request(at index: Int) throws(ArchiveError) -> HTTPRequest {
        try reader(index).request()
    }

    /// Reads the request of an entry as far as it is looked up by, without the header fields that tell of no body.
    package func requestLine(at index: Int) throws(ArchiveError) -> HTTPRequest {
        try reader(index).requestLine()
    }

    /// Reads what became of the request of an entry; its body only when it is embedded.
    package func outcome(at index: Int) throws(ArchiveError) -> Outcome {
        try reader(index).outcome()
    }

    /// Reads an entry; its body only when it is embedded.
    package func interaction(at index: Int) throws(ArchiveError) -> Interaction {
        try reader(index).interaction()
    }

    private func reader(_ index: Int) -> EntryReader {
        EntryReader(entry: entries[index], index: index, archive: path, folder: folder)
    }
}
