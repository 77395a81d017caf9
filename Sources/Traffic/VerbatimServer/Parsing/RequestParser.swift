import Foundation
import VerbatimHAR

/// Requests out of the bytes of a connection, however the bytes are cut.
struct RequestParser {
    /// What the bytes so far amount to.
    enum Step {
        case incomplete
        /// The head is whole, and the client waits for a word before it sends the body.
        case expectsContinue
        case request(RequestHead, body: Data?)
    }

    private enum Phase {
        case requestLine
        case fields
        case body(length: Int)
        case chunkedBody
    }

    private var queue = ByteQueue()
    private var phase = Phase.requestLine
    private var head = RequestHead()
    private var headLength = 0
    private var chunked: ChunkedBody
    private let limits: HTTPServer.Limits

    init(limits: HTTPServer.Limits) {
        self.limits = limits
        chunked = ChunkedBody(limits: limits)
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        queue.append(bytes)
    }

    /// How many bytes wait to be parsed.
    var waiting: Int { queue.count }

    /// Whether the bytes so far begin a request that is not whole.
    var isInsideRequest: Bool {
        if case .requestLine = phase { return queue.count > 0 }
        return true
    }

    /// Goes as far as the bytes allow; a request is given once.
    mutating func next() throws(ProtocolError) -> Step {
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
                if line.isEmpty { return try endOfHead() }
                try head.add(fieldLine: line)
            case .body(let length):
                guard queue.count >= length else { return .incomplete }
                return whole(body: Data(queue.take(length)))
            case .chunkedBody:
                return try chunked.read(&queue) ? whole(body: Data(chunked.bytes)) : .incomplete
            }
        }
    }

    private mutating func headLine(tooLong status: Int) throws(ProtocolError) -> ArraySlice<UInt8>? {
        guard let line = try queue.takeLine(limit: limits.head - headLength, tooLong: status) else {
            return nil
        }
        headLength += line.count + 2
        return line
    }

    private mutating func endOfHead() throws(ProtocolError) -> Step {
        switch try head.framing() {
        case .none:
            return whole(body: nil)
        case .length(let length):
            guard length <= limits.body else { throw .bodyTooLong(limits.body) }
            phase = .body(length: length)
        case .chunked:
            phase = .chunkedBody
        }
        // Whoever has begun to send the body does not wait (RFC 9110, section 10.1.1).
        return try head.expectsContinue() && queue.count == 0 ? .expectsContinue : try next()
    }

    private mutating func whole(body: Data?) -> Step {
        defer {
            phase = .requestLine
            headLength = 0
            chunked = ChunkedBody(limits: limits)
        }
        return .request(head, body: body)
    }
}

extension ByteQueue {
    /// Takes a line without its CRLF, or nothing while its end has not come.
    ///
    /// A bare LF ends no line here (RFC 9112, section 2.2 allows either choice; this one hides no smuggling).
    mutating func takeLine(limit: Int, tooLong status: Int) throws(ProtocolError) -> ArraySlice<UInt8>? {
        let line = takeLine()
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
