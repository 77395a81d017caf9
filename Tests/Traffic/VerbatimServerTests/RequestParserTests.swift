import Foundation
import Testing
import VerbatimHAR

@testable import VerbatimServer

@Suite struct RequestParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var wire: String
        var result: String
        var testDescription: String { wire.debugDescription }
        init(_ wire: String, _ result: String) { (self.wire, self.result) = (wire, result) }
    }

    static let accepted = [
        Case("GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n", "GET http://x/a?b=c\nHost=x\nno body\n"),
        Case("get / HTTP/1.1\r\nhost: x\r\n\r\n", "get http://x/\nhost=x\nno body\n"),
        Case("\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", "GET http://x/\nHost=x\nno body\n"),
        Case("GET / HTTP/1.7\r\nHost: x\r\n\r\n", "GET http://x/\nHost=x\nno body\n"),
        Case("OPTIONS * HTTP/1.1\r\nHost: x:81\r\n\r\n", "OPTIONS http://x:81\nHost=x:81\nno body\n"),
        Case("GET http://y/z HTTP/1.1\r\nHost: x\r\n\r\n", "GET http://y/z\nHost=x\nno body\n"),
        Case(
            "GET / HTTP/1.1\r\nHost: x\r\nX-A:1\r\nx-a: \t2 \r\nX-B:\r\n\r\n",
            "GET http://x/\nHost=x|X-A=1|x-a=2|X-B=\nno body\n"),
        Case(
            "GET / HTTP/1.1\r\nHost: x\r\nX-Name: Zoë\r\n\r\n", "GET http://x/\nHost=x|X-Name=Zoë\nno body\n"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
            "POST http://x/\nHost=x|Content-Length=0\n\n"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
            "POST http://x/\nHost=x|Content-Length=3\nabc\n"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n1\r\na\r\nA;n=v\r\n0123456789\r\n0\r\n\r\n",
            "POST http://x/\nHost=x|Transfer-Encoding=Chunked\na0123456789\n"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Sum: 1\r\n\r\n",
            "POST http://x/\nHost=x|Transfer-Encoding=chunked\n\n"),
    ]

    @Test(arguments: accepted)
    func `passes the request to the handler`(_ example: Case) throws {
        let text = try exchange(example.wire)
        #expect(
            text == """
                HTTP/1.1 200 OK\r
                Date: Sat, 21 Nov 2026 10:00:00 GMT\r
                Content-Length: \(example.result.utf8.count)\r
                \r
                \(example.result)
                """)
    }

    @Test(arguments: accepted)
    func `accepts a request byte by byte`(_ example: Case) throws {
        let server = try HTTPServer.start(handler: echo)
        let client = try RawClient(server)
        for byte in example.wire.utf8 { try client.send([byte]) }
        client.finishSending()
        #expect(try client.readToEnd().hasSuffix("\r\n\r\n" + example.result))
    }

    static let rejected = [
        Case("GET /\r\n\r\n", "400: the request line is not 'method target version' (RFC 9112, section 3)"),
        Case(
            "GET  / HTTP/1.1\r\n\r\n",
            "400: the request line is not 'method target version' (RFC 9112, section 3)"),
        Case("G(T / HTTP/1.1\r\n\r\n", "400: the method is not a token (RFC 9112, section 3.1)"),
        Case(
            "GET /ä HTTP/1.1\r\n\r\n",
            "400: the request target contains a character that no URI may contain (RFC 9112, section 3.2)"),
        Case(
            "GET /#a HTTP/1.1\r\n\r\n",
            "400: the request target contains a character that no URI may contain (RFC 9112, section 3.2)"),
        Case(
            "GET / HTTP/1.1 \r\n\r\n",
            "400: the request line is not 'method target version' (RFC 9112, section 3)"),
        Case("GET / http/1.1\r\n\r\n", "400: the version is not 'HTTP/digit.digit' (RFC 9112, section 2.3)"),
        Case("GET / HTTP/1.10\r\n\r\n", "400: the version is not 'HTTP/digit.digit' (RFC 9112, section 2.3)"),
        Case(
            "GET / HTTP/2.0\r\n\r\n", "505: the only supported version is HTTP/1.1 (RFC 9110, section 15.6.6)"
        ),
        Case("GET / HTTP/1.1\nHost: x\n\n", "400: a line ends with LF alone (RFC 9112, section 2.2)"),
        Case("GET / HTTP/1.1\r\n\r\n", "400: expected exactly one Host field (RFC 9112, section 3.2)"),
        Case(
            "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
            "400: expected exactly one Host field (RFC 9112, section 3.2)"),
        Case(
            "GET / HTTP/1.1\r\nHost: x/y\r\n\r\n",
            "400: the Host field is not 'host:port' (RFC 9110, section 7.2)"),
        Case(
            "GET a HTTP/1.1\r\nHost: x\r\n\r\n",
            "400: the request target is neither a path nor an absolute URL (RFC 9112, section 3.2)"),
        Case(
            "GET * HTTP/1.1\r\nHost: x\r\n\r\n",
            "400: the request target is neither a path nor an absolute URL (RFC 9112, section 3.2)"),
        Case(
            "CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n",
            "501: CONNECT is not supported (RFC 9110, section 9.3.6)"),
        Case(
            "GET / HTTP/1.1\r\n Host: x\r\n\r\n",
            "400: a field line is folded or indented (RFC 9112, section 5.2)"),
        Case(
            "GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n",
            "400: a field line is folded or indented (RFC 9112, section 5.2)"),
        Case("GET / HTTP/1.1\r\nHost\r\n\r\n", "400: a field line has no colon (RFC 9112, section 5)"),
        Case(
            "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
            "400: a field name is not a token, or is followed by white space (RFC 9112, section 5.1)"),
        Case(
            "GET / HTTP/1.1\r\n: x\r\n\r\n",
            "400: a field name is not a token, or is followed by white space (RFC 9112, section 5.1)"),
        Case(
            "GET / HTTP/1.1\r\nHost: x\r\nA: \u{1}\r\n\r\n",
            "400: a field value contains a control character (RFC 9110, section 5.5)"),
        Case(
            "GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n",
            "400: a field value contains a control character (RFC 9110, section 5.5)"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
            "400: Content-Length and Transfer-Encoding are mutually exclusive (RFC 9112, section 6.1)"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
            "400: Content-Length occurs more than once (RFC 9110, section 8.6)"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\na",
            "400: Content-Length is not a number (RFC 9110, section 8.6)"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\n",
            "400: Content-Length is not a number (RFC 9110, section 8.6)"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabc",
            "400: the request is incomplete (RFC 9112, section 8)"),
        Case("GET / HTT", "400: the request is incomplete (RFC 9112, section 8)"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 101\r\n\r\n",
            "413: the body is longer than 100 bytes (RFC 9110, section 15.5.14)"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "413: the body is longer than 100 bytes (RFC 9110, section 15.5.14)"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n",
            "413: the body is longer than 100 bytes (RFC 9110, section 15.5.14)"),
        Case(
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "400: HTTP/1.0 does not allow Transfer-Encoding (RFC 9112, section 6.1)"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
            "501: the only supported transfer coding is 'chunked' (RFC 9112, section 6.1)"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n",
            "400: a chunk size is not a hexadecimal number (RFC 9112, section 7.1)"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
            "400: a chunk is longer than its size (RFC 9112, section 7.1)"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;\(String(repeating: "e", count: 300))",
            "400: a line of the chunked body is too long (RFC 9112, section 7.1)"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nbad\r\n\r\n",
            "400: a field line has no colon (RFC 9112, section 5)"),
        Case(
            "POST / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 1\r\n\r\n",
            "417: the only supported expectation is '100-continue' (RFC 9110, section 10.1.1)"),
        Case(
            "GET /\(String(repeating: "a", count: 300))",
            "414: the request line is too long (RFC 9112, section 3)"),
        Case(
            "GET / HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 300))",
            "431: the header section is too long (RFC 6585, section 5)"),
        Case(
            "GET / HTTP/1.1\r\nHost: x\r\n\(String(repeating: "A: b\r\n", count: 50))\r\n",
            "431: the header section is too long (RFC 6585, section 5)"),
    ]

    @Test(arguments: rejected)
    func `rejects violations of the protocol, cites the rule, and closes the connection`(_ example: Case)
        throws
    {
        let text = try exchange(example.wire, limits: .init(head: 256, body: 100)) { _, _ in
            Issue.record("the handler was called")
        }
        #expect(text.hasPrefix("HTTP/1.1 \(example.result.prefix(3)) "))
        #expect(text.hasSuffix("\r\nConnection: close\r\n\r\n\(example.result)\n"))
    }

    @Test(arguments: accepted)
    func `survives any single changed byte`(_ example: Case) {
        let wire = Array(example.wire.utf8)
        for index in wire.indices {
            for byte in [0x00, 0x0a, 0x0d, 0x20, 0x2c, 0x3a, 0x39, 0x7f, 0x80, 0xff] as [UInt8] {
                var changed = wire
                changed[index] = byte
                var parser = RequestParser(limits: .init(head: 256, body: 100))
                changed.withUnsafeBytes { parser.append($0) }
                #expect(Self.requestCount(in: &parser) <= 1)
            }
        }
    }

    /// Returns the number of requests before the end of the bytes or the first error.
    private static func requestCount(in parser: inout RequestParser) -> Int {
        var count = 0
        while case .request? = try? parser.next() { count += 1 }
        return count
    }

    @Test func `rejects a body while it is being sent, and the client receives the reason`() throws {
        let server = try HTTPServer.start(limits: .init(body: 1000), handler: echo)
        let client = try RawClient(server)
        try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n\r\n")
        try client.send([UInt8](repeating: 0x61, count: 4_000_000))
        #expect(try client.readToEnd().hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
    }

    @Test func `sends 100 Continue to a client that waits for it`() throws {
        let server = try HTTPServer.start(handler: echo)
        let client = try RawClient(server)
        try client.send("PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(try client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send("ok")
        #expect(try client.read(until: "ok\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
}
