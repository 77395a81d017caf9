import Foundation
import VerbatimHAR

/// The bytes of a response body: in memory, or in an open file.
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

/// A file that is read sequentially, and closed when it is released.
final class OpenFile {
    let length: Int
    private let descriptor: Int32

    init(_ path: String) throws(ProtocolError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw ProtocolError(500, "cannot read the body file '\(path)': \(reason)")
        }
        length = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// Appends up to `count` bytes to `bytes`, and returns their number: 0 at the end or on an error.
    func read(_ count: Int, onto bytes: inout [UInt8]) -> Int {
        let piece = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            // The kernel writes at most `count` bytes, the capacity of the buffer, and reports how many.
            initialized = max(0, Foundation.read(descriptor, buffer.baseAddress, count))
        }
        bytes += piece
        return piece.count
    }
}
