import Foundation
import Testing
import VerbatimAPI
import VerbatimAppAPIs
import VerbatimAppFakes
import VerbatimContract
import VerbatimHAR
import VerbatimReports
import VerbatimTestSupport
import VerbatimTesting

/// Every scenario of every API, replayed from its committed recording.
@Suite struct ScenarioTests {
    /// A scenario of an API, as a test argument.
    struct Case: Sendable, CustomTestStringConvertible {
        var api: API
        var scenario: Scenario

        var name: String { "\(api.name)/\(scenario.name)" }
        var testDescription: String { name }

        static let all = API.all.flatMap { api in api.scenarios.map { Case(api: api, scenario: $0) } }
    }

    /// The committed contracts, read once for all cases.
    private static let contracts = Result { try ContractSet(contentsOf: PackageFolder.url("Contracts")) }

    @Test func `every API has a scenario`() {
        #expect(Case.all.count >= API.all.count)
        #expect(API.all.allSatisfy { !$0.scenarios.isEmpty })
    }

    @Test func `every API has a contract and a fake provider, and the other way around`() throws {
        let names = API.all.map(\.name)
        let contracts = try FileManager.default.contentsOfDirectory(
            atPath: PackageFolder.url("Contracts").path
        )
        .filter { $0.hasSuffix(".json") && $0 != "overrides.json" }.map { String($0.dropLast(5)) }
        #expect(Set(contracts) == Set(names))
        #expect(FakeProvider.all.map(\.name) == names)
    }

    @Test(arguments: Case.all)
    func `the scenario succeeds on its recording`(_ item: Case) async throws {
        try await withRecording(item.name, redaction: item.api.redaction()) { session in
            try await item.scenario.run(ScenarioContext(session: session))
        }
    }

    @Test(arguments: Case.all)
    func `the recording conforms to the contract and decodes into the models`(_ item: Case) throws {
        let contracts = try Self.contracts.get()
        let file = PackageFolder.url.appending(path: "Recordings/\(item.name).har")
        let interactions = try Archive(contentsOf: file).interactions
        #expect(!interactions.isEmpty)
        let report = Checker(contracts, API.all).check(interactions, api: item.api.name)
        let findings = report.findings.filter { $0.severity >= .warning }
        // Not `findings.isEmpty`, which would print each of them twice, first as Swift does.
        if !findings.isEmpty { Issue.record("\(ItemText().text(of: findings))") }
    }
}
