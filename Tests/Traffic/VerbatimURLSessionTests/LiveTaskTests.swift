import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimServer

@testable import VerbatimURLSession

/// A responder that sends every request to the network.
private struct PassThrough: Responder {
    let transport = URLSessionTransport()

    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        .deferred { transport.send(request, timeout: timeout, receive: $0) }
    }
}

@Suite(.timeLimit(.minutes(5))) struct LiveTaskTests {
    @Test(arguments: TaskKind.all, TaskCase.all.filter(\.isServable))
    func `every kind of task receives every outcome`(kind: TaskKind, expected: TaskCase) async throws {
        let result = try await withServer(handler: { ServerResponse(expected.response(to: $0)) }) {
            session, origin in
            await kind.run(session, try #require(URL(string: origin + "/a")).request)
        }
        #expect(result == expected.result)
    }

    @Test(arguments: TaskKind.all)
    func `every kind of task reports a refused connection`(kind: TaskKind) async throws {
        let closed = try ClosedPort()
        let interceptor = URLSessionInterceptor(PassThrough())
        defer { interceptor.close() }
        let result = await kind.run(interceptor.session(), try #require(URL(string: closed.origin)).request)
        #expect(result == "error -1004")
    }

    @Test(arguments: TaskKind.all)
    func `every kind of task reports a timeout`(kind: TaskKind) async throws {
        let silent = ServerResponse(HTTPResponse(200), ending: .silence)
        let result = try await withServer(handler: { _ in silent }) { session, origin in
            var request = try #require(URL(string: origin)).request
            request.timeoutInterval = 0.1
            return await kind.run(session, request)
        }
        #expect(result == "error -1001")
    }

    @Test(arguments: TaskKind.all)
    func `every kind of task reports a truncated body`(kind: TaskKind) async throws {
        let cut = ServerResponse(HTTPResponse(200, body: .text("hello hello")), ending: .closed(afterBody: 3))
        let result = try await withServer(handler: { _ in cut }) { session, origin in
            await kind.run(session, try #require(URL(string: origin)).request)
        }
        #expect(result == "error -1005")
    }

    @Test func `a task is cancelled while it waits for the network`() async throws {
        let recorder = DelegateRecorder()
        let (received, continuation) = AsyncStream.makeStream(of: Void.self)
        let server = try HTTPServer.start { _ in
            continuation.yield()
            return ServerResponse(HTTPResponse(200), ending: .silence)
        }
        defer { server.stop() }
        let interceptor = URLSessionInterceptor(PassThrough())
        defer { interceptor.close() }
        let task = interceptor.session(delegate: recorder).dataTask(
            with: try #require(URL(string: server.origin)))
        task.resume()
        for await _ in received { break }
        task.cancel()
        #expect(await recorder.events() == ["end -999"])
    }

    @Test func `a 401 never sends credentials to the network`() async throws {
        let connections = Mutex(0)
        let server = try HTTPServer.start { _ in
            connections.withLock { $0 += 1 }
            return ServerResponse(HTTPResponse(200))
        }
        defer { server.stop() }
        let recorder = DelegateRecorder()
        let responder = StubResponder(HTTPResponse(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""]))
        let url = try #require(URL(string: server.origin))
        let events = try await responder.intercept { interceptor in
            interceptor.session(delegate: recorder).dataTask(with: url).resume()
            return await recorder.events()
        }
        #expect(events == ["response 401", "end"])
        #expect(connections.withLock { $0 } == 0)
    }

    @Test func `a 307 sends the body again, and a 303 does not`() async throws {
        let handler: @Sendable (HTTPRequest) async -> ServerResponse = { request in
            switch request.url.suffix(4) {
            case "/307": ServerResponse(HTTPResponse(307, headers: ["Location": "/end"]))
            case "/303": ServerResponse(HTTPResponse(303, headers: ["Location": "/end"]))
            default:
                ServerResponse(
                    HTTPResponse(200, body: .text(request.method + " \(request.body?.count ?? 0)")))
            }
        }
        let results = try await withServer(handler: handler) { session, origin in
            var results: [String] = []
            for path in ["/307", "/303"] {
                var request = try #require(URL(string: origin + path)).request
                request.httpMethod = "POST"
                let (data, _) = try await session.upload(for: request, from: Data("abc".utf8))
                results.append(String(decoding: data, as: UTF8.self))
            }
            return results
        }
        #expect(results == ["POST 3", "GET 0"])
    }

    private func withServer<Result: Sendable>(
        handler: @escaping @Sendable (HTTPRequest) async -> ServerResponse,
        _ body: (URLSession, String) async throws -> Result
    ) async throws -> Result {
        let server = try HTTPServer.start(asyncHandler: handler)
        defer { server.stop() }
        let interceptor = URLSessionInterceptor(PassThrough())
        defer { interceptor.close() }
        return try await body(interceptor.session(), server.origin)
    }
}

extension TaskCase {
    var isServable: Bool { outcomes.values.allSatisfy { $0.whole != nil } }

    func response(to request: HTTPRequest) -> HTTPResponse {
        outcomes[String(request.url.suffix(2))]?.whole ?? HTTPResponse(599)
    }
}

extension URL {
    fileprivate var request: URLRequest { URLRequest(url: self) }
}
