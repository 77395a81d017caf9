import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimMutation

/// The stack that mutating bodies of the greatest depth needs.
@Suite(.enabled(if: StackUse.isComparable)) struct MutationStackTests {
    @Test(arguments: [DeepText.objects(500), DeepText.arrays(500, around: "1")])
    func `deep bodies leave half of a small stack`(deep: String) throws {
        let contract = try Library.contract()
        let body = #"{"books": [{"id": 1, "title": "a", "more": \#(deep)}]}"#
        let interaction = Interaction(
            HTTPRequest("GET", "https://library.test/books"),
            .response(HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(body))))
        let use = try StackUse {
            let oracle = ContractOracle(contract)
            let original = try #require(OriginalResponse(interaction, contract, oracle, []))
            let values = ValueMutations(seed: 1)
            let evaluator = MutantEvaluator(contract: oracle, models: [], seed: 1)
            var tally = MutantTally()
            for item in Workload(of: [original], values, sample: 20).items {
                evaluator.evaluate(item, of: original, values, into: &tally)
            }
            var classifier = SurvivorClassifier(contract: contract, originals: [original], values: values)
            _ = classifier.report(of: tally, isSample: true)
        }
        #expect(use.isWithinLimit, "\(use)")
    }
}
