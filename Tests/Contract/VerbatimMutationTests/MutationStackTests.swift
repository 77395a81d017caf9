import Foundation
import Testing
import VerbatimHAR
import VerbatimInference
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
            let mutants = MutationRun(contract, models: [], sample: 20).mutants(
                of: StreamedTraffic([interaction]))
            let tally = mutants.blocks.reduce(into: MutantTally()) { $0 += mutants.evaluated($1) }
            #expect(mutants.blocks.reduce(0) { $0 + $1.count } > 0)
            _ = mutants.report(of: tally)
        }
        #expect(use.isWithinLimit, "\(use)")
    }
}
