import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimServer

@testable import VerbatimURLSession

@Suite(.timeLimit(.minutes(5))) struct URLSessionTransportTests {
    private func outcome(
        _ request: (String) -> HTTPRequest = { HTTPRequest("GET", $0 + "/a") }, timeout: Double = 60,
        handler: @escaping @Sendable (HTTPRequest) async -> ServerResponse
    ) async throws -> Outcome {
        let server = try HTTPServer.start(asyncHandler: handler)
        defer { server.stop() }
        return await URLSessionTransport().outcome(of: request(server.origin), timeout: timeout)
    }

    @Test(arguments: [200, 201, 204, 304, 404, 500])
    func `reports status, fields and body`(status: Int) async throws {
        let hasBody = status != 204 && status != 304
        let outcome = try await outcome { _ in
            ServerResponse(
                HTTPResponse(status, headers: ["X-A": "b"], body: hasBody ? .text("hello") : .empty))
        }
        let response = try #require(outcome.whole)
        #expect(response.status == status)
        #expect(response.headers["X-A"] == "b")
        #expect(try response.body.bytes() == Data(hasBody ? "hello".utf8 : "".utf8))
    }

    @Test func `sends method, target, fields and body as given`() async throws {
        let result = Mutex<HTTPRequest?>(nil)
        _ = try await outcome {
            HTTPRequest(
                "PATCH", $0 + "/a%2Fb?x=1&x=2", headers: ["Content-Type": "text/plain", "Cookie": "a=1"],
                body: Data("abc".utf8))
        } handler: { request in
            result.withLock { $0 = request }
            return ServerResponse(HTTPResponse(200))
        }
        let request = try #require(result.withLock { $0 })
        #expect(request.method == "PATCH")
        #expect(request.url.hasSuffix("/a%2Fb?x=1&x=2"))
        #expect(request.headers["Content-Type"] == "text/plain")
        #expect(request.headers["Cookie"] == "a=1")
        #expect(request.body == Data("abc".utf8))
    }

    @Test func `reports the fields of a HEAD without a body`() async throws {
        let outcome = try await outcome {
            HTTPRequest("HEAD", $0)
        } handler: { _ in
            ServerResponse(HTTPResponse(200, headers: ["Content-Length": "5", "ETag": "\"1\""]))
        }
        let response = try #require(outcome.whole)
        #expect(response.headers["Content-Length"] == "5")
        #expect(try response.body.bytes() == Data())
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `does not follow redirects`(status: Int) async throws {
        let outcome = try await outcome { _ in
            ServerResponse(HTTPResponse(status, headers: ["Location": "/b"], body: .text("moved")))
        }
        let response = try #require(outcome.whole)
        #expect(response.status == status)
        #expect(response.headers["Location"] == "/b")
        #expect(try response.body.bytes() == Data("moved".utf8))
    }

    @Test func `reports a 401 with Basic without a second request`() async throws {
        let outcome = try await outcome { _ in
            ServerResponse(
                HTTPResponse(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], body: .text("no")))
        }
        let response = try #require(outcome.whole)
        #expect(response.status == 401)
        #expect(response.headers["WWW-Authenticate"] == "Basic realm=\"x\"")
        #expect(try response.body.bytes() == Data("no".utf8))
    }

    @Test func `separates cookies, and stores none`() async throws {
        let received = Mutex<[String?]>([])
        let server = try HTTPServer.start { request in
            received.withLock { $0.append(request.headers["Cookie"]) }
            return ServerResponse(
                HTTPResponse(
                    200,
                    headers: [
                        "Set-Cookie": "a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT; Path=/",
                        "Set-Cookie": "b=2",
                    ]))
        }
        defer { server.stop() }
        let transport = URLSessionTransport()
        let first = await transport.outcome(of: HTTPRequest("GET", server.origin))
        _ = await transport.outcome(of: HTTPRequest("GET", server.origin))
        #expect(
            first.whole?.headers.values(of: "Set-Cookie")
                == ["a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT; Path=/", "b=2"])
        #expect(received.withLock { $0 } == [nil, nil])
    }

    @Test(arguments: [
        ("gzip", "H4sIAAAAAAACA8tIzcnJV8igOwkAL/r4SHgAAAA="), ("deflate", "eJzLSM3JyVfIoDsJAHe6LBE="),
    ])
    func `decodes bodies, keeps their coding and removes its length`(coding: String, body: String)
        async throws
    {
        let coded = try #require(Data(base64Encoded: body))
        let outcome = try await outcome { _ in
            ServerResponse(HTTPResponse(200, headers: ["Content-Encoding": coding], body: .data(coded)))
        }
        let response = try #require(outcome.whole)
        #expect(try response.body.bytes() == Data(String(repeating: "hello ", count: 20).utf8))
        #expect(response.headers["Content-Encoding"] == coding)
        #expect(response.headers["Content-Length"] == nil)
    }

    @Test func `reports a chunked body with its pieces`() async throws {
        let outcome = try await outcome { _ in
            ServerResponse(
                HTTPResponse(
                    200, headers: ["Transfer-Encoding": "chunked"], body: .text("onetwo"),
                    chunks: [.init(length: 3, time: 0), .init(length: 3, time: 50)]))
        }
        let response = try #require(outcome.whole)
        #expect(try response.body.bytes() == Data("onetwo".utf8))
        #expect(response.headers["Transfer-Encoding"] == nil)
        #expect(response.chunks.map(\.length).reduce(0, +) == 6)
        #expect(response.chunks.map(\.time) == response.chunks.map(\.time).sorted())
    }

    @Test func `reports bytes that are not text`() async throws {
        let bytes = Data((0...255).map { UInt8($0) } + [0xef, 0xbb, 0xbf, 0])
        let outcome = try await outcome { _ in ServerResponse(HTTPResponse(200, body: .data(bytes))) }
        #expect(try outcome.whole?.body.bytes() == bytes)
    }

    @Test(arguments: [ServerResponse.Ending.closed(afterBody: 3), .reset(afterBody: 3)])
    func `reports a truncated body as a failure`(ending: ServerResponse.Ending) async throws {
        let outcome = try await outcome { _ in
            ServerResponse(HTTPResponse(200, body: .text("hello hello")), ending: ending)
        }
        guard case .failure(let failure, let partial) = outcome else {
            Issue.record("a complete response")
            return
        }
        #expect(failure.domain == NSURLErrorDomain)
        #expect(failure.code == -1005)
        #expect(partial?.status == 200)
    }

    @Test func `reports the length of a truncated body`() async throws {
        let outcome = try await outcome { _ in
            ServerResponse(HTTPResponse(200, body: .text("hello hello")), ending: .closed(afterBody: 3))
        }
        #expect(outcome.failure?.reason == "the connection ended after 3 of 11 bytes")
        #expect(try outcome.response?.body.bytes() == Data("hel".utf8))
    }

    @Test(arguments: [ServerResponse.Ending.closed(afterBody: nil), .reset(afterBody: nil)])
    func `reports a connection that ends before the head`(ending: ServerResponse.Ending) async throws {
        let outcome = try await outcome { _ in ServerResponse(HTTPResponse(200), ending: ending) }
        #expect(outcome.failure?.domain == NSURLErrorDomain)
        #expect(outcome.failure?.code == -1005)
        #expect(outcome.response == nil)
    }

    @Test func `reports a refused connection`() async throws {
        let closed = try ClosedPort()
        let outcome = await URLSessionTransport().outcome(of: HTTPRequest("GET", closed.origin))
        #expect(outcome.failure?.code == -1004)
    }

    @Test func `reports a timeout of a fraction of a second`() async throws {
        let outcome = try await outcome(timeout: 0.2) { _ in
            ServerResponse(HTTPResponse(200), ending: .silence)
        }
        #expect(outcome.failure?.code == -1001)
        #expect(outcome.failure?.reason == "nothing arrived for 0.2 s")
    }

    @Test func `reports a cancelled request once`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200), ending: .silence) }
        defer { server.stop() }
        let transport = URLSessionTransport()
        let outcomes = AsyncStream.makeStream(of: Outcome.self)
        let handle = transport.send(HTTPRequest("GET", server.origin), timeout: 60) {
            if let outcome = $0.outcome { outcomes.continuation.yield(outcome) }
        }
        handle.cancel()
        handle.cancel()
        outcomes.continuation.finish()
        var codes: [Int?] = []
        for await outcome in outcomes.stream { codes.append(outcome.failure?.code) }
        #expect(codes == [-999])
    }

    @Test(arguments: [
        (HTTPRequest("GET", ""), -1000, "'' is not an absolute URL"),
        (HTTPRequest("GET", "books?key=a"), -1000, "'books' is not an absolute URL"),
        (HTTPRequest("GET", "ftp://u:p@a.test/x?key=a"), -1002, "'ftp://a.test/x' is not an HTTP URL"),
        (
            HTTPRequest("GET", "http://127.0.0.1:9/", body: Data("abc".utf8)), -1103,
            "URLSession does not send a GET with a body; this body has 3 bytes"
        ),
    ])
    func `explains why a request cannot be sent`(request: HTTPRequest, code: Int, reason: String) async {
        let outcome = await URLSessionTransport().outcome(of: request)
        #expect(outcome.failure == TransportFailure(code: code, reason: reason))
    }

    @Test func `sends many requests at the same time`() async throws {
        let server = try HTTPServer.start { ServerResponse(HTTPResponse(200, body: .text($0.url))) }
        defer { server.stop() }
        let transport = URLSessionTransport()
        let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let url = "\(server.origin)/\(number)"
                    let body = try await transport.outcome(of: HTTPRequest("GET", url)).whole?.body.bytes()
                    return body == Data(url.utf8) ? 0 : 1
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}

extension URLSessionTransport {
    func outcome(of request: HTTPRequest, timeout: Double = 60) async -> Outcome {
        await withCheckedContinuation { waiter in
            _ = send(request, timeout: timeout) { part in
                _ = part.outcome.map { waiter.resume(returning: $0) }
            }
        }
    }
}

extension Outcome {
    var whole: HTTPResponse? {
        if case .response(let response) = self { response } else { nil }
    }
}
