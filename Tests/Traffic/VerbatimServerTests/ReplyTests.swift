import Foundation
import Testing
import VerbatimHAR
import VerbatimServer

@Suite struct `Sending replies` {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var request = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        var reply: Reply
        var wire: String
        var testDescription: String { name }
    }

    static let date: HeaderFields.Field = .init(name: "Date", value: "Sat, 21 Nov 2026 10:00:00 GMT")

    static func reply(
        _ status: Int = 200, reason: String = "", _ fields: [(String, String)] = [], _ body: String = "",
        chunks: [HTTPResponse.Chunk] = [], ending: Reply.Ending = .complete
    ) -> Reply {
        let headers = HeaderFields([date] + fields.map { .init(name: $0.0, value: $0.1) })
        return Reply(
            HTTPResponse(status, reason: reason, headers: headers, body: .text(body), chunks: chunks),
            ending: ending)
    }

    static let cases = [
        Case(
            name: "fields keep their case, order and repetition",
            reply: reply(
                [("vary", "Origin"), ("content-length", "99"), ("Vary", "X-Origin"), ("ETag", "\"a\"")], "hi"),
            wire:
                "200 OK|Date: *|vary: Origin|content-length: 2|Vary: X-Origin|ETag: \"a\"|Connection: close||hi"
        ),
        Case(
            name: "a reason of one's own", reply: reply(299, reason: "Quite Fine"),
            wire: "299 Quite Fine|Date: *|Content-Length: 0|Connection: close||"),
        Case(
            name: "an unknown status without a reason", reply: reply(599),
            wire: "599 |Date: *|Content-Length: 0|Connection: close||"),
        Case(
            name: "204 without a length", reply: reply(204),
            wire: "204 No Content|Date: *|Connection: close||"),
        Case(
            name: "304 keeps the length it states", reply: reply(304, [("Content-Length", "9")], "unseen"),
            wire: "304 Not Modified|Date: *|Content-Length: 9|Connection: close||"),
        Case(
            name: "HEAD has the fields and no body",
            request: "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
            reply: reply([("Content-Length", "5")], "hello"),
            wire: "200 OK|Date: *|Content-Length: 5|Connection: close||"),
        Case(
            name: "chunks", reply: reply([("Transfer-Encoding", "chunked")], "hello world"),
            wire: "200 OK|Date: *|Transfer-Encoding: chunked|Connection: close||b|hello world|0||"),
        Case(
            name: "chunks as scheduled",
            reply: reply(
                [("Transfer-Encoding", "chunked")], "hello world",
                chunks: [.init(length: 5, time: 1), .init(length: 1, time: 2)]),
            wire: "200 OK|Date: *|Transfer-Encoding: chunked|Connection: close||5|hello|1| |5|world|0||"),
        Case(
            name: "no chunks for HTTP/1.0", request: "GET / HTTP/1.0\r\n\r\n",
            reply: reply([("Transfer-Encoding", "chunked")], "hello"),
            wire: "200 OK|Date: *|Connection: close||hello"),
        Case(
            name: "closed within the body", reply: reply("hello world", ending: .closed(afterBody: 4)),
            wire: "200 OK|Date: *|Content-Length: 11|Connection: close||hell"),
        Case(
            name: "closed after all there is of a longer body",
            reply: reply([("Content-Length", "20")], "hello", ending: .closed(afterBody: 5)),
            wire: "200 OK|Date: *|Content-Length: 20|Connection: close||hello"),
        Case(
            name: "closed within the chunks",
            reply: reply([("Transfer-Encoding", "chunked")], "hello", ending: .closed(afterBody: 4)),
            wire: "200 OK|Date: *|Transfer-Encoding: chunked|Connection: close||4|hell|"),
        Case(name: "closed before the head", reply: reply(ending: .closed(afterBody: nil)), wire: ""),
        Case(
            name: "a field that would break the head", reply: reply([("X", "a\r\nSet-Cookie: b")]),
            wire: """
                500 Internal Server Error|Content-Type: text/plain; charset=utf-8|Content-Length: 85|Date: *|\
                Connection: close||500: a field or the reason of the reply would break the head \
                (RFC 9110, section 5.5)\n
                """),
        Case(
            name: "an interim status", reply: reply(101),
            wire: """
                500 Internal Server Error|Content-Type: text/plain; charset=utf-8|Content-Length: 62|Date: *|\
                Connection: close||500: 101 is no status a reply can have (RFC 9110, section 15)\n
                """),
    ]

    private static func reply(
        _ fields: [(String, String)], _ body: String = "", chunks: [HTTPResponse.Chunk] = [],
        ending: Reply.Ending = .complete
    ) -> Reply {
        reply(200, fields, body, chunks: chunks, ending: ending)
    }

    private static func reply(_ body: String, ending: Reply.Ending) -> Reply {
        reply(200, [], body, ending: ending)
    }

    @Test(arguments: cases)
    func `writes the reply down to the byte`(_ example: Case) throws {
        let answer = try exchange(example.request) { _, reply in reply(example.reply) }
        let shown = answer.replacing(#/Date: [^\r]*/#, with: "Date: *").replacing("\r\n", with: "|")
        #expect(shown == (example.wire.isEmpty ? "" : "HTTP/1.1 " + example.wire))
    }
}
