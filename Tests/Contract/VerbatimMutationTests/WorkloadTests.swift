import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimMutation

/// The share of the values of a body that is mutated.
@Suite struct WorkloadTests {
    @Test(arguments: [(0, 1), (1 << 28, 1), ((1 << 28) + 1, 2), (50_000 * 1_000_000, 187)])
    func `few values are mutated if judging all takes long`(_ size: Int, _ step: Int) {
        #expect(Workload.step(for: size) == step)
    }

    @Test func `values of a body with many findings take longer to judge`() throws {
        let names = 500.texts { "\"n\($0)\"" }
        let contract = try Contract(
            parsing: GeneratedContract(schema: #"{"required": [\#(names)]}"#).data, file: "Contracts/a.json")
        let original = try #require(
            OriginalResponse(
                Interaction(
                    HTTPRequest("GET", "https://a.test/a"),
                    .response(
                        HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text("{}")))),
                contract, ContractOracle(contract), []))
        #expect(original.known.count == 500)
        #expect(original.judgedSize == 500 * 65_536 + 2)
    }
}
