package import Foundation
@_spi(Tape) import VerbatimJSON

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
        _ url: URL, large: Int = ArchiveReader.large, parts: Int? = nil, withHeaders: Bool,
        into empty: Part,
        _ add: @escaping @Sendable (inout Part, HTTPRequest) -> Void
    ) throws(ArchiveError) -> (reader: ArchiveReader, parts: [Part]) {
        let size = url.fileSize
        if size >= large {
            let read = StreamedArray.open(
                file: url.path(percentEncoded: false), names: ["log", "entries"],
                parts: parts ?? min(ProcessInfo.processInfo.activeProcessorCount, size / partSize + 1),
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
        let reader = ArchiveReader(
            entries, path: url.displayPath, folder: url.deletingLastPathComponent())
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

/// The result of the requests in one part of a file.
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
    /// Returns a string without escapes, up to a byte.
    fileprivate func plainText(_ node: Int, until end: UInt8? = nil) -> String? {
        guard node >= 0, tag(node) == Tag.string else { return nil }
        return String(decoding: rawString(node).prefix { $0 != end }, as: UTF8.self)
    }
}
