import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite(.timeLimit(.minutes(1))) struct `A task that ends early` {
    let url = URL(literal: "http://127.0.0.1:9/a")

    @Test func `is cancelled before it starts, and nobody is asked`() async throws {
        let witness = DelegateRecorder()
        let player = StubResponder(HTTPResponse(200))
        let events = try await player.serve { door in
            door.session(delegate: witness).dataTask(with: url).cancel()
            return await witness.events()
        }
        #expect(events == ["end -999"])
        #expect(player.requests.isEmpty)
    }

    @Test func `is cancelled while the answer is under way, and ends what is under way`() async throws {
        let witness = DelegateRecorder()
        let silence = Silence()
        let (asked, note) = AsyncStream.makeStream(of: Void.self)
        let player = StubResponder(answer: { _ in
            .deferred { _ in
                note.yield()
                return silence
            }
        })
        let events = try await player.serve { door in
            let task = door.session(delegate: witness).dataTask(with: url)
            task.resume()
            for await _ in asked { break }
            task.cancel()
            return await witness.events()
        }
        #expect(events == ["end -999"])
        await silence.isCancelled()
    }

    @Test func `is cancelled after its end without effect`() async throws {
        let witness = DelegateRecorder()
        let player = StubResponder(HTTPResponse(200))
        let events = try await player.serve { door in
            let task = door.session(delegate: witness).dataTask(with: url)
            task.resume()
            _ = await witness.events()
            task.cancel()
            return await witness.events()
        }
        #expect(events == ["response 200", "end"])
    }

    @Test func `times out when the session's time for the whole task is over`() async throws {
        let silence = Silence()
        let player = StubResponder(answer: { _ in .deferred { _ in silence } })
        let error = await #expect(throws: URLError.self) {
            try await player.serve { door in
                let configuration = door.configuration()
                configuration.timeoutIntervalForResource = 0.05
                _ = try await URLSession(configuration: configuration).data(from: url)
            }
        }
        #expect(error?.code == .timedOut)
        #expect(error?.localizedDescription == "no answer within 0.05 s, the time of the whole task")
        await silence.isCancelled()
    }

    @Test func `is answered once when the answer comes twice`() async throws {
        let witness = DelegateRecorder()
        let player = StubResponder(answer: { _ in
            .deferred { completion in
                completion(.response(HTTPResponse(200)))
                completion(.response(HTTPResponse(500)))
                return Silence()
            }
        })
        let events = try await player.serve { door in
            door.session(delegate: witness).dataTask(with: url).resume()
            return await witness.events()
        }
        #expect(events == ["response 200", "end"])
    }

    @Test func `ends when it was suspended for a moment`() async throws {
        let (asked, note) = AsyncStream.makeStream(of: (@Sendable (Outcome) -> Void).self)
        let player = StubResponder(answer: { _ in
            .deferred { completion in
                note.yield(completion)
                return Silence()
            }
        })
        try await player.serve { door in
            var questions = asked.makeAsyncIterator()
            for _ in 0..<200 {
                let witness = DelegateRecorder()
                let task = door.session(delegate: witness).dataTask(with: url)
                task.resume()
                task.suspend()
                task.resume()
                // not sooner: resuming a task at the moment of its end traps in Foundation
                await questions.next()?(.response(HTTPResponse(200)))
                #expect(await witness.events() == ["response 200", "end"])
            }
        }
    }

    @Test func `waits while it is suspended, and ends when it is resumed`() async throws {
        let witness = DelegateRecorder()
        let (asked, note) = AsyncStream.makeStream(of: (@Sendable (Outcome) -> Void).self)
        let player = StubResponder(answer: { _ in
            .deferred { completion in
                note.yield(completion)
                return Silence()
            }
        })
        let events = try await player.serve { door in
            let task = door.session(delegate: witness).dataTask(with: url)
            task.resume()
            for await completion in asked {
                task.suspend()
                completion(.response(HTTPResponse(200)))
                break
            }
            #expect(task.state == .suspended)
            task.resume()
            return await witness.events()
        }
        #expect(events == ["response 200", "end"])
        #expect(player.requests.count == 1)
    }
}
