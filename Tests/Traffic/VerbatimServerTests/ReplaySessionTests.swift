import Synchronization
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimServer

@Suite struct ReplaySessionTests {
    private static let routes = ProviderRoutes(
        [
            ProviderRoutes.API("books", servers: ["https://books.example/v1/", "https://img.example"]),
            ProviderRoutes.API("local", servers: ["http://plain.example:8080"]),
        ].compactMap(\.self))

    private static func recorded(_ url: String, _ text: String, status: Int = 200) -> Interaction {
        let date = HeaderFields.Field(name: "Date", value: "Sat, 21 Nov 2026 10:00:00 GMT")
        return Interaction(
            HTTPRequest("GET", url),
            .response(HTTPResponse(status, headers: HeaderFields([date]), body: .text(text))))
    }

    /// A session whose API `books` has two scenarios.
    private static func session(
        delay: Duration? = .zero, token: String? = nil, scenario: String? = nil
    ) -> ReplaySession {
        var options = ReplaySession.Options { name in
            let all = [
                "one": recorded("https://books.example/v1/a", "first"),
                "two": recorded("https://books.example/v1/a", "second"),
            ]
            let chosen =
                name.scenario.map { [all[$0]].compactMap(\.self) }
                ?? all.sorted { $0.key < $1.key }.map(\.value)
            let player = Player(
                archive: Archive(chosen), name: name.api, options: .init(exhausted: .repeatLast))
            return .init(player)
        }
        options.delay = delay
        options.token = token
        options.scenario = scenario
        return ReplaySession(routes, options)
    }

    private static func get(
        _ target: String, _ fields: String = "", method: String = "GET", host: String = "localhost:1",
        in session: ReplaySession
    ) throws -> String {
        let end = "\r\nConnection: close\r\n\r\n"
        let answer = try exchange(
            "\(method) \(target) HTTP/1.1\r\nHost: \(host)\(fields)\(end)", handler: session.handle)
        return answer
    }

    @Test(arguments: [
        ("http://localhost:1/books/a?b=c", "https://books.example/v1/a?b=c", "books"),
        ("http://localhost:1/books/v1/a", "https://books.example/v1/a", "books"),
        ("http://localhost:1/books/v12", "https://books.example/v1/v12", "books"),
        ("http://localhost:1/books", "https://books.example/v1", "books"),
        ("http://127.0.0.1:1/img.example/x", "https://img.example/x", "books"),
        ("http://[::1]:1/plain.example:8080/x", "http://plain.example:8080/x", "local"),
        ("http://localhost:1/https://books.example/v2", "https://books.example/v2", "books"),
        ("http://localhost:1/https:/books.example/v2", "https://books.example/v2", "books"),
        ("http://BOOKS.example/v1/a", "https://books.example/v1/a", "books"),
        ("http://plain.example:8080/x", "http://plain.example:8080/x", "local"),
        ("http://other.example/x", "http://other.example/x", nil),
    ])
    func `finds the provider of a request`(_ url: String, _ provider: String, _ api: String?) throws {
        let route = try #require(Self.routes.route(HTTPRequest("GET", url), URLParts(url)))
        #expect(route.url == provider)
        #expect(route.api == api)
    }

    @Test(arguments: ["/", "/favicon.ico", "/.verbatim.example/x", "/@one", "/other/a", "/..%2fbooks/a"])
    func `finds no provider in other paths`(_ path: String) {
        let url = "http://localhost:1\(path)"
        #expect(Self.routes.route(HTTPRequest("GET", url), URLParts(url)) == nil)
    }

    @Test(arguments: [
        ("/books/a", "", "localhost:1", "first"),
        ("/@two/books/a", "", "localhost:1", "second"),
        ("/@t%77o/https://books.example/v1/a", "", "localhost:1", "second"),
        ("/books/a", "\r\nX-Verbatim-Scenario: two", "localhost:1", "second"),
        ("/v1/a", "\r\nX-Verbatim-Host: books.example", "localhost:1", "first"),
        ("/v1/a", "\r\nX-Verbatim-Scenario: two", "books.example", "second"),
        ("http://books.example/v1/a", "", "books.example", "first"),
    ])
    func `replays the scenario that a client names, in every form`(
        _ target: String, _ fields: String, _ host: String, _ body: String
    ) throws {
        let answer = try Self.get(target, fields, host: host, in: Self.session())
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n" + body))
    }

    @Test func `replays in recorded order, repeats the last response, and begins again after a reset`() throws
    {
        let session = Self.session()
        func body() throws -> Substring? {
            try Self.get("/books/a", in: session).split(separator: "\r\n").last
        }
        #expect(try [body(), body(), body()] == ["first", "second", "second"])
        #expect(try Self.get("/.verbatim/reset", method: "POST", in: session).contains("\"requests\": 0"))
        #expect(try body() == "first")
        #expect(session.unanswered.requests == 4)
    }

    @Test func `a client that asks again in the same bytes is counted, and a reset begins again`() throws {
        let session = Self.session()
        let server = try HTTPServer.start(handler: session.handle)
        let client = try RawClient(server)
        func expect(_ body: String) throws {
            try client.send("GET /books/a HTTP/1.1\r\nHost: localhost:1\r\n\r\n")
            _ = try client.read(until: "\r\n\r\n\(body)")
        }
        func reset() throws {
            try client.send("POST /.verbatim/reset HTTP/1.1\r\nHost: localhost:1\r\n\r\n")
            #expect(try client.read(until: "}\n").contains("\"requests\": 0"))
        }
        for _ in 1...2 {
            for body in ["first", "second", "second", "second"] { try expect(body) }
            #expect(session.answered("books") == 4)
            #expect(session.current.requests == 4)
            try reset()
        }
        #expect(session.unanswered.requests == 8)
    }

    @Test func `asks again for each response that may change`() throws {
        let archive = Archive([Self.recorded("https://books.example/v1/a", "recorded")])
        let observed = Mutex(0)
        func bodies(_ responder: (any Responder)?, needsMore: Bool) throws -> Int {
            var options = ReplaySession.Options { name in
                let player = Player(archive: archive, name: name.api, options: .init(exhausted: .repeatLast))
                return .init(player, responder: responder)
            }
            options.observe = { _, _, _, _ in
                observed.withLock { $0 += 1 }
                return !needsMore
            }
            observed.withLock { $0 = 0 }
            let server = try HTTPServer.start(handler: ReplaySession(Self.routes, options).handle)
            let client = try RawClient(server)
            for _ in 1...3 {
                try client.send("GET /books/a HTTP/1.1\r\nHost: localhost:1\r\n\r\n")
                _ = try client.read(until: "d")
            }
            return observed.withLock { $0 }
        }
        let other = Player(archive: archive, name: "books", options: .init(exhausted: .repeatLast))
        #expect(try bodies(nil, needsMore: false) == 1)
        #expect(try bodies(nil, needsMore: true) == 3)
        #expect(try bodies(other, needsMore: false) == 3)
    }

    @Test func `explains a miss as JSON, or as text if the client accepts that`() throws {
        let session = Self.session(scenario: "one")
        let json = try Self.get("/books/b", in: session)
        #expect(json.hasPrefix("HTTP/1.1 502 Bad Gateway\r\nContent-Type: application/json\r\n"))
        #expect(json.contains(#""error": "request-not-recorded""#))
        #expect(json.contains(#""request": "GET https://books.example/v1/b""#))
        #expect(json.contains(#""differences": ["#))
        let text = try Self.get("/books/b", "\r\nAccept: text/html,*/*", in: session)
        #expect(
            text.contains(
                "\r\n\r\nrequest-not-recorded: 'GET https://books.example/v1/b' is not in the recording\n"))
        #expect(session.unanswered.misses.count == 2)
    }

    @Test func `counts all requests without an answer, and keeps some of them`() throws {
        let session = Self.session()
        for path in ["/books/b", "/nothing"] {
            for number in 1...1_200 {
                session.handle(HTTPRequest("GET", "http://localhost:1\(path)/\(number)")) { _ in }
            }
        }
        #expect(try Self.get("/books/last", in: session).contains(#""error": "request-not-recorded""#))
        let unanswered = session.unanswered
        #expect(unanswered.count == 2_401)
        #expect(unanswered.misses.count == 1_000)
        #expect(unanswered.misses.last?.request == "GET https://books.example/v1/last")
        #expect(unanswered.unrouted.count == 1_000)
        _ = try Self.get("/.verbatim/reset", method: "POST", in: session)
        #expect(session.unanswered.count == 2_401)
        #expect(session.unanswered.misses.count == 1_000)
        #expect(session.current.count == 0)
    }

    @Test func `answers hosts of no API with 502, and paths of none with 404`() throws {
        let session = Self.session()
        #expect(try Self.get("/x", host: "other.example", in: session).hasPrefix("HTTP/1.1 502 "))
        #expect(try Self.get("/favicon.ico", in: session).hasPrefix("HTTP/1.1 404 "))
        #expect(
            session.unanswered.unrouted == [
                "GET http://other.example/x", "GET http://localhost:1/favicon.ico",
            ])
    }

    @Test func `leads redirects to the server and to the scenario again`() throws {
        let options = ReplaySession.Options { name in
            let redirect = HTTPResponse(302, headers: ["Location": "/v2?x"])
            let recorded = Interaction(
                HTTPRequest("GET", "https://books.example/v1/a"), .response(redirect))
            return .init(Player(archive: Archive([recorded]), name: name.api))
        }
        func location(_ target: String, host: String = "localhost:1") throws -> String? {
            let session = ReplaySession(Self.routes, options)
            let lines = try Self.get(target, host: host, in: session).split(separator: "\r\n")
            return lines.first { $0.hasPrefix("Location: ") }.map { String($0.dropFirst(10)) }
        }
        #expect(try location("/books/a") == "http://localhost:1/https://books.example/v2?x")
        #expect(try location("/@one/books/a") == "http://localhost:1/@one/https://books.example/v2?x")
        #expect(try location("/v1/a", host: "books.example") == "/v2?x")
    }

    // MARK: The control path

    @Test func `lists what was asked and not answered`() throws {
        let session = Self.session()
        _ = try Self.get("/books/b", in: session)
        _ = try Self.get("/books/a", in: session)
        let state = try Self.get("/.verbatim/state", in: session)
        #expect(state.contains(#""books": "http://localhost:1/books""#))
        #expect(state.contains(#""requests": 2"#))
        #expect(state.contains(#""unmatched": 1"#))
        let unmatched = try Self.get("/.verbatim/unmatched", in: session)
        #expect(unmatched.contains(#""request": "GET https://books.example/v1/b""#))
        #expect(try Self.get("/.verbatim/state", method: "DELETE", in: session).hasPrefix("HTTP/1.1 404 "))
    }

    @Test(arguments: [
        ("/.verbatim/state", "", "books.example", 502),
        ("/.verbatim/state", "\r\nX-Verbatim-Host: books.example", "localhost:1", 502),
        ("/.verbatim/state", "", "attacker.example", 502),
        ("/.verbatim/state", "", "127.attacker.example", 502),
        ("/.verbatim/state", "", "127.0.0.1.attacker.example:1", 502),
        ("/.verbatim/state", "", "127.0.0", 502),
        ("/.verbatim/state", "", "localhost.attacker.example", 502),
        ("/.verbatim/state", "", "127.0.0.9:1", 200),
        ("/.verbatim/state", "\r\nOrigin: https://attacker.example", "localhost:1", 403),
        ("/.verbatim/state", "\r\nOrigin: http://localhost:3000", "localhost:1", 200),
    ])
    func `is not reached by a provider's path or another page`(
        _ target: String, _ fields: String, _ host: String, _ status: Int
    ) throws {
        let answer = try Self.get(target, fields, host: host, in: Self.session())
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    }

    @Test(arguments: [("", 401), ("\r\nAuthorization: Bearer no", 401), ("\r\nAuthorization: Bearer s", 200)])
    func `needs the token where there is one`(_ fields: String, _ status: Int) throws {
        let session = Self.session(token: "s")
        let answer = try Self.get("/.verbatim/state", fields, host: "192.0.2.1:1", in: session)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    }
}
