package import Foundation
@_spi(Tape) import VerbatimJSON

extension ArchiveReader {
    /// From which size on the entries of a file are left in the file.
    package static let large = 1 << 20
    /// How much of a file there is to read for each of those who read it at the same time.
    private static let share = 1 << 23

    /// Opens a recording and reads the request of each entry.
    ///
    /// Of a large file several parts are read at the same time, and nothing but where its entries are stays in memory.
    /// - Parameters:
    ///   - large: From which size in bytes on a file is large.
    ///   - parts: How many parts to read at the same time at most, or nil for as many as are worth it.
    ///   - withHeaders: Whether a request needs its header fields; one with a body has them in any case.
    ///   - add: Adds a request to what the requests of its part before it have made of `empty`.
    /// - Returns: The entries, and what the parts have become, in order.
    /// - Throws: ``ArchiveError`` for a file that is no archive, else for the first request that cannot be read.
    package static func open<Part: Sendable>(
        _ url: URL, large: Int = ArchiveReader.large, parts: Int? = nil, withHeaders: Bool,
        into empty: Part,
        _ add: @escaping @Sendable (inout Part, HTTPRequest) -> Void
    ) throws(ArchiveError) -> (reader: ArchiveReader, parts: [Part]) {
        let size = url.fileSize
        if size >= large {
            let read = MappedArray.open(
                file: url.path(percentEncoded: false), names: ["log", "entries"],
                parts: parts ?? min(ProcessInfo.processInfo.activeProcessorCount, size / share + 1),
                into: PartOfRequests(made: empty)
            ) { $0.read($1, withHeaders: withHeaders, add) }
            if let read { return try reader(read.array, at: url, read.parts, withHeaders: withHeaders) }
        }
        let reader = try ArchiveReader(
            try Archive.document(at: url), path: url.displayPath, folder: url.deletingLastPathComponent())
        var made = empty
        for entry in 0..<reader.count { add(&made, try reader.request(at: entry, withHeaders: withHeaders)) }
        return (reader, [made])
    }

    /// The entries of a file, unless a request could not be read: it is read again to say why.
    private static func reader<Part: Sendable>(
        _ entries: MappedArray, at url: URL, _ parts: [PartOfRequests<Part>], withHeaders: Bool
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
        return (reader, parts.map(\.made))
    }
}

/// What the requests of one part of a file have made.
private struct PartOfRequests<Made: Sendable>: Sendable {
    var made: Made
    /// How many entries there were.
    var count = 0
    /// The first entry of which the request could not be read.
    var failure: Int?

    mutating func read(
        _ entry: MappedArray.Element, withHeaders: Bool, _ add: (inout Made, HTTPRequest) -> Void
    ) {
        defer { count += 1 }
        guard failure == nil else { return }
        let plain = withHeaders ? nil : HTTPRequest(plain: entry.reader)
        if let request = plain ?? read(entry, withHeaders: withHeaders) {
            add(&made, request)
        } else {
            failure = count
        }
    }

    /// The request as any entry is read, or nil when it cannot be.
    private func read(_ entry: MappedArray.Element, withHeaders: Bool) -> HTTPRequest? {
        guard let json = entry.json else { return nil }
        let reader = EntryReader(entry: json, index: count, archive: "", folder: URL(filePath: "/"))
        return try? reader.request(withHeaders: withHeaders)
    }
}

extension HTTPRequest {
    /// The method and URL of an entry without a body, where they stand in it as they are; nil for any other entry.
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
    /// A string without escapes, up to some byte.
    fileprivate func plainText(_ node: Int, until end: UInt8? = nil) -> String? {
        guard node >= 0, tag(node) == Tag.string else { return nil }
        return String(decoding: rawString(node).prefix { $0 != end }, as: UTF8.self)
    }
}
