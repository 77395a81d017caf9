package import Foundation

/// An incremental parser of the requests of a connection.
///
/// `package` for the fuzzer, which checks that the boundaries between the pieces make no difference.
package struct RequestParser {
    /// The result of parsing the available bytes.
    package enum Step {
        case incomplete
        /// The head is complete, and the client waits for `100 Continue` before it sends the body.
        case expectsContinue
        case request(RequestHead, body: Data?)
    }

    private enum Phase {
        case requestLine
        case fields
        case body(remaining: Int)
        case chunkedBody
    }

    private var queue = ByteQueue()
    private var phase = Phase.requestLine
    private var head = RequestHead()
    private var headLength = 0
    private var body = Data()
    private var chunked: ChunkedBody
    private let limits: HTTPServer.Limits

    package init(limits: HTTPServer.Limits) {
        self.limits = limits
        chunked = ChunkedBody(limits: limits)
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) { queue.append(bytes) }

    package var isInsideRequest: Bool {
        if case .requestLine = phase { return queue.count > 0 }
        return true
    }

    /// The number of bytes of an incomplete body.
    var bodyLength: Int {
        switch phase {
        case .requestLine, .fields: 0
        case .body: queue.count + body.count
        case .chunkedBody: queue.count + chunked.bytes.count
        }
    }

    /// Parses as far as the available bytes allow; returns each request once.
    package mutating func next() throws(ProtocolError) -> Step {
        while true {
            switch phase {
            case .requestLine:
                guard let line = try headLine(tooLong: 414) else { return .incomplete }
                // An empty line before a request is skipped (RFC 9112, section 2.2).
                guard !line.isEmpty else { continue }
                head = try RequestHead(requestLine: line)
                phase = .fields
            case .fields:
                guard let line = try headLine(tooLong: 431) else { return .incomplete }
                if line.isEmpty { return try finishHead() }
                try head.append(fieldLine: line)
            case .body(let remaining):
                let piece = queue.removePrefix(remaining)
                body += piece
                phase = .body(remaining: remaining - piece.count)
                guard piece.count == remaining else { return .incomplete }
                return finishRequest(body: body)
            case .chunkedBody:
                return try chunked.decode(&queue) ? finishRequest(body: chunked.bytes) : .incomplete
            }
        }
    }

    private mutating func headLine(tooLong status: Int) throws(ProtocolError) -> ArraySlice<UInt8>? {
        guard let line = try queue.removeLine(limit: limits.head - headLength, tooLong: status) else {
            return nil
        }
        headLength += line.count + 2
        return line
    }

    private mutating func finishHead() throws(ProtocolError) -> Step {
        switch try head.framing() {
        case .none: return finishRequest(body: nil)
        case .length(let length):
            guard length <= limits.body else { throw .bodyTooLong(limits.body) }
            phase = .body(remaining: length)
        case .chunked: phase = .chunkedBody
        }
        // A client that has begun to send the body does not wait (RFC 9110, section 10.1.1).
        return try head.expectsContinue() && queue.count == 0 ? .expectsContinue : try next()
    }

    private mutating func finishRequest(body complete: Data?) -> Step {
        phase = .requestLine
        headLength = 0
        if complete != nil { (body, chunked) = (Data(), ChunkedBody(limits: limits)) }
        return .request(head, body: complete)
    }
}

extension ByteQueue {
    /// Removes and returns a line without its CRLF; nil if it is incomplete.
    ///
    /// A bare LF is an error, which prevents request smuggling; RFC 9112, section 2.2 leaves the choice.
    mutating func removeLine(limit: Int, tooLong status: Int) throws(ProtocolError) -> ArraySlice<UInt8>? {
        let line = removeLine()
        guard (line?.count ?? count) <= limit else { throw .lineTooLong(status) }
        guard var line else { return nil }
        line.removeLast()
        guard line.last == UInt8(ascii: "\r") else {
            throw ProtocolError(400, "a line ends with LF alone (RFC 9112, section 2.2)")
        }
        line.removeLast()
        return line
    }
}

extension ProtocolError {
    fileprivate static func lineTooLong(_ status: Int) -> ProtocolError {
        switch status {
        case 414: ProtocolError(414, "the request line is too long (RFC 9112, section 3)")
        case 431: ProtocolError(431, "the header section is too long (RFC 6585, section 5)")
        default: ProtocolError(status, "a line of the chunked body is too long (RFC 9112, section 7.1)")
        }
    }
}

/// A first-in, first-out buffer of bytes.
struct ByteQueue {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The index up to which no end of a line was found; the next search begins here.
    private var searched = 0

    var count: Int { bytes.count - start }
    var capacity: Int { bytes.capacity }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            (start, searched) = (0, 0)
        } else if start > 65_536, start > bytes.count / 2 {
            bytes.removeSubrange(..<start)
            (start, searched) = (0, searched - start)
        }
        bytes.append(contentsOf: more)
    }

    /// Removes and returns the bytes through the next LF; nil without an LF.
    mutating func removeLine() -> ArraySlice<UInt8>? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        return removePrefix(end + 1 - start)
    }

    /// Removes and returns at most `maxLength` bytes.
    mutating func removePrefix(_ maxLength: Int) -> ArraySlice<UInt8> {
        let end = start + min(maxLength, count)
        let prefix = bytes[start..<end]
        (start, searched) = (end, end)
        // An idle connection must not keep the memory of a large body.
        if end == bytes.count, bytes.capacity > 131_072 { self = ByteQueue() }
        return prefix
    }
}
