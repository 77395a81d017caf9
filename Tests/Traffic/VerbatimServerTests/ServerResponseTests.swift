import Foundation
import Testing
import VerbatimHAR
import VerbatimServer

@Suite struct ServerResponseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var request = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        var response: ServerResponse
        var wire: String
        var testDescription: String { name }
    }

    static let date: HeaderFields.Field = .init(name: "Date", value: "Sat, 21 Nov 2026 10:00:00 GMT")

    static func response(
        _ status: Int = 200, reason: String = "", _ fields: [(String, String)] = [], _ body: String = "",
        chunks: [HTTPResponse.Chunk] = [], ending: ServerResponse.Ending = .complete
    ) -> ServerResponse {
        let headers = HeaderFields([date] + fields.map { .init(name: $0.0, value: $0.1) })
        return ServerResponse(
            HTTPResponse(status, reason: reason, headers: headers, body: .text(body), chunks: chunks),
            ending: ending)
    }

    static let cases = [
        Case(
            name: "fields keep their case, order and repetition",
            response: response(
                [("vary", "Origin"), ("content-length", "99"), ("Vary", "X-Origin"), ("ETag", "\"a\"")], "hi"),
            wire:
                "200 OK|Date: *|vary: Origin|content-length: 2|Vary: X-Origin|ETag: \"a\"|Connection: close||hi"
        ),
        Case(
            name: "a custom reason", response: response(299, reason: "Quite Fine"),
            wire: "299 Quite Fine|Date: *|Content-Length: 0|Connection: close||"),
        Case(
            name: "an unknown status without a reason", response: response(599),
            wire: "599 |Date: *|Content-Length: 0|Connection: close||"),
        Case(
            name: "204 without a length",
            response: response(204, [("Content-Length", "0"), ("Transfer-Encoding", "chunked")]),
            wire: "204 No Content|Date: *|Connection: close||"),
        Case(
            name: "304 keeps its Content-Length",
            response: response(304, [("Content-Length", "9")], "unseen"),
            wire: "304 Not Modified|Date: *|Content-Length: 9|Connection: close||"),
        Case(
            name: "HEAD gets the fields and no body",
            request: "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
            response: response([("Content-Length", "5")], "hello"),
            wire: "200 OK|Date: *|Content-Length: 5|Connection: close||"),
        Case(
            name: "chunks", response: response([("Transfer-Encoding", "chunked")], "hello world"),
            wire: "200 OK|Date: *|Transfer-Encoding: chunked|Connection: close||b|hello world|0||"),
        Case(
            name: "chunks at their times",
            response: response(
                [("Transfer-Encoding", "chunked")], "hello world",
                chunks: [.init(length: 5, time: 1), .init(length: 1, time: 2)]),
            wire: "200 OK|Date: *|Transfer-Encoding: chunked|Connection: close||5|hello|1| |5|world|0||"),
        Case(
            name: "no chunks for HTTP/1.0", request: "GET / HTTP/1.0\r\n\r\n",
            response: response([("Transfer-Encoding", "chunked")], "hello"),
            wire: "200 OK|Date: *|Connection: close||hello"),
        Case(
            name: "closed within the body", response: response("hello world", ending: .closed(afterBody: 4)),
            wire: "200 OK|Date: *|Content-Length: 11|Connection: close||hell"),
        Case(
            name: "closed at the end of a body that should be longer",
            response: response([("Content-Length", "20")], "hello", ending: .closed(afterBody: 5)),
            wire: "200 OK|Date: *|Content-Length: 20|Connection: close||hello"),
        Case(
            name: "closed within the chunks",
            response: response([("Transfer-Encoding", "chunked")], "hello", ending: .closed(afterBody: 4)),
            wire: "200 OK|Date: *|Transfer-Encoding: chunked|Connection: close||4|hell|"),
        Case(name: "closed before the head", response: response(ending: .closed(afterBody: nil)), wire: ""),
        Case(
            name: "a field that contains a line break", response: response([("X", "a\r\nSet-Cookie: b")]),
            wire: """
                500 Internal Server Error|Content-Type: text/plain; charset=utf-8|Content-Length: 82|Date: *|\
                Connection: close||500: a field or the reason contains a forbidden character \
                (RFC 9110, section 5.5)\n
                """),
        Case(
            name: "an interim status", response: response(101),
            wire: """
                500 Internal Server Error|Content-Type: text/plain; charset=utf-8|Content-Length: 60|Date: *|\
                Connection: close||500: 101 is not a valid final status (RFC 9110, section 15)\n
                """),
    ]

    private static func response(
        _ fields: [(String, String)], _ body: String = "", chunks: [HTTPResponse.Chunk] = [],
        ending: ServerResponse.Ending = .complete
    ) -> ServerResponse {
        response(200, fields, body, chunks: chunks, ending: ending)
    }

    private static func response(_ body: String, ending: ServerResponse.Ending) -> ServerResponse {
        response(200, [], body, ending: ending)
    }

    @Test(arguments: cases)
    func `sends exactly these bytes`(_ example: Case) throws {
        let text = try exchange(example.request) { _, respond in respond(example.response) }
        let shown = text.replacing(#/Date: [^\r]*/#, with: "Date: *").replacing("\r\n", with: "|")
        #expect(shown == (example.wire.isEmpty ? "" : "HTTP/1.1 " + example.wire))
    }
}
