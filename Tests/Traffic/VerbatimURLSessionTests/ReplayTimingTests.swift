import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite(.timeLimit(.minutes(5))) struct ReplayTimingTests {
    let url = URL(literal: "http://127.0.0.1:9/events")
    let responder = StubResponder(
        HTTPResponse(
            200, headers: ["Content-Type": "text/event-stream"], body: .text("data: 1\n\ndata: 2\n\n"),
            chunks: [.init(length: 9, time: 0), .init(length: 9, time: 40)]))
    let whole = ["response 200", "data data: 1\n\ndata: 2\n\n", "end"]
    let inPieces = ["response 200", "data data: 1\n\n", "data data: 2\n\n", "end"]

    private func events(with timing: ReplayTiming, faults: Faults = []) async throws -> [String] {
        let recorder = DelegateRecorder()
        let interceptor = URLSessionInterceptor(
            FaultingResponder(faults, else: responder), timing: timing)
        defer { interceptor.close() }
        interceptor.session(delegate: recorder).dataTask(with: url).resume()
        return await recorder.events()
    }

    @Test func `the whole body is delivered immediately by default`() async throws {
        #expect(try await events(with: .immediate) == whole)
    }

    @Test(arguments: [ReplayTiming.recorded, .scaled(by: 0.5), .scaled(by: 0)])
    func `a delegate receives the pieces`(timing: ReplayTiming) async throws {
        #expect(try await events(with: timing) == inPieces)
    }

    @Test func `a delegate receives the pieces of a throttled body without any timing`() async throws {
        #expect(try await events(with: .immediate, faults: [FaultRule(.throttle(180))]) == inPieces)
    }

    @Test func `the recorded timing takes at least the recorded time`() async throws {
        let start = ContinuousClock.now
        _ = try await events(with: .recorded)
        #expect(ContinuousClock.now - start >= .milliseconds(40))
    }

    @Test(arguments: TaskKind.all)
    func `other tasks receive the whole body`(kind: TaskKind) async throws {
        let interceptor = URLSessionInterceptor(responder, timing: .recorded)
        defer { interceptor.close() }
        let session = interceptor.session(delegate: DelegateRecorder())
        #expect(await kind.run(session, URLRequest(url: url)) == "200 /events 18 bytes")
    }

    @Test func `cancelling a task ends its delivery`() async throws {
        let recorder = DelegateRecorder()
        let never = StubResponder(
            HTTPResponse(
                200, body: .text("ab"),
                chunks: [.init(length: 1, time: 0), .init(length: 1, time: 3_600_000)]))
        let interceptor = URLSessionInterceptor(never, timing: .recorded)
        defer { interceptor.close() }
        let task = interceptor.session(delegate: recorder).dataTask(with: url)
        task.resume()
        await recorder.event("data a")
        task.cancel()
        #expect(await recorder.events() == ["response 200", "data a", "end -999"])
    }

    @Test func `a truncated body is delivered in pieces, then fails`() async throws {
        let recorder = DelegateRecorder()
        let broken = StubResponder { _ in
            .failure(
                TransportFailure(code: -1005, reason: "lost"),
                partial: HTTPResponse(
                    200, body: .text("ab"), chunks: [.init(length: 1, time: 0), .init(length: 1, time: 5)]))
        }
        let interceptor = URLSessionInterceptor(broken, timing: .recorded)
        defer { interceptor.close() }
        interceptor.session(delegate: recorder).dataTask(with: url).resume()
        #expect(await recorder.events() == ["response 200", "data a", "data b", "end -1005"])
    }
}
