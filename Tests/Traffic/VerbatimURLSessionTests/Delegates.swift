import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite struct `A session's delegate` {
    let request = URLRequest(url: URL(literal: "http://127.0.0.1:9/a"))
    let moved = HTTPResponse(302, headers: ["Location": "b/c?d=1"], body: .text("moved"))

    @Test func `is told response, data and end`() async throws {
        let witness = DelegateRecorder()
        let player = StubResponder(HTTPResponse(200, body: .text("hello")))
        let events = try await player.serve { door in
            door.session(delegate: witness).dataTask(with: request).resume()
            return await witness.events()
        }
        #expect(events == ["response 200", "data hello", "end"])
    }

    @Test func `is told where a download lies`() async throws {
        let witness = DelegateRecorder()
        let player = StubResponder(HTTPResponse(200, body: .text("hello")))
        let events = try await player.serve { door in
            door.session(delegate: witness).downloadTask(with: request).resume()
            return await witness.events()
        }
        #expect(events == ["file hello", "end"])
    }

    @Test func `is told what arrived before the connection broke`() async throws {
        let witness = DelegateRecorder()
        let player = StubResponder { _ in
            .failure(
                TransportFailure(code: -1005, reason: "lost"), partial: HTTPResponse(200, body: .text("hel")))
        }
        let events = try await player.serve { door in
            door.session(delegate: witness).dataTask(with: request).resume()
            return await witness.events()
        }
        #expect(events == ["response 200", "data hel", "end -1005"])
    }

    @Test func `is asked at each redirect`() async throws {
        let witness = DelegateRecorder()
        let player = StubResponder { [moved] in
            $0.url.hasSuffix("/a") ? .response(moved) : .response(HTTPResponse(200))
        }
        let events = try await player.serve { door in
            door.session(delegate: witness).dataTask(with: request).resume()
            return await witness.events()
        }
        #expect(events == ["redirect 302 to http://127.0.0.1:9/b/c?d=1", "response 200", "end"])
    }

    @Test func `gets the redirect itself when it declines to follow`() async throws {
        let witness = DelegateRecorder { _ in nil }
        let player = StubResponder(moved)
        let events = try await player.serve { door in
            door.session(delegate: witness).dataTask(with: request).resume()
            return await witness.events()
        }
        #expect(
            events == ["redirect 302 to http://127.0.0.1:9/b/c?d=1", "response 302", "data moved", "end"])
        #expect(player.requests.count == 1)
    }

    @Test func `can change the request a redirect leads to`() async throws {
        let witness = DelegateRecorder { _ in URLRequest(url: URL(literal: "http://127.0.0.1:9/other")) }
        let player = StubResponder { [moved] in
            $0.url.hasSuffix("/a") ? .response(moved) : .response(HTTPResponse(200))
        }
        _ = try await player.serve { door in
            door.session(delegate: witness).dataTask(with: request).resume()
            return await witness.events()
        }
        #expect(player.requests.map(\.url) == ["http://127.0.0.1:9/a", "http://127.0.0.1:9/other"])
    }

    @Test func `is not asked for credentials, because the answer would go to the network`() async throws {
        let witness = DelegateRecorder()
        let player = StubResponder(HTTPResponse(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""]))
        let events = try await player.serve { door in
            door.session(delegate: witness).dataTask(with: request).resume()
            return await witness.events()
        }
        #expect(events == ["response 401", "end"])
    }
}
