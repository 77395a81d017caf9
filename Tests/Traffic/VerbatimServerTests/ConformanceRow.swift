import Foundation
import Testing
import VerbatimHAR

@testable import VerbatimServer

/// Bytes that a client may send, the rule about them, and what they mean.
struct ConformanceRow: Sendable, CustomTestStringConvertible {
    /// The number of the RFC and the section: `9112 2.2`.
    let rule: String
    /// The bytes, one for each scalar.
    let wire: String
    /// The requests in the bytes, then the status of the error that ends them, or `...` if a request is
    /// incomplete, joined by ` + `.
    let result: String

    var bytes: [UInt8] { wire.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
    var testDescription: String { "RFC \(rule): \(wire.prefix(90).debugDescription)" }

    /// Creates rows of one form, in which each text is between a beginning and an end.
    static func rows(
        from start: String = "", to end: String = "", _ texts: [(String, String, String)]
    ) -> [ConformanceRow] {
        texts.map { ConformanceRow(rule: $0.0, wire: start + $0.1 + end, result: $0.2) }
    }

    static let next = "GET /2 HTTP/1.1\r\nHost: x\r\n\r\n"
    /// The limits that the rows reach.
    static let limits = HTTPServer.Limits(head: 256, body: 100)

    /// Returns the result of a parser that gets the bytes in pieces.
    func transcript(pieceLength: Int) -> String {
        var parser = RequestParser(limits: Self.limits)
        var (lines, rest) = ([String](), bytes[...])
        do throws(ProtocolError) {
            while !rest.isEmpty {
                let piece = rest.prefix(pieceLength)
                rest.removeFirst(piece.count)
                piece.withUnsafeBytes { parser.append($0) }
                try Self.append(requestsOf: &parser, to: &lines)
            }
            if parser.isInsideRequest { lines.append("...") }
        } catch {
            lines.append("\(error.status)")
        }
        return lines.joined(separator: " + ")
    }

    private static func append(
        requestsOf parser: inout RequestParser, to lines: inout [String]
    ) throws(ProtocolError) {
        while true {
            switch try parser.next() {
            case .incomplete: return
            case .expectsContinue: lines.append("100")
            case .request(let head, let body):
                let fields = head.headers.filter { !usualFields.contains($0.name.lowercased()) }
                    .map { "\($0.name)=\($0.value)" }
                lines.append(
                    "\(head.method) \(head.url(authority: "server"))"
                        + (fields.isEmpty ? "" : " {\(fields.joined(separator: "|"))}")
                        + (body.map { " '\(String(decoding: $0, as: UTF8.self))'" } ?? ""))
            }
        }
    }

    private static let usualFields: Set = ["host", "content-length", "transfer-encoding", "expect"]
}

/// Requests of every form that RFC 9110 and RFC 9112 allow, forbid or leave open.
@Suite struct RequestConformanceTests {
    static let rows = ConformanceRow.heads + ConformanceRow.bodies + ConformanceRow.sequences

    @Test(arguments: rows)
    func `means the same however it arrives`(_ row: ConformanceRow) {
        #expect(row.transcript(pieceLength: .max) == row.result)
        #expect(row.transcript(pieceLength: 1) == row.result)
        #expect(row.transcript(pieceLength: 7) == row.result)
    }

    @Test func `gets a response for each request over a socket, and no other`() throws {
        let server = try HTTPServer.start(limits: ConformanceRow.limits) { _, respond in respond(plain("")) }
        for row in Self.rows {
            let client = try RawClient(server)
            try client.send(row.bytes)
            client.finishSending()
            let text = try client.readToEnd()
            let statuses = text.components(separatedBy: "\r\n").filter { $0.hasPrefix("HTTP/1.1 ") }
                .map { String($0.dropFirst(9).prefix(3)) }
            let expected = row.result.split(separator: " + ").map { part in
                part == "..." ? "400" : part.allSatisfy(\.isNumber) ? String(part) : "200"
            }
            #expect(statuses == expected, "\(row.testDescription)")
        }
    }

    @Test(arguments: ConformanceRow.connections)
    func `the connection stays open or closes as the client says`(_ row: ConformanceRow) throws {
        let text = try exchange(row.wire) { _, respond in respond(plain("")) }
        let lines = text.components(separatedBy: "\r\n")
        #expect(
            lines.filter { $0.hasPrefix("HTTP/1.1") || $0 == "Connection: close" }
                == row.result.split(separator: "|").map(String.init))
    }

    @Test func `there are at least 200 rows`() {
        #expect(Self.rows.count + ConformanceRow.connections.count >= 200)
    }
}
