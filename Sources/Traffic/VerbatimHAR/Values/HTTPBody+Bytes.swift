public import Foundation
import VerbatimJSON

extension HTTPBody {
    /// Returns the bytes as they were on the wire, reading them when they are in a file.
    ///
    /// - Throws: ``ArchiveError``, naming the file.
    public func bytes() throws(ArchiveError) -> Data {
        let stored = try storedBytes()
        guard case .laidOut(let url, let layout) = self else { return stored }
        do {
            return Data(try layout.restored([UInt8](stored)))
        } catch {
            let path = url.displayPath
            throw ArchiveError(.bodyUnreadable(path: path, reason: "no JSON any more, \(error)"), file: path)
        }
    }

    /// Returns the bytes as they stand in the file, so that positions in them are positions a reader can open.
    ///
    /// For JSON they have the same value as ``bytes()``.
    public func storedBytes() throws(ArchiveError) -> Data {
        switch self {
        case .data(let data): return data
        case .file(let url), .laidOut(let url, _):
            do {
                return try Data(contentsOf: url, options: .mappedIfSafe)
            } catch {
                let path = url.displayPath
                throw ArchiveError(.bodyUnreadable(path: path, reason: error.briefly), file: path)
            }
        }
    }
}

extension Interaction {
    /// Returns the bytes of the response's body, whole or partial; no bytes when there is no response.
    ///
    /// - Throws: ``ArchiveError``, naming the recording, the entry and the file of the body.
    public func responseBytes() throws(ArchiveError) -> Data {
        guard let body = outcome.response?.body else { return Data() }
        do {
            return try body.bytes()
        } catch {
            guard let location else { throw error }
            throw ArchiveError(
                error.problem, file: location.archive, line: location.line, entry: location.entry)
        }
    }
}
