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
        let entries = try Self.entries(of: document, path: path)
        self.entries = .document(Array(entries.elements))
        self.path = path
        self.folder = folder
    }

    /// Returns the list of entries, or throws an error that says which part is missing.
    private static func entries(of document: JSON, path: String) throws(ArchiveError) -> JSON {
        guard document.kind == .object else {
            throw ArchiveError(unexpected: document, "", "an object with 'log'", file: path)
        }
        let log = document["log"]
        guard log.exists else { throw ArchiveError(.missing(member: "log"), at: document, file: path) }
        guard log.kind == .object else {
            throw ArchiveError(unexpected: log, "log", "an object", file: path)
        }
        let entries = log["entries"]
        guard entries.exists else { throw ArchiveError(.missing(member: "entries"), at: log, file: path) }
        guard entries.kind == .array else {
            throw ArchiveError(unexpected: entries, "entries", "an array", file: path)
        }
        return entries
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
        var reader = try reader(index)
        return try reader.request()
    }

    /// Reads the parts of a request that are needed to look it up.
    func request(at index: Int, withHeaders: Bool) throws(ArchiveError) -> HTTPRequest {
        var reader = try reader(index)
        return try reader.request(withHeaders: withHeaders)
    }

    /// Reads the outcome of an entry. A sidecar file with its body is not read.
    package func outcome(at index: Int) throws(ArchiveError) -> Outcome {
        var (reader, budget) = (try reader(index), InflateBudget())
        return try reader.outcome(&budget)
    }

    /// Reads an entry. A sidecar file with its body is not read.
    package func interaction(at index: Int) throws(ArchiveError) -> Interaction {
        var budget = InflateBudget()
        return try interaction(at: index, isLenient: false, &budget)
    }

    /// Reads an entry. A sidecar file with its body is not read.
    ///
    /// - Parameters:
    ///   - isLenient: Whether a part that cannot be read is lost, instead of an error.
    ///   - budget: The work left for compressed bodies.
    func interaction(
        at index: Int, isLenient: Bool, _ budget: inout InflateBudget
    ) throws(ArchiveError) -> Interaction {
        var reader = try reader(index)
        reader.isLenient = isLenient
        return try reader.interaction(&budget)
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
