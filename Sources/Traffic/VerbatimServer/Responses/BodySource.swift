import Foundation
import VerbatimHAR
import VerbatimJSON

/// The bytes of a response body: in memory, or in an open file.
enum BodySource {
    case bytes(Data)
    case file(InputFile)

    init(_ body: HTTPBody) throws(ProtocolError) {
        switch body {
        case .data(let data): self = .bytes(data)
        case .file(let url):
            self = .file(try Self.open(url.path(percentEncoded: false)))
        case .laidOut, .lost:
            do throws(ArchiveError) {
                self = .bytes(try body.bytes())
            } catch {
                throw ProtocolError(500, "\(error)")
            }
        }
    }

    private static func open(_ path: String) throws(ProtocolError) -> InputFile {
        do throws(FileError) {
            let file = try InputFile(path)
            guard file.isRegular else { throw .special }
            return file
        } catch {
            throw ProtocolError(500, "cannot read the body file '\(path)': \(error)")
        }
    }

    var count: Int {
        switch self {
        case .bytes(let data): data.count
        case .file(let file): file.size
        }
    }
}

extension InputFile {
    /// Appends some bytes of the file; returns false if it cannot be read or was written to since it was
    /// opened.
    func append(_ range: Range<Int>, to bytes: inout [UInt8]) -> Bool {
        let piece = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            count = (try? read(at: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
        }
        bytes += piece
        return piece.count == range.count && isUnchanged
    }
}
