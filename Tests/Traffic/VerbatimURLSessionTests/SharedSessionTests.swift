import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

/// Elsewhere the requests of one test would belong to those that run at the same time.
@Suite(.enabled(if: Platform.knowsSharedTasks)) struct SharedSessionTests {
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
            try await interceptor.withInterceptedSharedSession {
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
            await interceptor.withInterceptedSharedSession {
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
            try await interceptor.withInterceptedSharedSession {
                _ = try await URLSession.shared.data(from: url)
                _ = try await URLSession.shared.data(from: url)
            }
        }
        #expect(responder.requests.map { $0.headers["Cookie"] } == [nil, "scope=1"])
        #expect(URLSession.shared.configuration.httpCookieStorage?.cookies(for: url) ?? [] == [])
    }
}
