import Foundation
import VerbatimHAR
import VerbatimJSON

/// The bytes and pauses of a response, step by step, and the state of the connection afterwards.
struct ResponseSchedule {
    enum Step {
        case bytes([UInt8])
        /// Bytes of the body, which are copied or read a piece at a time.
        case body(BodySource, Range<Int>)
        case pause(Duration)
    }

    enum Ending {
        /// The connection serves the next request.
        case keepAlive
        case close
        case reset
        /// Nothing more is sent until the client closes.
        case silence
    }

    var steps: [Step] = []
    var ending: Ending
    /// The offset of the time of sending; nil if the response has another `Date`, or none.
    private(set) var dateStart: Int?
}

extension ResponseSchedule {
    /// Returns the schedule of a response; if it cannot be sent, that of a 500 with the reason.
    ///
    /// - Parameters:
    ///   - head: The request; nil if it could not be parsed.
    ///   - date: The value of the `Date` field, for a response without one.
    static func of(_ response: ServerResponse, to head: RequestHead?, date: String) -> ResponseSchedule {
        do throws(ProtocolError) {
            return try ResponseSchedule(response, to: head, date)
        } catch {
            return of(error.response, to: head, date: date)
        }
    }

    private init(_ response: ServerResponse, to head: RequestHead?, _ date: String) throws(ProtocolError) {
        ending = .silence
        if response.delay > .zero { steps.append(.pause(response.delay)) }
        switch response.ending {
        case .silence: return
        case .closed(afterBody: nil): ending = .close
        case .reset(afterBody: nil): ending = .reset
        case .complete, .closed, .reset: try append(response, to: head, date)
        }
    }

    private mutating func append(_ response: ServerResponse, to head: RequestHead?, _ date: String)
        throws(ProtocolError)
    {
        let body = try BodySource(response.response.body)
        let framing = ResponseFraming(response, length: body.count, to: head)
        var fields = try framing.fields(of: response.response, date: date)
        let closes =
            head?.keepsConnection != true || framing == .untilClose
            || fields.list("Connection").contains { $0.equalsIgnoringASCIICase("close") }
        if closes { fields["Connection"] = "close" }
        let bodyLength = framing.hasBody ? min(body.count, Self.pieceLength) : 0
        let head = Self.head(response.response, fields, roomFor: bodyLength)
        let isDated = response.response.headers["Date"] == nil && fields.last?.name == "Date"
        if isDated { dateStart = head.count - date.utf8.count - 4 }
        steps.append(.bytes(head))
        if framing.hasBody { append(body, of: response, chunked: framing == .chunked) }
        ending = response.connectionEnding(closes)
    }

    /// The number of bytes of a body that are sent at once.
    static let pieceLength = 65_536

    /// Returns the bytes of the status line and the fields, to which the beginning of the body is appended.
    ///
    /// RFC 9112, section 4: https://www.rfc-editor.org/rfc/rfc9112#section-4
    private static func head(
        _ response: HTTPResponse, _ fields: HeaderFields, roomFor bodyLength: Int
    ) -> [UInt8] {
        let reason = response.reason.isEmpty ? ReasonPhrases.phrase(for: response.status) : response.reason
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512 + bodyLength)
        for part in ["HTTP/1.1 ", String(response.status), " ", reason, "\r\n"] { bytes += part.utf8 }
        for field in fields {
            bytes += field.name.utf8
            bytes += ": ".utf8
            bytes += field.value.utf8
            bytes += "\r\n".utf8
        }
        bytes += "\r\n".utf8
        return bytes
    }

    // MARK: Body

    /// Returns all bytes; nil if a pause divides them, the connection ends, there are more than a number, or
    /// they cannot be read.
    func bytes(atMost limit: Int) -> [UInt8]? {
        guard case .keepAlive = ending else { return nil }
        var bytes: [UInt8] = []
        for step in steps {
            switch step {
            case .pause: return nil
            case .bytes(let more): bytes += more
            case .body(let body, let range):
                guard range.count <= limit, body.append(range, to: &bytes) else { return nil }
            }
            guard bytes.count <= limit else { return nil }
        }
        return bytes
    }

    private mutating func append(_ body: BodySource, of response: ServerResponse, chunked: Bool) {
        let end = min(body.count, response.truncation ?? body.count)
        var offset = 0
        var time = 0.0
        for chunk in response.response.chunks where offset < end {
            if chunk.arrival > time { steps.append(.pause(.milliseconds(chunk.arrival - time))) }
            time = max(time, chunk.arrival)
            let next = offset + min(max(0, chunk.length), end - offset)
            append(body, offset..<next, chunked: chunked)
            offset = next
        }
        append(body, offset..<end, chunked: chunked)
        if chunked, response.truncation == nil { steps.append(.bytes(Array("0\r\n\r\n".utf8))) }
    }

    /// Appends a range of the body, as a chunk (RFC 9112, section 7.1) if `chunked`.
    private mutating func append(_ body: BodySource, _ range: Range<Int>, chunked: Bool) {
        guard !range.isEmpty else { return }
        if chunked { steps.append(.bytes(Array("\(String(range.count, radix: 16))\r\n".utf8))) }
        steps.append(.body(body, range))
        if chunked { steps.append(.bytes(Array("\r\n".utf8))) }
    }
}

extension ServerResponse {
    /// The number of bytes of the body after which the response ends early.
    var truncation: Int? {
        switch ending {
        case .closed(let bytes), .reset(let bytes): bytes
        case .complete, .silence: nil
        }
    }

    fileprivate func connectionEnding(_ closes: Bool) -> ResponseSchedule.Ending {
        switch ending {
        case .complete: closes ? .close : .keepAlive
        case .closed: .close
        case .reset: .reset
        case .silence: .silence
        }
    }
}

/// The bytes of a response body: in memory, or in an open file.
enum BodySource {
    case bytes(Data)
    case file(InputFile)

    init(_ body: HTTPBody) throws(ProtocolError) {
        switch body {
        case .data(let data): self = .bytes(data)
        case .file(let url): self = .file(try Self.open(url.path(percentEncoded: false)))
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

    /// Appends some of the bytes; returns false if the file cannot be read or was written since its opening.
    func append(_ range: Range<Int>, to bytes: inout [UInt8]) -> Bool {
        switch self {
        case .bytes(let data):
            bytes += data[(data.startIndex + range.lowerBound)...].prefix(range.count)
            return true
        case .file(let file):
            let piece = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
                count =
                    (try? file.read(at: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
            }
            bytes += piece
            return piece.count == range.count && file.isUnchanged
        }
    }
}
