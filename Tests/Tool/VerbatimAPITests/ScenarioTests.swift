import Testing
import VerbatimAPI

@Suite struct ScenarioTests {
    private struct Rejected: Error {
        let code: Int
    }

    @Test func `require returns a value`() throws {
        #expect(try Scenario.require(Optional(1), "number") == 1)
    }

    @Test func `require fails with the name of a missing value`() {
        let error = #expect(throws: ScenarioFailure.self) {
            try Scenario.require(nil as Int?, "second page")
        }
        #expect(error?.description == "missing second page")
    }

    @Test func `expect accepts the expected error`() async throws {
        try await Scenario.expect("an error 404") { () async throws(Rejected) -> Int in
            throw Rejected(code: 404)
        } where: {
            $0.code == 404
        }
    }

    @Test func `expect rethrows any other error`() async {
        await #expect(throws: Rejected.self) {
            try await Scenario.expect("an error 404") { () async throws(Rejected) -> Int in
                throw Rejected(code: 500)
            } where: {
                $0.code == 404
            }
        }
    }

    @Test func `expect fails if the request succeeds`() async {
        let error = await #expect(throws: ScenarioFailure.self) {
            try await Scenario.expect("an error 404") { () async throws(Rejected) -> Int in
                1
            } where: { _ in
                true
            }
        }
        #expect(error?.description == "expected an error 404, but the request succeeded")
    }
}
