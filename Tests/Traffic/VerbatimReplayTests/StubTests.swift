import Foundation
import Synchronization
import Testing
import VerbatimHAR

@testable import VerbatimReplay

@Suite struct StubTests {
    static let matches = [
        ("/items", "https://a.example/items"), ("/items", "http://b.example:8080/items?page=2"),
        ("/items/*", "https://a.example/items/7"), ("/*/reviews", "https://a.example/7/reviews"),
        ("/items?page=2", "https://a.example/items?sort=up&page=2"),
        ("/caf%C3%A9", "https://a.example/caf%c3%a9"),
        ("/café", "https://a.example/caf%C3%A9"), ("/items?q=a b", "https://a.example/items?q=a%20b"),
        ("https://a.example/items", "https://A.example:443/items"),
        ("https://a.example", "https://a.example/"),
        ("/", "https://a.example"),
    ]

    @Test(arguments: matches) func `a stub answers a request`(target: String, url: String) {
        #expect(Stub.get(target).matches(HTTPRequest("GET", url)))
    }

    static let others = [
        ("/items", "https://a.example/items/7"), ("/items/*", "https://a.example/items"),
        ("/items/*", "https://a.example/items/7/reviews"), ("/items", "https://a.example/items/"),
        ("/items?page=2", "https://a.example/items?page=20"), ("/items?page=2", "https://a.example/items"),
        ("https://a.example/items", "http://a.example/items"),
        ("https://a.example/items", "https://b.example/items"),
    ]

    @Test(arguments: others) func `a stub leaves another request alone`(target: String, url: String) {
        #expect(!Stub.get(target).matches(HTTPRequest("GET", url)))
    }

    static let methods: [(String, Stub, Stub)] = [
        ("GET", .get("/a"), .get("/a", failing: .timedOut)),
        ("POST", .post("/a"), .post("/a", failing: .timedOut)),
        ("PUT", .put("/a"), .put("/a", failing: .timedOut)),
        ("PATCH", .patch("/a"), .patch("/a", failing: .timedOut)),
        ("DELETE", .delete("/a"), .delete("/a", failing: .timedOut)),
        ("HEAD", .request("HEAD", "/a"), .request("HEAD", "/a", failing: .timedOut)),
    ]

    @Test(arguments: methods) func `a stub is that of a method`(method: String, stub: Stub, failing: Stub)
        throws
    {
        for other in Self.methods.map(\.0) {
            #expect(stub.matches(HTTPRequest(other, "https://a.example/a")) == (other == method))
            #expect(failing.matches(HTTPRequest(other, "https://a.example/a")) == (other == method))
        }
        guard case .failure(let failure, nil) = failing.outcome else { throw CancellationError() }
        #expect(failure.code == URLError.timedOut.rawValue)
    }

    @Test func `a body of JSON has its media type`() throws {
        let response = try #require(Stub.get("/a", status: 201, json: #"{"a": 1}"#).outcome.response)
        #expect(response.status == 201)
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(try response.body.bytes() == Data(#"{"a": 1}"#.utf8))
        let problem = Stub.get("/a", headers: ["content-type": "application/problem+json"], json: "{}")
        #expect(problem.outcome.response?.headers.values(of: "Content-Type") == ["application/problem+json"])
    }

    @Test func `the first stub that is not used up answers, then the recording`() {
        let archive = Archive([
            Interaction(HTTPRequest("GET", "https://a.example/items"), .response(HTTPResponse(200)))
        ])
        let player = Player(archive: archive, name: "a/items")
        let responder = StubbedResponder(
            [.get("/items", status: 503, times: 2), .get("/items", status: 500, times: 1), .get("/none")],
            else: player)
        let statuses = (0..<4).map { _ in
            responder.status(of: HTTPRequest("GET", "https://a.example/items"))
        }
        #expect(statuses == [503, 503, 500, 200])
        #expect(responder.unused.map(\.name) == ["GET /none"])
        #expect(player.misses.isEmpty)
    }

    @Test(arguments: [
        ("log.example", "https://log.example/a", true), ("log.example", "http://LOG.example:8080/", true),
        ("log.example", "https://x.log.example/", false), ("*.log.example", "https://x.y.log.example/", true),
        ("*.log.example", "https://log.example/", true), ("*.log.example", "https://catalog.example/", false),
    ])
    func `a host that a test is not about is offline`(host: String, url: String, isOffline: Bool) {
        let player = Player(archive: Archive(), name: "a/items")
        let responder = StubbedResponder([.offline(host)], else: player)
        for method in ["GET", "POST"] {
            _ = responder.respond(to: HTTPRequest(method, url), timeout: 1)
        }
        #expect(player.misses.count == (isOffline ? 0 : 2))
        #expect(responder.unused.isEmpty)
    }

    @Test(arguments: [
        ("https://a.example/x", "request-not-intercepted"),
        ("wss://a.example/x", "request-scheme-unsupported"),
    ])
    func `a request that nothing intercepts is a miss`(url: String, rule: String) {
        let player = Player(archive: Archive(), name: "a/items")
        StubbedResponder([.offline("log.example")], else: player).refuse(HTTPRequest("GET", url))
        #expect(player.misses.map(\.rule) == [rule])
    }

    @Test func `an answer is delayed, and one that is cancelled fails`() async throws {
        let responder = StubbedResponder(
            [.get("/soon", status: 204, delay: .nanoseconds(1)), .get("/never", delay: .seconds(1 << 60))],
            else: Player(archive: Archive(), name: "stubs"))
        let soon = await responder.outcome(of: HTTPRequest("GET", "https://a.example/soon"), cancelled: false)
        #expect(soon?.response?.status == 204)
        let never = await responder.outcome(
            of: HTTPRequest("GET", "https://a.example/never"), cancelled: true)
        guard case .failure(let failure, _) = never else { throw CancellationError() }
        #expect(failure.code == -999)
    }

    @Test func `a request without a stub says so if there is no recording`() {
        let player = Player(archive: Archive(), name: "stubs")
        _ = player.respond(to: HTTPRequest("GET", "https://a.example/other?key=abcdefgh"), timeout: 1)
        #expect(
            player.misses.map(\.description) == [
                """
                request-not-stubbed: 'GET https://a.example/other?key=abcdefgh' has no stub, and there is no recording
                  next: if the app should send this request, add a stub for it, or name a recording
                """
            ])
    }
}

extension Responder {
    fileprivate func status(of request: HTTPRequest) -> Int? {
        guard case .immediate(let outcome) = respond(to: request, timeout: 1) else { return nil }
        return outcome.response?.status
    }

    fileprivate func outcome(of request: HTTPRequest, cancelled: Bool) async -> Outcome? {
        guard case .deferred(let begin) = respond(to: request, timeout: 1) else { return nil }
        let (outcomes, continuation) = AsyncStream.makeStream(of: Outcome.self)
        let task = begin { part in _ = part.outcome.map { continuation.yield($0) } }
        if cancelled { task.cancel() }
        for await outcome in outcomes { return outcome }
        return nil
    }
}
