import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

@testable import VerbatimURLSession

@Suite(.timeLimit(.minutes(5))) struct URLSessionInterceptorTests {
    let url = URL(literal: "http://127.0.0.1:9/same")

    @Test func `interceptors handle equal requests with separate responders`() async throws {
        let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<TestEffort.count(64, of: 500) {
                group.addTask { try await mismatches(of: number) }
            }
            return try await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    private func mismatches(of number: Int) async throws -> Int {
        let expected = Data("\(number)".utf8)
        return try await StubResponder(HTTPResponse(200, body: .data(expected))).intercept { interceptor in
            let session = interceptor.session()
            var wrong = 0
            for _ in 0..<10 where try await session.data(from: url).0 != expected { wrong += 1 }
            return wrong
        }
    }

    @Test func `a released class is not leased next`() {
        let pool = ProtocolClassPool.sessions
        let first = pool.lease(for: binding)
        pool.release(first)
        let second = pool.lease(for: binding)
        #expect(first.protocolClass != second.protocolClass)
        pool.release(second)
    }

    @Test func `a second release does not end the lease of another interceptor`() {
        let pool = ProtocolClassPool { _ in SessionURLProtocol<Self>.self }
        let first = pool.lease(for: binding)
        pool.release(first)
        let second = pool.lease(for: binding)
        pool.release(first)
        #expect(pool.binding(of: second.protocolClass) != nil)
        pool.release(second)
        #expect(pool.binding(of: second.protocolClass) == nil)
    }

    private var binding: ProtocolClassPool.Binding {
        ProtocolClassPool.Binding(
            responder: StubResponder(HTTPResponse(200)), timing: .immediate, cookies: nil)
    }
}
