import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimInference

/// The stack that an inference from bodies of the greatest depth needs.
@Suite(.enabled(if: StackUse.isComparable)) struct InferenceStackTests {
    @Test(arguments: cases)
    func `deep bodies leave half of a small stack`(_ work: StackCase) throws {
        let use = try work.use()
        #expect(use.isWithinLimit, "\(work): \(use)")
    }

    private static let cases: [StackCase] = [DeepText.arrays(around: "1"), DeepText.objects()].flatMap {
        body in
        [
            StackCase("inferring from \(body.prefix(9))") {
                let inferred = try ContractInference().contract(
                    file: Traffic.file, from: Traffic.responses([body, body]))
                #expect(inferred.isChanged)
            },
            StackCase("updating with \(body.prefix(9))") {
                let shallow = try ContractInference().contract(
                    file: Traffic.file, from: Traffic.responses(["{}", "[]", #"{"a":{"a":{"a":[]}}}"#]))
                _ = try ContractInference().update(shallow.contract, with: Traffic.responses([body, body]))
            },
        ]
    }
}
