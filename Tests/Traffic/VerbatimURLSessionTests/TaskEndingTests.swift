import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite(.timeLimit(.minutes(5))) struct TaskEndingTests {
    let url = URL(literal: "http://127.0.0.1:9/a")

    @Test func `a task cancelled before it starts sends no request`() async throws {
        let recorder = DelegateRecorder()
        let responder = StubResponder(HTTPResponse(200))
        let events = try await responder.intercept { interceptor in
            interceptor.session(delegate: recorder).dataTask(with: url).cancel()
            return await recorder.events()
        }
        #expect(events == ["end -999"])
        #expect(responder.requests.isEmpty)
    }

    @Test func `a cancelled task cancels the work of the responder`() async throws {
        let recorder = DelegateRecorder()
        let unfinished = UnfinishedTask()
        let (received, continuation) = AsyncStream.makeStream(of: Void.self)
        let responder = StubResponder(result: { _ in
            .deferred { _ in
                continuation.yield()
                return unfinished
            }
        })
        let events = try await responder.intercept { interceptor in
            let task = interceptor.session(delegate: recorder).dataTask(with: url)
            task.resume()
            for await _ in received { break }
            task.cancel()
            return await recorder.events()
        }
        #expect(events == ["end -999"])
        await unfinished.isCancelled()
    }

    @Test func `cancelling a completed task has no effect`() async throws {
        let recorder = DelegateRecorder()
        let responder = StubResponder(HTTPResponse(200))
        let events = try await responder.intercept { interceptor in
            let task = interceptor.session(delegate: recorder).dataTask(with: url)
            task.resume()
            _ = await recorder.events()
            task.cancel()
            return await recorder.events()
        }
        #expect(events == ["response 200", "end"])
    }

    @Test func `the resource timeout of the session fails the task`() async throws {
        let unfinished = UnfinishedTask()
        let responder = StubResponder(result: { _ in .deferred { _ in unfinished } })
        let error = await #expect(throws: URLError.self) {
            try await responder.intercept { interceptor in
                let configuration = interceptor.configuration()
                configuration.timeoutIntervalForResource = 0.05
                _ = try await URLSession(configuration: configuration).data(from: url)
            }
        }
        #expect(error?.code == .timedOut)
        if Platform.enforcesTimeLimit {
            #expect(error?.localizedDescription == "no response within 0.05 s, the limit of the task")
        }
        await unfinished.isCancelled()
    }

    /// While `record` repeats a request, the session waits for all attempts.
    @Test(arguments: [(60.0, 15.0), (600, 600), (5, 5)])
    func `an interceptor limits attempts of requests without a timeout`(own: Double, limit: Double)
        async throws
    {
        let timeouts = Mutex<[Double]>([])
        let interceptor = URLSessionInterceptor(
            TimeoutResponder { timeout in timeouts.withLock { $0.append(timeout) } }, attemptTimeout: 15)
        defer { interceptor.close() }
        let configuration = interceptor.configuration()
        configuration.timeoutIntervalForRequest = 600
        _ = try await URLSession(configuration: configuration)
            .data(for: URLRequest(url: url, timeoutInterval: own))
        #expect(timeouts.withLock { $0 } == [limit])
    }

    @Test func `a second outcome is ignored`() async throws {
        let recorder = DelegateRecorder()
        let responder = StubResponder(result: { _ in
            .deferred { completion in
                completion(.end(.response(HTTPResponse(200))))
                completion(.end(.response(HTTPResponse(500))))
                return UnfinishedTask()
            }
        })
        let events = try await responder.intercept { interceptor in
            interceptor.session(delegate: recorder).dataTask(with: url).resume()
            return await recorder.events()
        }
        #expect(events == ["response 200", "end"])
    }

    @Test func `a task that is suspended and resumed completes`() async throws {
        let (received, continuation) = AsyncStream.makeStream(of: (@Sendable (ResponsePart) -> Void).self)
        let responder = StubResponder(result: { _ in
            .deferred { completion in
                continuation.yield(completion)
                return UnfinishedTask()
            }
        })
        try await responder.intercept { interceptor in
            var completions = received.makeAsyncIterator()
            for _ in 0..<200 {
                let recorder = DelegateRecorder()
                let task = interceptor.session(delegate: recorder).dataTask(with: url)
                task.resume()
                task.suspend()
                task.resume()
                // Not earlier: resuming a task at the moment of its completion traps in Foundation.
                guard let complete = await completions.next() else { return }
                complete(.end(.response(HTTPResponse(200))))
                #expect(await recorder.events() == ["response 200", "end"])
            }
        }
    }

    @Test func `a suspended task waits, and completes when it is resumed`() async throws {
        let recorder = DelegateRecorder()
        let (received, continuation) = AsyncStream.makeStream(of: (@Sendable (ResponsePart) -> Void).self)
        let responder = StubResponder(result: { _ in
            .deferred { completion in
                continuation.yield(completion)
                return UnfinishedTask()
            }
        })
        let events = try await responder.intercept { interceptor in
            let task = interceptor.session(delegate: recorder).dataTask(with: url)
            task.resume()
            for await completion in received {
                task.suspend()
                completion(.end(.response(HTTPResponse(200))))
                break
            }
            #expect(task.state == .suspended)
            task.resume()
            return await recorder.events()
        }
        #expect(events == ["response 200", "end"])
        #expect(responder.requests.count == 1)
    }
}

/// A responder that notes the timeouts of requests.
private struct TimeoutResponder: Responder {
    let note: @Sendable (Double) -> Void

    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        note(timeout)
        return .immediate(.response(HTTPResponse(200)))
    }
}
