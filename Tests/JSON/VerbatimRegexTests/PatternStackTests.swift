import Testing
import VerbatimTestSupport

@testable import VerbatimRegex

/// The stack that patterns of the greatest depth need.
@Suite(.enabled(if: StackUse.isComparable)) struct PatternStackTests {
    @Test(arguments: ["(", "(?:", "(?=", "(?<=", "(a|", "(?:a{2}", "(?:[a-c]"])
    func `deep patterns leave half of a small stack`(group: String) throws {
        let levels = PatternParser.maximumDepth - 1
        for end in ["", "\\1"] {
            let pattern =
                String(repeating: group, count: levels) + "a" + String(repeating: ")", count: levels)
            let use = try StackUse {
                let compiled = try Pattern("(a)" + pattern + end)
                _ = "aaab".withByteSpan(compiled.matches)
                _ = PatternSampler.samples(of: pattern)
            }
            #expect(use.isWithinLimit, "\(use)")
        }
    }
}
