import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimServer

/// Responds to every request with an outcome, immediately or later.
private struct OutcomeResponder: Responder {
    var isDeferred = false
    var outcome: @Sendable (HTTPRequest) -> Outcome

    private struct NoWork: CancellableTask {
        func cancel() {}
    }

    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        let outcome = outcome(request)
        guard isDeferred else { return .immediate(outcome) }
        return .deferred {
            $0(.end(outcome))
            return NoWork()
        }
    }
}

@Suite struct ReplayHandlerTests {
    private static let date = HeaderFields.Field(name: "Date", value: "Sat, 21 Nov 2026 10:00:00 GMT")

    private static let echoOutcome: @Sendable (HTTPRequest) -> Outcome = { request in
        let fields = request.headers.map { "\($0.name): \($0.value)" }
        let text = (["\(request.method) \(request.url)"] + fields).joined(separator: "\n")
        return .response(HTTPResponse(200, headers: HeaderFields([date]), body: .text(text)))
    }

    private static func get(
        _ target: String, _ addressing: ReplayHandler.Addressing, rewritesRedirects: Bool = true,
        isDeferred: Bool = false,
        outcome: @escaping @Sendable (HTTPRequest) -> Outcome
    ) throws -> String {
        let responder = OutcomeResponder(isDeferred: isDeferred, outcome: outcome)
        let handler = ReplayHandler(
            responder, addressing: addressing, rewritesRedirects: rewritesRedirects)
        let request =
            "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:1\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nX-A: b\r\n\r\n"
        return try exchange(request, handler: handler.handle)
    }

    @Test(
        arguments: [
            (
                "/search?term=a%20b", ReplayHandler.Addressing.origin("https://itunes.apple.com"),
                "https://itunes.apple.com/search?term=a%20b"
            ),
            (
                "/https://itunes.apple.com/search?u=http://x/", .path,
                "https://itunes.apple.com/search?u=http://x/"
            ),
            ("http://itunes.apple.com/search", .path, "http://itunes.apple.com/search"),
        ], [false, true])
    func `requests the provider's URL without the fields of the connection`(
        _ example: (target: String, addressing: ReplayHandler.Addressing, url: String), isDeferred: Bool
    ) throws {
        let answer = try Self.get(
            example.target, example.addressing, isDeferred: isDeferred, outcome: Self.echoOutcome)
        #expect(answer.hasSuffix("\r\n\r\nGET \(example.url)\nX-A: b"))
    }

    @Test func `explains a path that names no provider`() throws {
        let answer = try Self.get("/search", .path, outcome: Self.echoOutcome)
        #expect(
            answer.hasSuffix(
                """
                no provider in 'http://127.0.0.1:1/search'
                  next: append the provider's URL to that of this server, e.g. /https://itunes.apple.com/search?term=a

                """))
    }

    @Test(arguments: [
        (
            ReplayHandler.Addressing.origin("https://a.example"), "https://a.example/x?y",
            "http://127.0.0.1:1/x?y"
        ),
        (.origin("https://a.example"), "/x", "http://127.0.0.1:1/x"),
        (.origin("https://a.example"), "https://a.example.org/x", "https://a.example.org/x"),
        (.path, "next?z", "http://127.0.0.1:1/https://a.example/next?z"),
        (.path, "https://b.example/x", "http://127.0.0.1:1/https://b.example/x"),
    ])
    func `rewrites redirects to lead to the server again`(
        _ addressing: ReplayHandler.Addressing, _ location: String, _ expected: String
    ) throws {
        let target = addressing == .path ? "/https://a.example/from" : "/from"
        let redirect: @Sendable (HTTPRequest) -> Outcome = { _ in
            .response(HTTPResponse(302, headers: ["Location": location]))
        }
        #expect(try Self.get(target, addressing, outcome: redirect).contains("\r\nLocation: \(expected)\r\n"))
        #expect(
            try Self.get(target, addressing, rewritesRedirects: false, outcome: redirect)
                .contains("\r\nLocation: \(location)\r\n"))
    }

    @Test func `sends a decoded body without its content coding and its recorded timing`() throws {
        let answer = try Self.get("/", .origin("https://a.example")) { _ in
            .response(
                HTTPResponse(
                    200,
                    headers: [
                        "Date": Self.date.value, "content-encoding": "gzip", "Keep-Alive": "timeout=5",
                        "Content-Length": "31",
                    ],
                    body: .text("decoded"), chunks: [.init(length: 3, time: 60_000)]))
        }
        #expect(
            answer == """
                HTTP/1.1 200 OK\r
                Date: Sat, 21 Nov 2026 10:00:00 GMT\r
                Content-Length: 7\r
                Connection: close\r
                \r
                decoded
                """)
    }

    @Test func `sends a throttled body piece by piece`() throws {
        let faulty = FaultingResponder(
            [FaultRule(.throttle(60))],
            else: OutcomeResponder { _ in
                .response(
                    HTTPResponse(
                        200, headers: ["Transfer-Encoding": "chunked"], body: .text("decoded"),
                        chunks: [.init(length: 7, time: 60_000)]))
            })
        let handler = ReplayHandler(faulty, addressing: .origin("https://a.example"))
        let answer = try exchange(
            "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", handler: handler.handle)
        #expect(answer.hasSuffix("\r\n\r\n3\r\ndec\r\n3\r\node\r\n1\r\nd\r\n0\r\n\r\n"))
    }

    @Test func `replays a recording, and reports every other request in the player's words`() throws {
        let recorded = Interaction(
            HTTPRequest("GET", "https://a.example/known?a=1&b=2"),
            .response(HTTPResponse(404, headers: ["content-type": "text/plain"], body: .text("gone"))))
        let player = Player(archive: Archive([recorded]), name: "a/known")
        let handler = ReplayHandler(player, addressing: .origin("https://a.example"))
        let server = try HTTPServer.start(handler: handler.handle)
        let client = try RawClient(server)
        try client.send("GET /known?b=2&a=1 HTTP/1.1\r\nHost: x\r\n\r\n")
        let known = try client.read(until: "gone")
        #expect(
            known.hasPrefix("HTTP/1.1 404 Not Found\r\ncontent-type: text/plain\r\nContent-Length: 4\r\n"))
        try client.send("GET /other HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let other = try client.readToEnd()
        #expect(other.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
        #expect(other.contains("GET https://a.example/other"))
    }

    @Test func `replays a transport failure as a reset, and a truncated body as truncated`() throws {
        let lost = TransportFailure(code: -1005, reason: "lost")
        #expect(throws: RawClient.Failure(call: "recv: Connection reset by peer")) {
            try Self.get("/", .origin("https://a.example")) { _ in .failure(lost) }
        }
        let partial = HTTPResponse(200, headers: ["Date": Self.date.value], body: .text("half"))
        let answer = try Self.get("/", .origin("https://a.example")) { _ in .failure(lost, partial: partial) }
        #expect(answer.hasSuffix("\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n4\r\nhalf\r\n"))
    }
}
