import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimServer

@testable import VerbatimURLSession

/// Tasks have the same results while they are recorded from a server and when they are replayed without it.
@Suite(.timeLimit(.minutes(5))) struct RecordedTaskTests {
    @Test(arguments: TaskKind.all, TaskCase.all.filter(\.isServable))
    func `every kind of task replays every outcome`(kind: TaskKind, expected: TaskCase) async throws {
        let results = try await recordAndReplay(handler: { ServerResponse(expected.response(to: $0)) }) {
            session, origin in
            await kind.run(session, URLRequest(url: try #require(URL(string: origin + "/a"))))
        }
        #expect(results == [expected.result, expected.result])
    }

    @Test(arguments: TaskKind.all)
    func `every kind of task replays a truncated body`(kind: TaskKind) async throws {
        let cut = ServerResponse(HTTPResponse(200, body: .text("hello hello")), ending: .closed(afterBody: 3))
        let results = try await recordAndReplay(handler: { _ in cut }) { session, origin in
            await kind.run(session, URLRequest(url: try #require(URL(string: origin))))
        }
        #expect(results == ["error -1005", "error -1005"])
    }

    @Test func `a delegate receives the same data of a truncated body`() async throws {
        let cut = ServerResponse(HTTPResponse(200, body: .text("hello hello")), ending: .closed(afterBody: 3))
        let results = try await recordAndReplay(handler: { _ in cut }) { session, origin in
            let recorder = DelegateRecorder()
            let delegated = URLSession(
                configuration: session.configuration, delegate: recorder, delegateQueue: nil)
            delegated.dataTask(with: try #require(URL(string: origin))).resume()
            return await recorder.events().joined(separator: ", ")
        }
        #expect(results == ["response 200, data hel, end -1005", "response 200, data hel, end -1005"])
    }

    @Test func `two cookies are replayed`() async throws {
        let response = ServerResponse(
            HTTPResponse(200, headers: ["Set-Cookie": "a=1; Path=/", "Set-Cookie": "b=2; Path=/"]))
        let results = try await recordAndReplay(handler: { _ in response }) { session, origin in
            let url = try #require(URL(string: origin))
            _ = try await session.data(from: url)
            let cookies = session.configuration.httpCookieStorage?.cookies(for: url) ?? []
            return cookies.map(\.name).sorted().joined(separator: " ")
        }
        #expect(results == ["a b", "a b"])
    }

    /// "hello " twenty times, in gzip.
    private static let coded = ServerResponse(
        HTTPResponse(
            200, headers: ["Content-Encoding": "gzip"],
            body: .data(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8igOwkAL/r4SHgAAAA=") ?? Data())))

    @Test(arguments: TaskKind.all)
    func `a body is decoded when it is recorded, and not again in a replay`(kind: TaskKind) async throws {
        let results = try await recordAndReplay(handler: { _ in Self.coded }) { session, origin in
            await kind.run(session, URLRequest(url: try #require(URL(string: origin + "/a"))))
        }
        #expect(results == ["200 /a 120 bytes", "200 /a 120 bytes"])
    }

    @Test func `the app sees how a body was encoded, and no length of it`() async throws {
        let results = try await recordAndReplay(handler: { _ in Self.coded }) { session, origin in
            let (_, response) = try await session.data(from: try #require(URL(string: origin)))
            let fields = (response as? HTTPURLResponse)?.allHeaderFields ?? [:]
            return "\(fields["Content-Encoding"] ?? "none"), \(fields["Content-Length"] ?? "none")"
        }
        #expect(results == ["gzip, none", "gzip, none"])
    }

    private func recordAndReplay(
        handler: @escaping @Sendable (HTTPRequest) async -> ServerResponse,
        _ body: (URLSession, String) async throws -> String
    ) async throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("api/scenario.har")
        let server = try HTTPServer.start(asyncHandler: handler)
        let recorder = try Player(recording: file, mode: .record, transport: URLSessionTransport())
        let recorded = try await run(recorder) { try await body($0, server.origin) }
        server.stop()
        let replayed = try await run(try Player(recording: file)) { try await body($0, server.origin) }
        return [recorded, replayed]
    }

    private func run(_ player: Player, _ body: (URLSession) async throws -> String) async throws -> String {
        let interceptor = URLSessionInterceptor(player)
        defer { interceptor.close() }
        let result = try await body(interceptor.session())
        #expect(try player.finish(.succeeded).misses == [])
        return result
    }
}
