import Foundation
import VerbatimHAR

/// The bytes of a reply's body: in memory, or in an open file.
enum BodySource {
    case bytes(Data)
    case file(OpenFile)

    init(_ body: HTTPBody) throws(ProtocolError) {
        switch body {
        case .data(let data): self = .bytes(data)
        case .file(let url): self = .file(try OpenFile(url.path))
        case .laidOut:
            do throws(ArchiveError) {
                self = .bytes(try body.bytes())
            } catch {
                throw ProtocolError(500, "\(error)")
            }
        }
    }

    var count: Int {
        switch self {
        case .bytes(let data): data.count
        case .file(let file): file.length
        }
    }
}

/// A file that is read from its beginning to its end, and closed when nobody holds it any more.
final class OpenFile {
    let length: Int
    private let descriptor: Int32

    init(_ path: String) throws(ProtocolError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        var facts = stat()
        guard descriptor >= 0, fstat(descriptor, &facts) == 0 else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw ProtocolError(500, "cannot read the body's file '\(path)': \(reason)")
        }
        length = Int(facts.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// Appends the next bytes, at most so many, and says how many: 0 when the file has no more or cannot be read.
    func read(_ count: Int, onto bytes: inout [UInt8]) -> Int {
        let piece = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = max(0, Foundation.read(descriptor, buffer.baseAddress, count))
        }
        bytes += piece
        return piece.count
    }
}
