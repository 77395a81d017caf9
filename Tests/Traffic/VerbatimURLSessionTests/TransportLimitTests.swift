import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimServer

@testable import VerbatimURLSession

/// A response that never ends, and its failure.
struct EndlessResponse: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let head: String
    let repeated: String
    var pause: useconds_t = 0
    let failure: TransportFailure

    private static let tooLong = TransportFailure(
        .dataLengthExceedsMaximum, "the body has more than 100000 bytes, the limit of a live request")
    private static let tooSlow = TransportFailure(
        .timedOut, "the response was not complete after 0.25 s, the limit of a live request")
    private static let noHead = TransportFailure(.timedOut, "nothing arrived for 0.25 s")
    private static let ok = "HTTP/1.1 200 OK\r\n"

    static let all = [
        Self("a body", ok + "\r\n", String(repeating: "x", count: 4096), tooLong),
        Self(
            "chunks", ok + "Transfer-Encoding: chunked\r\n\r\n",
            "1000\r\n" + String(repeating: "x", count: 4096) + "\r\n", tooLong),
        Self("an announced length", ok + "Content-Length: 9007199254740992\r\n\r\n", "x", tooLong),
        Self("a slow body", ok + "\r\n", "x", pause: 20_000, tooSlow),
        Self(
            "slow chunks", ok + "Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", pause: 20_000, tooSlow),
        Self("a slow head", ok, "X: y\r\n", pause: 20_000, noHead),
        Self("a slow line", "HTTP/1.1 200 ", "x", pause: 20_000, noHead),
        Self("informational responses", "", "HTTP/1.1 103 Early Hints\r\n\r\n", pause: 20_000, noHead),
    ]

    /// The limit of the duration: only responses that are too slow have a short one.
    var duration: Double { pause > 0 ? 0.25 : 60 }

    /// Whether a failure is one of this response. A slow head reaches either limit first.
    func causes(_ failure: TransportFailure?) -> Bool {
        failure == self.failure || self.failure == Self.noHead && failure == Self.tooSlow
    }

    private init(
        _ name: String, _ head: String, _ repeated: String, pause: useconds_t = 0, _ failure: TransportFailure
    ) {
        testDescription = name
        self.head = head
        self.repeated = repeated
        self.pause = pause
        self.failure = failure
    }
}

@Suite(.timeLimit(.minutes(5))) struct TransportLimitTests {
    @Test(arguments: EndlessResponse.all)
    func `a response that never ends is a failure`(response: EndlessResponse) async throws {
        let server = try RawServer(response.head, repeating: response.repeated, pause: response.pause)
        let transport = URLSessionTransport(limits: .init(bodySize: 100_000, duration: response.duration))
        let outcome = await transport.outcome(
            of: HTTPRequest("GET", server.origin), timeout: response.duration)
        #expect(response.causes(outcome.failure), "\(outcome)")
        #expect(try (outcome.response?.body.bytes().count ?? 0) < 100)
    }

    @Test func `a head that never ends is a failure`() async throws {
        let server = try RawServer("HTTP/1.1 200 OK\r\n", repeating: "X-Y: z\r\n")
        let outcome = await URLSessionTransport().outcome(
            of: HTTPRequest("GET", server.origin), timeout: 0.25)
        #expect(outcome.failure != nil)
    }

    /// 300,000 times the letter x, in 325 bytes.
    private static let bomb =
        "H4sIAAAAAAACA+3BAQ0AAADCoNqPbw8HF" + String(repeating: "A", count: 387) + "/BjNKsiz4JMEAA=="

    @Test(arguments: [
        (300_000, nil), (299_999, "the body has more than 299999 bytes, the limit of a live request"),
    ])
    func `a compressed body is measured as it is decoded`(limit: Int, failure: String?) async throws {
        let body = try #require(Data(base64Encoded: Self.bomb))
        let server = try HTTPServer.start { _ in
            ServerResponse(HTTPResponse(200, headers: ["Content-Encoding": "gzip"], body: .data(body)))
        }
        defer { server.stop() }
        let outcome = await URLSessionTransport(limits: .init(bodySize: limit))
            .outcome(of: HTTPRequest("GET", server.origin))
        #expect(outcome.failure?.reason == failure)
    }

    @Test func `the bodies that are received at the same time have a limit together`() async throws {
        let server = try HTTPServer.start { request in
            let isLong = request.url.hasSuffix("/long")
            return ServerResponse(
                HTTPResponse(200, body: .data(Data(count: isLong ? 100_001 : 100_000))))
        }
        defer { server.stop() }
        let transport = URLSessionTransport(limits: .init(bodySizes: 100_000))
        for _ in 0..<2 {
            let long = await transport.outcome(of: HTTPRequest("GET", server.origin + "/long"))
            #expect(
                long.failure?.reason
                    == "the bodies that are being received have more than 100000 bytes together, the limit of "
                    + "live requests")
            let short = await transport.outcome(of: HTTPRequest("GET", server.origin + "/short"))
            #expect(try short.whole?.body.bytes().count == 100_000)
        }
    }

    @Test func `the length of a HEAD is not that of its body`() async throws {
        let server = try HTTPServer.start { _ in
            ServerResponse(HTTPResponse(200, headers: ["Content-Length": "100001"]))
        }
        defer { server.stop() }
        let transport = URLSessionTransport(limits: .init(bodySize: 100_000))
        let outcome = await transport.outcome(of: HTTPRequest("HEAD", server.origin))
        #expect(outcome.whole?.status == 200)
    }

    @Test(arguments: [0, -1, .nan, .infinity, 1e300, .greatestFiniteMagnitude])
    func `a timeout that is no time is the limit`(timeout: Double) async throws {
        let server = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200)) }
        defer { server.stop() }
        let outcome = await URLSessionTransport().outcome(
            of: HTTPRequest("GET", server.origin), timeout: timeout)
        #expect(outcome.whole?.status == 200)
        let silent = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200), ending: .silence) }
        defer { silent.stop() }
        let failure = await URLSessionTransport(limits: .init(duration: 0.25))
            .outcome(of: HTTPRequest("GET", silent.origin), timeout: timeout).failure
        #expect(failure?.code == URLError.Code.timedOut.rawValue)
    }
}
