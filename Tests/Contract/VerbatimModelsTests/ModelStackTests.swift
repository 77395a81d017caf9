import Foundation
import Testing
import VerbatimTestSupport

@testable import VerbatimModels

/// The stack that models of the greatest depth need.
@Suite(.enabled(if: StackUse.isComparable)) struct ModelStackTests {
    private final class Chain: Decodable, Sendable {
        let a: Chain?
    }

    @Test(arguments: ["{}", "1"])
    func `deep models leave half of a small stack`(core: String) throws {
        let binding = ModelBinding("chain", Chain.self) { JSONDecoder() }
        let body = Data(DeepText.objects(511, around: core).utf8)
        let use = try StackUse {
            #expect(binding.accepts(body) == (core == "{}"))
            #expect(binding.read(body).failures.isEmpty == (core == "{}"))
        }
        #expect(use.isWithinLimit, "\(use)")
    }
}
