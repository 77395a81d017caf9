import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite(.timeLimit(.minutes(1))) struct `A stream of events` {
    let url = URL(literal: "http://127.0.0.1:9/events")
    let player = StubResponder(
        HTTPResponse(
            200, headers: ["Content-Type": "text/event-stream"], body: .text("data: 1\n\ndata: 2\n\n"),
            chunks: [.init(length: 9, time: 0), .init(length: 9, time: 40)]))
    let whole = ["response 200", "data data: 1\n\ndata: 2\n\n", "end"]
    let inPieces = ["response 200", "data data: 1\n\n", "data data: 2\n\n", "end"]

    private func told(at pace: Pace) async throws -> [String] {
        let witness = DelegateRecorder()
        let door = URLSessionInterceptor(player, pace: pace)
        defer { door.close() }
        door.session(delegate: witness).dataTask(with: url).resume()
        return await witness.events()
    }

    @Test func `is told at once when nothing is said`() async throws {
        #expect(try await told(at: .atOnce) == whole)
    }

    @Test(arguments: [Pace.recorded, .scaled(by: 0.5), .scaled(by: 0)])
    func `is told to a delegate in its pieces`(pace: Pace) async throws {
        #expect(try await told(at: pace) == inPieces)
    }

    @Test func `takes no less than the time it took`() async throws {
        let start = ContinuousClock.now
        _ = try await told(at: .recorded)
        #expect(ContinuousClock.now - start >= .milliseconds(40))
    }

    @Test(arguments: TaskKind.all)
    func `reaches a task that takes no pieces whole`(kind: TaskKind) async throws {
        let door = URLSessionInterceptor(player, pace: .recorded)
        defer { door.close() }
        let session = door.session(delegate: DelegateRecorder())
        #expect(await kind.run(session, URLRequest(url: url)) == "200 /events 18 bytes")
    }

    @Test func `ends when its task is cancelled`() async throws {
        let witness = DelegateRecorder()
        let never = StubResponder(
            HTTPResponse(
                200, body: .text("ab"),
                chunks: [.init(length: 1, time: 0), .init(length: 1, time: 3_600_000)]))
        let door = URLSessionInterceptor(never, pace: .recorded)
        defer { door.close() }
        let task = door.session(delegate: witness).dataTask(with: url)
        task.resume()
        await witness.event("data a")
        task.cancel()
        #expect(await witness.events() == ["response 200", "data a", "end -999"])
    }

    @Test func `that broke off is told to where it broke`() async throws {
        let witness = DelegateRecorder()
        let broken = StubResponder { _ in
            .failure(
                TransportFailure(code: -1005, reason: "lost"),
                partial: HTTPResponse(
                    200, body: .text("ab"), chunks: [.init(length: 1, time: 0), .init(length: 1, time: 5)]))
        }
        let door = URLSessionInterceptor(broken, pace: .recorded)
        defer { door.close() }
        door.session(delegate: witness).dataTask(with: url).resume()
        #expect(await witness.events() == ["response 200", "data a", "data b", "end -1005"])
    }
}
