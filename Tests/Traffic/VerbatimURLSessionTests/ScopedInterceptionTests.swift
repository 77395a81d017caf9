import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimServer

@testable import VerbatimURLSession

/// Elsewhere the requests of one test would belong to those that run at the same time.
@Suite(.enabled(if: Platform.knowsSharedTasks)) struct ScopedInterceptionTests {
    let url = URL(literal: "http://127.0.0.1:9/a")

    @Test func `requests are intercepted by the interceptor of their scope`() async throws {
        let bodies = try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 0..<64 { group.addTask { try await sharedBodies(of: number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies.allSatisfy { Set($0).count == 1 && $0.count == 10 })
        #expect(Set(bodies.map(\.first)).count == 64)
    }

    private func sharedBodies(of number: Int) async throws -> [String] {
        try await StubResponder(HTTPResponse(200, body: .text("\(number)"))).intercept { interceptor in
            try await interceptor.withInterception {
                var bodies: [String] = []
                for _ in 0..<10 {
                    bodies.append(
                        String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self))
                }
                return bodies
            }
        }
    }

    @Test func `requests after the end of a scope fail`() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let late = try await StubResponder(HTTPResponse(200)).intercept { interceptor in
            interceptor.withInterception {
                Task {
                    for await _ in gate { break }
                    return try await URLSession.shared.data(from: url)
                }
            }
        }
        open.yield()
        let error = await #expect(throws: URLError.self) { try await late.value }
        #expect(error?.code == .resourceUnavailable)
    }

    @Test func `cookies of a scope are not stored in the process`() async throws {
        let responder = StubResponder(HTTPResponse(200, headers: ["Set-Cookie": "scope=1; Path=/"]))
        try await responder.intercept { interceptor in
            try await interceptor.withInterception {
                _ = try await URLSession.shared.data(from: url)
                _ = try await URLSession.shared.data(from: url)
            }
        }
        #expect(responder.requests.map { $0.headers["Cookie"] } == [nil, "scope=1"])
        #expect(URLSession.shared.configuration.httpCookieStorage?.cookies(for: url) ?? [] == [])
    }

    @Test func `sessions with any configuration are intercepted in their scope`() async throws {
        let bodies = try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 0..<32 { group.addTask { try await bodiesOfNewSessions(in: number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies.allSatisfy { Set($0).count == 1 && $0.count == 2 })
        #expect(Set(bodies.map(\.first)).count == 32)
    }

    private func bodiesOfNewSessions(in number: Int) async throws -> [String] {
        try await StubResponder(HTTPResponse(200, body: .text("\(number)"))).intercept { interceptor in
            try await interceptor.withInterception {
                var bodies: [String] = []
                for configuration in [URLSessionConfiguration.default, .ephemeral] {
                    let request = URLRequest(url: url, timeoutInterval: 600)
                    let (data, _) = try await URLSession(configuration: configuration).data(for: request)
                    bodies.append(String(decoding: data, as: UTF8.self))
                }
                return bodies
            }
        }
    }

    @Test func `synchronous code is intercepted`() async throws {
        try await StubResponder(HTTPResponse(200, body: .text("sync"))).intercept { interceptor in
            let text = try interceptor.withInterception { try String(contentsOf: url, encoding: .utf8) }
            #expect(text == "sync")
        }
    }

    @Test func `the transport of a recorder reaches the network`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200, body: .text("live"))) }
        defer { server.stop() }
        // The test competes with all others.
        let transport = URLSessionTransport(limits: .init(duration: 600))
        let player = StubResponder { request in
            .deferred { transport.send(request, timeout: 600, receive: $0) }
        }
        try await player.intercept { interceptor in
            try await interceptor.withInterception {
                let request = URLRequest(url: try #require(URL(string: server.origin)), timeoutInterval: 600)
                let (data, _) = try await URLSession(configuration: .default).data(for: request)
                #expect(String(decoding: data, as: UTF8.self) == "live")
            }
        }
    }
}
