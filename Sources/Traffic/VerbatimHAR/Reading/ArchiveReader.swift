package import Foundation
@_spi(Tape) import VerbatimJSON

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
        guard log.kind == .object else { throw ArchiveError(unexpected: log, "log", "an object", file: path) }
        let entries = log["entries"]
        guard entries.exists else { throw ArchiveError(.missing(member: "entries"), at: log, file: path) }
        guard entries.kind == .array else {
            throw ArchiveError(unexpected: entries, "entries", "an array", file: path)
        }
        return entries
    }

    init(_ entries: StreamedArray, path: String, folder: URL) {
        self.entries = .file(entries)
        self.path = path
        self.folder = folder
    }

    package var count: Int {
        switch entries {
        case .document(let entries): entries.count
        case .file(let entries): entries.count
        }
    }

    /// The name of the test case that recorded an entry; nil if no test did, or it cannot be read.
    package func testCaseName(at index: Int) -> String? { (try? entry(index))?["_case"].string }

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

extension ArchiveReader {
    /// The size in bytes from which the entries of a file are not kept in memory.
    package static let large = 1 << 20
    /// The number of bytes that make reading another part concurrently worthwhile.
    private static let partSize = 1 << 23

    /// Opens a recording, and reduces the requests of its entries to a result for each part of the file.
    ///
    /// The parts of a large file are read concurrently, and only the positions of its entries are kept.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - large: The size in bytes from which a file is large.
    ///   - parts: The maximum number of parts, or nil for a number that depends on the size.
    ///   - withHeaders: Whether requests need their header fields. Requests with a body always have them.
    ///   - empty: The initial result of each part.
    ///   - add: Adds a request to the result of its part, in the order of entries.
    /// - Returns: The reader of the entries, and the results of the parts in order.
    /// - Throws: ``ArchiveError`` if the file is not an archive, or for the first unreadable request.
    package static func open<Part: Sendable>(
        _ url: URL, large: Int = ArchiveReader.large, parts: Int? = nil, withHeaders: Bool, into empty: Part,
        _ add: @escaping @Sendable (inout Part, HTTPRequest) -> Void
    ) throws(ArchiveError) -> (reader: ArchiveReader, parts: [Part]) {
        let size = url.fileSize
        if size >= large {
            let read = StreamedArray.open(
                file: url.path(percentEncoded: false), names: ["log", "entries"],
                parts: parts ?? min(ProcessInfo.coreCount, size / partSize + 1),
                into: RequestPart(result: empty)
            ) { $0.read($1, withHeaders: withHeaders, add) }
            if let read { return try reader(read.array, at: url, read.parts, withHeaders: withHeaders) }
        }
        let reader = try ArchiveReader(
            try Archive.document(at: url), path: url.displayPath, folder: url.deletingLastPathComponent())
        var result = empty
        for entry in 0..<reader.count {
            add(&result, try reader.request(at: entry, withHeaders: withHeaders))
        }
        return (reader, [result])
    }

    /// Returns the reader, unless a request could not be read: reading it again gives the error.
    private static func reader<Part: Sendable>(
        _ entries: StreamedArray, at url: URL, _ parts: [RequestPart<Part>], withHeaders: Bool
    ) throws(ArchiveError) -> (reader: ArchiveReader, parts: [Part]) {
        let reader = ArchiveReader(entries, path: url.displayPath, folder: url.deletingLastPathComponent())
        var start = 0
        for part in parts {
            if let failure = part.failure {
                _ = try reader.request(at: start + failure, withHeaders: withHeaders)
            }
            start += part.count
        }
        return (reader, parts.map(\.result))
    }
}

private struct RequestPart<Result: Sendable>: Sendable {
    var result: Result
    /// The number of entries so far.
    var count = 0
    /// The first entry whose request could not be read.
    var failure: Int?

    mutating func read(
        _ entry: StreamedArray.Element, withHeaders: Bool, _ add: (inout Result, HTTPRequest) -> Void
    ) {
        defer { count += 1 }
        guard failure == nil else { return }
        let plain = withHeaders ? nil : HTTPRequest(plain: entry.reader)
        if let request = plain ?? read(entry, withHeaders: withHeaders) {
            add(&result, request)
        } else {
            failure = count
        }
    }

    /// Reads a request of any form; returns nil if it cannot be read.
    private func read(_ entry: StreamedArray.Element, withHeaders: Bool) -> HTTPRequest? {
        guard let json = entry.json else { return nil }
        var reader = EntryReader(entry: json, index: count, archive: "", folder: URL(filePath: "/"))
        return try? reader.request(withHeaders: withHeaders)
    }
}

extension HTTPRequest {
    /// Reads method and URL of an entry without a body if they have no escapes; else returns nil.
    fileprivate init?(plain tape: TapeReader) {
        let request = tape.member(of: 0, named: "request")
        guard request >= 0, tape.tag(request) == TapeReader.Tag.object,
            tape.member(of: request, named: "postData") < 0,
            let method = tape.plainText(tape.member(of: request, named: "method")),
            let url = tape.plainText(tape.member(of: request, named: "url"), until: UInt8(ascii: "#"))
        else { return nil }
        self.init(method, url)
    }
}

extension TapeReader {
    fileprivate func plainText(_ node: Int, until end: UInt8? = nil) -> String? {
        guard node >= 0, tag(node) == Tag.string else { return nil }
        return String(decoding: rawString(node).prefix { $0 != end }, as: UTF8.self)
    }
}
