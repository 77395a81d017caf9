import Foundation
import VerbatimContract
import VerbatimJSON

/// Returns the lines around values, also around those in bodies that an archive contains.
///
/// An archive is parsed once as long as its entries are asked for in a row.
final class ExcerptReader {
    private let files: SourceFiles
    private var archive: (file: String, entries: [Int: JSON])?
    private var body: (location: SourceLocation, text: SourceText, json: JSON)?

    init(_ files: SourceFiles) {
        self.files = files
    }

    /// Returns the lines around a value; nil if nothing is known but its file or its entry.
    ///
    /// - Parameters:
    ///   - location: The location of the value, or without a column, of the entry that contains the body.
    ///   - pointer: The JSON Pointer of the value in the body, if it is in one.
    func excerpt(at location: SourceLocation, pointer: String?) -> SourceExcerpt? {
        guard location.column == nil else { return files.excerpt(at: location) }
        guard let pointer = pointer.flatMap({ try? JSONPointer(parsing: $0) }), readBody(of: location),
            let body
        else { return nil }
        let position = body.json[pointer].position
        return files.excerpt(of: body.text, line: position.line, column: position.column)
    }

    /// Makes `body` the one of an entry; returns false if it is not JSON.
    private func readBody(of location: SourceLocation) -> Bool {
        guard body?.location != location else { return true }
        guard let line = location.line,
            let content = entries(of: location.file)[line]?["response"]["content"],
            let text = content["text"].string
        else { return false }
        let isEncoded = content["encoding"].string == "base64"
        let bytes = isEncoded ? Data(base64Encoded: text).map { [UInt8]($0) } : Array(text.utf8)
        guard let bytes, let json = try? JSON(parsing: bytes) else { return false }
        body = (location, SourceText(bytes), json)
        return true
    }

    /// Returns the entries of an archive, by their lines.
    private func entries(of file: String) -> [Int: JSON] {
        if let archive, archive.file == file { return archive.entries }
        let json = files.text(of: file).flatMap { try? JSON(parsing: $0.bytes) }
        let pairs = json?["log"]["entries"].elements.map { ($0.position.line, $0) } ?? []
        let entries = Dictionary(pairs) { first, _ in first }
        archive = (file, entries)
        return entries
    }
}
