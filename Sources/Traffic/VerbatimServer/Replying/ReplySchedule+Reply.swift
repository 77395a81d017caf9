import Foundation
import VerbatimHAR

extension ReplySchedule {
    /// Writes a reply down for a connection; one that cannot be sent becomes a 500 that says why.
    ///
    /// - Parameters:
    ///   - head: The request it answers; nil when there was none that could be read.
    ///   - date: The value of a `Date` field, for a response without one.
    static func of(_ reply: Reply, to head: RequestHead?, date: String) -> ReplySchedule {
        do throws(ProtocolError) {
            return try ReplySchedule(reply, to: head, date)
        } catch {
            return of(error.reply, to: head, date: date)
        }
    }

    private init(_ reply: Reply, to head: RequestHead?, _ date: String) throws(ProtocolError) {
        ending = .silence
        if reply.delay > .zero { steps.append(.pause(reply.delay)) }
        switch reply.ending {
        case .silence: return
        case .closed(afterBody: nil): ending = .close
        case .reset(afterBody: nil): ending = .reset
        case .complete, .closed, .reset: try write(reply, to: head, date)
        }
    }

    private mutating func write(_ reply: Reply, to head: RequestHead?, _ date: String) throws(ProtocolError) {
        let body = try BodySource(reply.response.body)
        let framing = Framing(reply, length: body.count, to: head)
        var fields = try framing.fields(of: reply.response, date: date)
        let closes =
            head?.keepsConnection != true || framing == .untilClose
            || fields.list("Connection").contains { $0.equalsIgnoringASCIICase("close") }
        if closes { fields["Connection"] = "close" }
        append(Self.head(reply.response, fields))
        if framing.hasBody { append(body, in: reply, chunked: framing == .chunked) }
        ending = reply.connectionEnding(closes)
    }

    /// RFC 9112, section 4: https://www.rfc-editor.org/rfc/rfc9112#section-4
    private static func head(_ response: HTTPResponse, _ fields: HeaderFields) -> [UInt8] {
        let reason = response.reason.isEmpty ? ReasonPhrases.phrase(for: response.status) : response.reason
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        bytes += "HTTP/1.1 \(response.status) \(reason)\r\n".utf8
        for field in fields {
            bytes += field.name.utf8
            bytes += ": ".utf8
            bytes += field.value.utf8
            bytes += "\r\n".utf8
        }
        bytes += "\r\n".utf8
        return bytes
    }
}

// MARK: - Body

extension ReplySchedule {
    private mutating func append(_ body: BodySource, in reply: Reply, chunked: Bool) {
        let end = min(body.count, reply.cut ?? body.count)
        var offset = 0
        var time = 0.0
        for chunk in reply.response.chunks where offset < end {
            if chunk.time > time { steps.append(.pause(.milliseconds(chunk.time - time))) }
            time = max(time, chunk.time)
            let next = min(end, offset + max(0, chunk.length))
            append(body, offset..<next, chunked: chunked)
            offset = next
        }
        append(body, offset..<end, chunked: chunked)
        if chunked, reply.cut == nil { append(Array("0\r\n\r\n".utf8)) }
    }

    /// RFC 9112, section 7.1, where chunked.
    private mutating func append(_ body: BodySource, _ range: Range<Int>, chunked: Bool) {
        guard !range.isEmpty else { return }
        if chunked { append(Array("\(String(range.count, radix: 16))\r\n".utf8)) }
        switch body {
        case .bytes(let data): append(data[(data.startIndex + range.lowerBound)...].prefix(range.count))
        case .file(let file): steps.append(.file(file, range.count))
        }
        if chunked { append(Array("\r\n".utf8)) }
    }

    /// Joins bytes to the ones before, so that head and body leave in one write.
    private mutating func append(_ bytes: some Collection<UInt8>) {
        guard case .bytes(var last)? = steps.last else { return steps.append(.bytes(Array(bytes))) }
        steps.removeLast()
        last += bytes
        steps.append(.bytes(last))
    }
}

extension Reply {
    /// After how many bytes of the body it ends early.
    var cut: Int? {
        switch ending {
        case .closed(let bytes), .reset(let bytes): bytes
        case .complete, .silence: nil
        }
    }

    fileprivate func connectionEnding(_ closes: Bool) -> ReplySchedule.Ending {
        switch ending {
        case .complete: closes ? .close : .keepAlive
        case .closed: .close
        case .reset: .reset
        case .silence: .silence
        }
    }
}
