import Foundation
import Testing
import VerbatimTestSupport

@testable import VerbatimDecoding

/// The stack that decoding documents of the greatest depth needs.
@Suite(.enabled(if: StackUse.isComparable)) struct DecodingStackTests {
    @Test(arguments: cases)
    func `deep documents leave half of a small stack`(_ work: StackCase) throws {
        let use = try work.use()
        #expect(use.isWithinLimit, "\(work): \(use)")
    }

    private final class Chain: Decodable, Sendable {
        let a: Chain?
    }

    private static let cases = [
        StackCase("a chain") {
            let text = DeepText.objects(511, around: "{}")
            let report = ModelDecoding.check(Chain.self, in: Data(text.utf8), with: JSONDecoder())
            #expect(report.failures.isEmpty)
        },
        StackCase("a chain that fails") {
            let text = DeepText.objects(around: "1")
            let report = ModelDecoding.check(Chain.self, in: Data(text.utf8), with: JSONDecoder())
            #expect(report.failures.count == 1)
        },
        StackCase("unknown members") {
            let text = DeepText.objects(511, "b", around: "{}")
            let report = ModelDecoding.check(Chain.self, in: Data(text.utf8), with: JSONDecoder())
            #expect(report.failures.isEmpty)
        },
    ]
}
