import Testing
import VerbatimAPI

@Suite struct ScenarioTests {
    private struct Refused: Error {
        let code: Int
    }

    @Test func `a required value that is there is returned`() throws {
        #expect(try Scenario.require(Optional(1), "number") == 1)
    }

    @Test func `a required value that is nil fails by name`() {
        let failure = #expect(throws: ScenarioFailure.self) {
            try Scenario.require(nil as Int?, "second page")
        }
        #expect(failure?.description == "there is no second page")
    }

    @Test func `an expected refusal passes`() async throws {
        try await Scenario.expect("an error 404") { () async throws(Refused) -> Int in
            throw Refused(code: 404)
        } where: {
            $0.code == 404
        }
    }

    @Test func `another error than the expected one is thrown on`() async {
        await #expect(throws: Refused.self) {
            try await Scenario.expect("an error 404") { () async throws(Refused) -> Int in
                throw Refused(code: 500)
            } where: {
                $0.code == 404
            }
        }
    }

    @Test func `success where a refusal is expected fails`() async {
        let failure = await #expect(throws: ScenarioFailure.self) {
            try await Scenario.expect("an error 404") { () async throws(Refused) -> Int in
                1
            } where: { _ in
                true
            }
        }
        #expect(failure?.description == "expected an error 404, but the request succeeded")
    }
}
