import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimServer

@testable import VerbatimURLSession

/// What is seen while recording from a server is seen again when the server is gone.
@Suite(.timeLimit(.minutes(2))) struct `What was recorded` {
    @Test(arguments: TaskKind.all, Case.all.filter(\.isServable))
    func `is replayed`(kind: TaskKind, expected: Case) async throws {
        let seen = try await recordedAndReplayed(answering: { ServerResponse(expected.response(to: $0)) }) {
            session, origin in
            await kind.run(session, URLRequest(url: try #require(URL(string: origin + "/a"))))
        }
        #expect(seen == [expected.seen, expected.seen])
    }

    @Test(arguments: TaskKind.all)
    func `is replayed when the body ended early`(kind: TaskKind) async throws {
        let cut = ServerResponse(HTTPResponse(200, body: .text("hello hello")), ending: .closed(afterBody: 3))
        let seen = try await recordedAndReplayed(answering: { _ in cut }) { session, origin in
            await kind.run(session, URLRequest(url: try #require(URL(string: origin))))
        }
        #expect(seen == ["error -1005", "error -1005"])
    }

    @Test func `is replayed to a delegate with what had arrived`() async throws {
        let cut = ServerResponse(HTTPResponse(200, body: .text("hello hello")), ending: .closed(afterBody: 3))
        let seen = try await recordedAndReplayed(answering: { _ in cut }) { session, origin in
            let witness = DelegateRecorder()
            let delegated = URLSession(
                configuration: session.configuration, delegate: witness, delegateQueue: nil)
            delegated.dataTask(with: try #require(URL(string: origin))).resume()
            return await witness.events().joined(separator: ", ")
        }
        #expect(seen == ["response 200, data hel, end -1005", "response 200, data hel, end -1005"])
    }

    @Test func `is replayed with both cookies`() async throws {
        let reply = ServerResponse(
            HTTPResponse(200, headers: ["Set-Cookie": "a=1; Path=/", "Set-Cookie": "b=2; Path=/"]))
        let seen = try await recordedAndReplayed(answering: { _ in reply }) { session, origin in
            let url = try #require(URL(string: origin))
            _ = try await session.data(from: url)
            let cookies = session.configuration.httpCookieStorage?.cookies(for: url) ?? []
            return cookies.map(\.name).sorted().joined(separator: " ")
        }
        #expect(seen == ["a b", "a b"])
    }

    private func recordedAndReplayed(
        answering: @escaping @Sendable (HTTPRequest) async -> ServerResponse,
        _ body: (URLSession, String) async throws -> String
    ) async throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("api/scenario.har")
        let server = try HTTPServer.start(asyncHandler: answering)
        let recorder = try Player(recording: file, mode: .record, transport: URLSessionTransport())
        let recorded = try await through(recorder) { try await body($0, server.origin) }
        server.stop()
        let replayed = try await through(try Player(recording: file)) { try await body($0, server.origin) }
        return [recorded, replayed]
    }

    private func through(_ player: Player, _ body: (URLSession) async throws -> String) async throws -> String
    {
        let door = URLSessionInterceptor(player)
        defer { door.close() }
        let seen = try await body(door.session())
        #expect(try player.finish(.succeeded).misses == [])
        return seen
    }
}
