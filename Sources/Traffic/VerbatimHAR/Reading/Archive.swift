public import Foundation
package import VerbatimJSON

/// A recording: interactions in order, stored as HAR 1.2.
///
/// http://www.softwareishard.com/blog/har-12-spec/
///
/// Extensions have the names of other tools where these exist:
/// - `content._file`: the path of the sidecar file with the body, relative to the archive (as in Playwright);
/// - `content._layout`: the difference between that file and the bytes, see ``BodyLayout``;
/// - `content._chunks`: `[{"length": 3, "time": 0.5}]`, see ``HTTPResponse/Chunk``;
/// - `entry._case`: the name of the test case that recorded it, see ``RecordingCase``;
/// - `postData._encoding`: `base64` if the body of a request is not text;
/// - `response._error`: `{"domain", "code", "reason"}` if the request failed, see ``TransportFailure``;
/// - `log._origin`: `live`, `imported` or `fake`, see ``RecordingOrigin``;
/// - `log._obsolete`: the sidecar files that are about to be removed, in an interim archive.
public struct Archive: Sendable {
    /// The interactions, in the order in which they were started.
    public var interactions: [Interaction]
    /// The source of the responses, or nil if the archive does not say, as those of other tools.
    public var origin: RecordingOrigin?
    /// The entries that could not be read and were left out.
    package var lostEntries: [ArchiveLoss] = []
    /// The document that was read. Members that are not part of the interactions are written again.
    package var source: JSON?

    /// Creates an archive of interactions.
    public init(_ interactions: [Interaction] = []) { self.interactions = interactions }

    /// Whether its publication was interrupted, so that bodies may have temporary names.
    package var isInterim: Bool { source?["log"]["_obsolete"].exists == true }
}

extension Archive {
    /// Opens a recording.
    ///
    /// Reads any HAR 1.2 file, with or without a byte order mark. Sidecar files of bodies are read on demand.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - isLenient: Whether to read the archive of another tool as far as that is possible: what cannot be
    ///     read is among the ``losses``, and the rest is read. A recording of this package is whole, or it
    ///     is an error.
    /// - Throws: ``ArchiveError``, with line and column.
    public init(contentsOf url: URL, isLenient: Bool = false) throws(ArchiveError) {
        try self.init(
            try Archive.document(at: url, isLenient: isLenient), path: url.displayPath,
            folder: url.deletingLastPathComponent(), isLenient: isLenient)
    }

    /// Parses the bytes of a recording.
    ///
    /// - Parameters:
    ///   - bytes: The recording.
    ///   - path: The path of the recording in errors and locations.
    ///   - folder: The folder to which the paths of sidecar files are relative.
    ///   - isLenient: Whether what cannot be read in the archive of another tool is among the ``losses``.
    public init(
        parsing bytes: Data, path: String, folder: URL, isLenient: Bool = false
    ) throws(ArchiveError) {
        try self.init(
            try Archive.document(bytes, path: path), path: path, folder: folder, isLenient: isLenient)
    }

    /// - Parameters: As for the bytes of a recording.
    package init(_ document: JSON, path: String, folder: URL, isLenient: Bool = false) throws(ArchiveError) {
        let stream = try ArchiveStream(document, path: path, folder: folder, isLenient: isLenient)
        self = try stream.archive(of: 0..<stream.count)
    }

    static let creator = "verbatim"

    /// Whether another tool wrote the archive.
    package var isForeign: Bool {
        source.map { $0["log"]["creator"]["name"].string != Archive.creator } ?? false
    }

    /// Reads a JSON file of at most 1 GiB, with or without a byte order mark.
    package static func document(at url: URL) throws(ArchiveError) -> JSON {
        do {
            return try JSON(contentsOfFile: url.path(percentEncoded: false), skipsByteOrderMark: true)
        } catch {
            throw ArchiveError(malformed: error, file: url.displayPath)
        }
    }

    /// Reads a JSON file, which is compressed or in another encoding if it is the archive of another tool.
    static func document(at url: URL, isLenient: Bool) throws(ArchiveError) -> JSON {
        do throws(ArchiveError) {
            return try document(at: url)
        } catch {
            guard isLenient, let text = encodedText(of: url) else { throw error }
            return try document(text, path: url.displayPath)
        }
    }

    private static func document(_ bytes: Data, path: String) throws(ArchiveError) -> JSON {
        do {
            return try JSON(parsing: bytes.withoutByteOrderMark)
        } catch {
            throw ArchiveError(malformed: error, file: path)
        }
    }

    /// Returns the text of a file that is compressed with gzip, or in UTF-16 with a byte order mark.
    private static func encodedText(of url: URL) -> Data? {
        guard let bytes = try? Data(readingFile: url) else { return nil }
        if ContentCoding.isGzip(bytes) {
            var budget = InflateBudget(1 << 30)
            return ContentCoding.gunzip(bytes, budget: &budget)
        }
        guard bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) else { return nil }
        return String(data: bytes, encoding: .utf16).map { Data($0.utf8) }
    }
}

extension ArchiveError {
    init(malformed error: JSONError, file: String) {
        if case .unreadable(let reason) = error.reason {
            self.init(.unreadable(reason: reason), file: file)
            return
        }
        self.init(
            .malformed(reason: "\(error.reason)"), file: file, line: error.position.line,
            column: error.position.column)
    }

    init(unexpected json: JSON, _ member: String, _ expected: String, file: String) {
        self.init(.unexpected(member: member, expected: expected, found: json.found), at: json, file: file)
    }

    init(_ problem: Problem, at json: JSON, file: String) {
        self.init(problem, file: file, line: json.position.line, column: json.position.column)
    }
}

extension URL {
    /// The size of the file in bytes, or 0 if it does not exist.
    ///
    /// `resourceValues(forKeys:)` would also look up the names of owner and group, which takes longer than
    /// reading a small file.
    var fileSize: Int {
        var status = stat()
        return stat(path(percentEncoded: false), &status) == 0 ? Int(status.st_size) : 0
    }
}

extension Data {
    /// The bytes without a byte order mark of UTF-8 at their beginning.
    package var withoutByteOrderMark: Data { starts(with: [0xef, 0xbb, 0xbf]) ? Data(dropFirst(3)) : self }
}
