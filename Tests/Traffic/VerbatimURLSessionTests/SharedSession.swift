import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite struct `The shared session` {
    let url = URL(literal: "http://127.0.0.1:9/a")

    @Test func `is answered by the door of the scope it is used in`() async throws {
        let bodies = try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 0..<64 { group.addTask { try await answers(of: number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies.allSatisfy { Set($0).count == 1 && $0.count == 10 })
        #expect(Set(bodies.map(\.first)).count == 64)
    }

    private func answers(of number: Int) async throws -> [String] {
        try await StubResponder(HTTPResponse(200, body: .text("\(number)"))).serve { door in
            try await door.interceptingShared {
                var bodies: [String] = []
                for _ in 0..<10 {
                    bodies.append(
                        String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self))
                }
                return bodies
            }
        }
    }

    @Test func `fails closed for what a scope leaves behind`() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let late = try await StubResponder(HTTPResponse(200)).serve { door in
            try await door.interceptingShared {
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

    @Test func `keeps the cookies of a scope out of the process`() async throws {
        let player = StubResponder(HTTPResponse(200, headers: ["Set-Cookie": "scope=1; Path=/"]))
        try await player.serve { door in
            try await door.interceptingShared {
                _ = try await URLSession.shared.data(from: url)
                _ = try await URLSession.shared.data(from: url)
            }
        }
        #expect(player.requests.map { $0.headers["Cookie"] } == [nil, "scope=1"])
        #expect(URLSession.shared.configuration.httpCookieStorage?.cookies(for: url) ?? [] == [])
    }
}
