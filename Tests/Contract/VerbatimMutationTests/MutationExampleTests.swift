import Foundation
import Testing
import VerbatimContract
import VerbatimExampleSupport
import VerbatimHAR
import VerbatimJSON
import VerbatimModels

@testable import VerbatimMutation

/// The examples of the rules about mutants, executed.
@Suite struct MutationExampleTests {
    private struct Book: Decodable { let title: String }

    @Test(arguments: Rule.ofMutation) func `the example breaks the rule`(_ rule: Rule) async throws {
        let parts: (contract: ContractFragment, recorded: [RecordedExample], models: [ModelBinding])? =
            switch rule.explanation.example {
            case .check(let contract, let recorded): (contract, [recorded], [])
            case .model(_, let contract, let recorded):
                (contract, recorded, [ModelBinding("books.list", Book.self) { JSONDecoder() }])
            default: nil
            }
        let (fragment, recorded, models) = try #require(parts)
        let contract = try Contract(
            parsing: Data(fragment.document.text(.pretty).utf8), file: "Contracts/books.json")
        let report = await MutationRun(contract, models: models).report(on: recorded.map(\.interaction))
        #expect(report.findings.contains { $0.rule == rule && $0.severity == rule.severity })
    }
}
