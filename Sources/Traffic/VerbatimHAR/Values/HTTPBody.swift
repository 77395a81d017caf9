public import Foundation
import VerbatimJSON

/// The bytes of a message body, in memory or in a file.
///
/// A recording with sidecar files is opened without reading any of them.
public enum HTTPBody: Sendable, Hashable {
    /// The bytes themselves.
    case data(Data)
    /// A file that contains exactly the bytes.
    case file(URL)
    /// A file that contains the bytes in a layout for review, from which they can be restored.
    case laidOut(URL, BodyLayout)
    /// A body that the archive of another tool does not contain, or not readably.
    case lost(ArchiveLoss.Kind)

    /// No bytes.
    public static let empty = HTTPBody.data(Data())

    /// Creates a body from text, as UTF-8.
    public static func text(_ text: String) -> HTTPBody { .data(Data(text.utf8)) }
}

/// The difference between the sidecar file of a body and the bytes that were transferred.
///
/// The raw value is the `_layout` of the archive.
public enum BodyLayout: String, Sendable, Hashable {
    /// The body was JSON without white space. The file contains the same JSON, indented.
    case minified
}

extension BodyLayout {
    /// Indents minified JSON; returns nil if the same bytes could not be restored.
    static func indented(_ minified: [UInt8]) -> [UInt8]? {
        guard let first = minified.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            JSONLayout.isMinified(minified), let indented = try? JSONLayout.indented(minified)
        else { return nil }
        let file = indented + [UInt8(ascii: "\n")]
        return (try? JSONLayout.minified(file)) == minified ? file : nil
    }

    /// Restores the bytes that were transferred from those of the file.
    fileprivate func restored(_ file: [UInt8]) throws(JSONError) -> [UInt8] {
        switch self {
        case .minified: try JSONLayout.minified(file)
        }
    }
}

extension HTTPBody {
    /// Returns the bytes as they were transferred, reading the file if there is one.
    ///
    /// - Throws: ``ArchiveError``, with the path of the file, also if the body is lost.
    public func bytes() throws(ArchiveError) -> Data {
        let stored = try storedBytes()
        guard case .laidOut(let url, let layout) = self else { return stored }
        do {
            return Data(try layout.restored([UInt8](stored)))
        } catch {
            let path = url.displayPath
            throw ArchiveError(.bodyUnreadable(path: path, reason: "no longer JSON, \(error)"), file: path)
        }
    }

    /// The number of bytes that ``storedBytes()`` returns, as far as it is known without reading them.
    package var storedSize: Int {
        switch self {
        case .data(let data): data.count
        case .file(let url), .laidOut(let url, _): url.fileSize
        case .lost: 0
        }
    }

    /// Returns the bytes as they are stored, so that positions in them are positions in the file.
    ///
    /// For JSON they have the same value as ``bytes()``.
    ///
    /// - Throws: ``ArchiveError``, with the path of the file, also if the body is lost.
    public func storedBytes() throws(ArchiveError) -> Data {
        switch self {
        case .data(let data): return data
        case .lost(let kind): throw ArchiveError(.bodyLost(kind), file: "")
        case .file(let url), .laidOut(let url, _):
            do {
                return try Data(readingFile: url)
            } catch {
                let path = url.displayPath
                throw ArchiveError(.bodyUnreadable(path: path, reason: error.description), file: path)
            }
        }
    }
}
