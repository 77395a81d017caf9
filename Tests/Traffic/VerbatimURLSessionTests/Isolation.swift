import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite(.timeLimit(.minutes(2))) struct `Doors side by side` {
    let url = URL(literal: "http://127.0.0.1:9/same")

    @Test func `answer equal requests each from its own player`() async throws {
        let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<500 { group.addTask { try await wrongAnswers(of: number) } }
            return try await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    private func wrongAnswers(of number: Int) async throws -> Int {
        let expected = Data("\(number)".utf8)
        return try await StubResponder(HTTPResponse(200, body: .data(expected))).serve { door in
            let session = door.session()
            var wrong = 0
            for _ in 0..<10 where try await session.data(from: url).0 != expected { wrong += 1 }
            return wrong
        }
    }

    @Test func `never lend a class that a session could still hold to the next door`() {
        let slots = ProtocolSlots.sessions
        let first = slots.lease(to: tenant)
        slots.release(first)
        let second = slots.lease(to: tenant)
        #expect(first.protocolClass != second.protocolClass)
        slots.release(second)
    }

    @Test func `are not closed by closing another door a second time`() {
        let slots = ProtocolSlots { _ in SlottedURLProtocol<Self>.self }
        let first = slots.lease(to: tenant)
        slots.release(first)
        let second = slots.lease(to: tenant)
        slots.release(first)
        #expect(slots.holds(second))
        #expect(!slots.holds(first))
    }

    @Test func `are refused when all classes are lent`() {
        let slots = ProtocolSlots { _ in SlottedURLProtocol<Self>.self }
        let first = slots.lease(among: 1, to: tenant)
        #expect(first != nil)
        #expect(slots.lease(among: 1, to: tenant) == nil)
        if let first { slots.release(first) }
        #expect(slots.lease(among: 1, to: tenant) != nil)
    }

    private var tenant: ProtocolSlots.Tenant {
        ProtocolSlots.Tenant(player: StubResponder(HTTPResponse(200)), pace: .atOnce, cookies: nil)
    }
}
