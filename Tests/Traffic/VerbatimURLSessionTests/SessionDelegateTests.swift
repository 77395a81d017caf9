import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite struct SessionDelegateTests {
    let request = URLRequest(url: URL(literal: "http://127.0.0.1:9/a"))
    let moved = HTTPResponse(302, headers: ["Location": "b/c?d=1"], body: .text("moved"))

    @Test func `receives response, data and completion`() async throws {
        let recorder = DelegateRecorder()
        let responder = StubResponder(HTTPResponse(200, body: .text("hello")))
        let events = try await responder.intercept { interceptor in
            interceptor.session(delegate: recorder).dataTask(with: request).resume()
            return await recorder.events()
        }
        #expect(events == ["response 200", "data hello", "end"])
    }

    @Test func `receives the file of a download`() async throws {
        let recorder = DelegateRecorder()
        let responder = StubResponder(HTTPResponse(200, body: .text("hello")))
        let events = try await responder.intercept { interceptor in
            interceptor.session(delegate: recorder).downloadTask(with: request).resume()
            return await recorder.events()
        }
        #expect(events == ["file hello", "end"])
    }

    @Test func `receives the data that arrived before the connection was lost`() async throws {
        let recorder = DelegateRecorder()
        let responder = StubResponder { _ in
            .failure(
                TransportFailure(code: -1005, reason: "lost"), partial: HTTPResponse(200, body: .text("hel")))
        }
        let events = try await responder.intercept { interceptor in
            interceptor.session(delegate: recorder).dataTask(with: request).resume()
            return await recorder.events()
        }
        #expect(events == ["response 200", "data hel", "end -1005"])
    }

    @Test func `decides about each redirect`() async throws {
        let recorder = DelegateRecorder()
        let responder = StubResponder { [moved] in
            $0.url.hasSuffix("/a") ? .response(moved) : .response(HTTPResponse(200))
        }
        let events = try await responder.intercept { interceptor in
            interceptor.session(delegate: recorder).dataTask(with: request).resume()
            return await recorder.events()
        }
        #expect(events == ["redirect 302 to http://127.0.0.1:9/b/c?d=1", "response 200", "end"])
    }

    @Test func `receives the redirect as the response if it declines it`() async throws {
        let recorder = DelegateRecorder { _ in nil }
        let responder = StubResponder(moved)
        let events = try await responder.intercept { interceptor in
            interceptor.session(delegate: recorder).dataTask(with: request).resume()
            return await recorder.events()
        }
        #expect(
            events == ["redirect 302 to http://127.0.0.1:9/b/c?d=1", "response 302", "data moved", "end"])
        #expect(responder.requests.count == 1)
    }

    @Test func `can change the request of a redirect`() async throws {
        let recorder = DelegateRecorder { _ in URLRequest(url: URL(literal: "http://127.0.0.1:9/other")) }
        let responder = StubResponder { [moved] in
            $0.url.hasSuffix("/a") ? .response(moved) : .response(HTTPResponse(200))
        }
        _ = try await responder.intercept { interceptor in
            interceptor.session(delegate: recorder).dataTask(with: request).resume()
            return await recorder.events()
        }
        #expect(responder.requests.map(\.url) == ["http://127.0.0.1:9/a", "http://127.0.0.1:9/other"])
    }

    @Test func `receives no authentication challenge, whose result would reach the network`() async throws {
        let recorder = DelegateRecorder()
        let responder = StubResponder(HTTPResponse(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""]))
        let events = try await responder.intercept { interceptor in
            interceptor.session(delegate: recorder).dataTask(with: request).resume()
            return await recorder.events()
        }
        #expect(events == ["response 401", "end"])
    }
}
