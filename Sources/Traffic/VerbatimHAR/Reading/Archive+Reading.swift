public import Foundation
package import VerbatimJSON

extension Archive {
    /// Opens a recording.
    ///
    /// Reads any HAR 1.2 file, with or without a byte order mark. Sidecar files of bodies are read on demand.
    ///
    /// - Throws: ``ArchiveError``, with line and column.
    public init(contentsOf url: URL) throws(ArchiveError) {
        try self.init(
            try Archive.document(at: url), path: url.displayPath, folder: url.deletingLastPathComponent())
    }

    /// Parses the bytes of a recording.
    ///
    /// - Parameters:
    ///   - bytes: The recording.
    ///   - path: The path of the recording in errors and locations.
    ///   - folder: The folder to which the paths of sidecar files are relative.
    public init(parsing bytes: Data, path: String, folder: URL) throws(ArchiveError) {
        try self.init(try Archive.document(bytes, path: path), path: path, folder: folder)
    }

    /// Reads every entry of a document.
    private init(_ document: JSON, path: String, folder: URL) throws(ArchiveError) {
        let reader = try ArchiveReader(document, path: path, folder: folder)
        var interactions: [Interaction] = []
        interactions.reserveCapacity(reader.count)
        for entry in 0..<reader.count { interactions.append(try reader.interaction(at: entry)) }
        self.init(interactions)
        source = document
        origin = document["log"]["_origin"].string.flatMap(RecordingOrigin.init)
    }

    /// Reads a JSON file of at most 1 GiB, with or without a byte order mark.
    package static func document(at url: URL) throws(ArchiveError) -> JSON {
        do {
            return try JSON(contentsOfFile: url.path(percentEncoded: false), skipsByteOrderMark: true)
        } catch {
            throw ArchiveError(malformed: error, file: url.displayPath)
        }
    }

    private static func document(_ bytes: Data, path: String) throws(ArchiveError) -> JSON {
        do {
            return try JSON(parsing: bytes.withoutByteOrderMark)
        } catch {
            throw ArchiveError(malformed: error, file: path)
        }
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

    /// Creates the error for a value that is missing or has another type than expected.
    package init(unexpected json: JSON, _ expected: String, file: String, entry: Int? = nil) {
        let found = json.kind.map { $0 == .null ? "null" : "of kind \($0)" } ?? "missing"
        self.init(
            .unexpected(pointer: json.pointer.description, expected: expected, found: found), file: file,
            line: json.position.line, column: json.position.column, entry: entry)
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
    fileprivate var withoutByteOrderMark: Data { starts(with: [0xef, 0xbb, 0xbf]) ? dropFirst(3) : self }
}
