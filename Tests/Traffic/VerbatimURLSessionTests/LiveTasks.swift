import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimServer

@testable import VerbatimURLSession

/// Sends every hop to the network.
private struct PassThrough: Responder {
    let transport = URLSessionTransport()

    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        .deferred { transport.send(request, timeout: timeout, completion: $0) }
    }
}

@Suite(.timeLimit(.minutes(2))) struct `Tasks of every kind over real sockets` {
    @Test(arguments: TaskKind.all, Case.all.filter(\.isServable))
    func `see every outcome`(kind: TaskKind, expected: Case) async throws {
        let seen = try await serve(answering: { ServerResponse(expected.response(to: $0)) }) { session, origin in
            await kind.run(session, try #require(URL(string: origin + "/a")).request)
        }
        #expect(seen == expected.seen)
    }

    @Test(arguments: TaskKind.all)
    func `see that nobody listens`(kind: TaskKind) async throws {
        let closed = try ClosedPort()
        let door = URLSessionInterceptor(PassThrough())
        defer { door.close() }
        let seen = await kind.run(door.session(), try #require(URL(string: closed.origin)).request)
        #expect(seen == "error -1004")
    }

    @Test(arguments: TaskKind.all)
    func `see that nothing arrives`(kind: TaskKind) async throws {
        let seen = try await serve(answering: { _ in ServerResponse(HTTPResponse(200), ending: .silence) }) {
            session, origin in
            var request = try #require(URL(string: origin)).request
            request.timeoutInterval = 0.1
            return await kind.run(session, request)
        }
        #expect(seen == "error -1001")
    }

    @Test(arguments: TaskKind.all)
    func `see a body that ended early as an error`(kind: TaskKind) async throws {
        let cut = ServerResponse(HTTPResponse(200, body: .text("hello hello")), ending: .closed(afterBody: 3))
        let seen = try await serve(answering: { _ in cut }) { session, origin in
            await kind.run(session, try #require(URL(string: origin)).request)
        }
        #expect(seen == "error -1005")
    }

    @Test func `are cancelled while the network is silent`() async throws {
        let witness = DelegateRecorder()
        let (asked, note) = AsyncStream.makeStream(of: Void.self)
        let server = try HTTPServer.start { _ in
            note.yield()
            return ServerResponse(HTTPResponse(200), ending: .silence)
        }
        defer { server.stop() }
        let door = URLSessionInterceptor(PassThrough())
        defer { door.close() }
        let task = door.session(delegate: witness).dataTask(with: try #require(URL(string: server.origin)))
        task.resume()
        for await _ in asked { break }
        task.cancel()
        #expect(await witness.events() == ["end -999"])
    }

    @Test func `never answer a 401 with credentials by way of the network`() async throws {
        let connections = Mutex(0)
        let server = try HTTPServer.start { _ in
            connections.withLock { $0 += 1 }
            return ServerResponse(HTTPResponse(200))
        }
        defer { server.stop() }
        let witness = DelegateRecorder()
        let player = StubResponder(HTTPResponse(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""]))
        let url = try #require(URL(string: server.origin))
        let events = try await player.serve { door in
            door.session(delegate: witness).dataTask(with: url).resume()
            return await witness.events()
        }
        #expect(events == ["response 401", "end"])
        #expect(connections.withLock { $0 } == 0)
    }

    @Test func `send bodies along a 307, and none along a 303`() async throws {
        let answering: @Sendable (HTTPRequest) async -> ServerResponse = { request in
            switch request.url.suffix(4) {
            case "/307": ServerResponse(HTTPResponse(307, headers: ["Location": "/end"]))
            case "/303": ServerResponse(HTTPResponse(303, headers: ["Location": "/end"]))
            default: ServerResponse(HTTPResponse(200, body: .text(request.method + " \(request.body?.count ?? 0)")))
            }
        }
        let seen = try await serve(answering: answering) { session, origin in
            var seen: [String] = []
            for path in ["/307", "/303"] {
                var request = try #require(URL(string: origin + path)).request
                request.httpMethod = "POST"
                let (data, _) = try await session.upload(for: request, from: Data("abc".utf8))
                seen.append(String(decoding: data, as: UTF8.self))
            }
            return seen
        }
        #expect(seen == ["POST 3", "GET 0"])
    }

    private func serve<Result: Sendable>(
        answering: @escaping @Sendable (HTTPRequest) async -> ServerResponse,
        _ body: (URLSession, String) async throws -> Result
    ) async throws -> Result {
        let server = try HTTPServer.start(asyncHandler: answering)
        defer { server.stop() }
        let door = URLSessionInterceptor(PassThrough())
        defer { door.close() }
        return try await body(door.session(), server.origin)
    }
}

extension Case {
    var isServable: Bool { answers.values.allSatisfy { $0.whole != nil } }

    func response(to request: HTTPRequest) -> HTTPResponse {
        answers[String(request.url.suffix(2))]?.whole ?? HTTPResponse(599)
    }
}

extension URL {
    fileprivate var request: URLRequest { URLRequest(url: self) }
}
