import Foundation
import VerbatimJSON

/// An incremental decoder of the chunked transfer coding.
///
/// Chunk extensions are skipped, and trailer fields are validated and dropped, as a recipient may do
/// (RFC 9112, sections 7.1.1 and 7.1.2).
///
/// RFC 9112, section 7.1: https://www.rfc-editor.org/rfc/rfc9112#section-7.1
struct ChunkedBody {
    private(set) var bytes = Data()
    /// The length of all extensions so far, which the limit of heads bounds.
    private var extensionLength = 0
    private var phase = Phase.size
    private let limits: HTTPServer.Limits

    private enum Phase {
        case size
        case data(remaining: Int)
        case dataEnd
        case trailers(length: Int)
    }

    init(limits: HTTPServer.Limits) { self.limits = limits }

    /// Decodes the available bytes. Returns whether the body is complete.
    mutating func decode(_ queue: inout ByteQueue) throws(ProtocolError) -> Bool {
        while true {
            switch phase {
            case .size:
                guard let line = try queue.removeLine(limit: limits.head, tooLong: 400) else { return false }
                let size = try size(line)
                guard size <= limits.body - bytes.count else { throw .bodyTooLong(limits.body) }
                phase = size == 0 ? .trailers(length: 0) : .data(remaining: size)
            case .data(let remaining):
                guard queue.count > 0 else { return false }
                let data = queue.removePrefix(remaining)
                bytes += data
                phase = data.count == remaining ? .dataEnd : .data(remaining: remaining - data.count)
            case .dataEnd:
                guard queue.count >= 2 else { return false }
                guard queue.removePrefix(2).elementsEqual("\r\n".utf8) else {
                    throw ProtocolError(400, "a chunk is longer than its size (RFC 9112, section 7.1)")
                }
                phase = .size
            case .trailers(let length):
                guard let line = try queue.removeLine(limit: limits.head - length, tooLong: 431) else {
                    return false
                }
                guard !line.isEmpty else { return true }
                var trailers = RequestHead()
                try trailers.append(fieldLine: line)
                phase = .trailers(length: length + line.count + 2)
            }
        }
    }

    /// Returns the size of a chunk, which white space may follow: some clients pad it.
    private mutating func size(_ line: ArraySlice<UInt8>) throws(ProtocolError) -> Int {
        let digits = line.prefix(while: \.isHexDigit)
        let rest = line[digits.endIndex...].drop(while: \.isWhiteSpace)
        guard !digits.isEmpty, digits.count <= 15, rest.isEmpty || rest.first == UInt8(ascii: ";") else {
            throw ProtocolError(400, "a chunk size is not a hexadecimal number (RFC 9112, section 7.1)")
        }
        guard rest.allSatisfy(\.isFieldCharacter) else {
            throw ProtocolError(
                400, "a chunk extension contains a control character (RFC 9112, section 7.1.1)")
        }
        extensionLength += rest.count
        guard extensionLength <= limits.head else {
            throw ProtocolError(400, "the chunk extensions are too long (RFC 9112, section 7.1.1)")
        }
        return digits.reduce(0) { $0 * 16 + Int($1.hexValue ?? 0) }
    }
}

extension ProtocolError {
    static func bodyTooLong(_ limit: Int) -> ProtocolError {
        ProtocolError(413, "the body is longer than \(limit) bytes (RFC 9110, section 15.5.14)")
    }
}
