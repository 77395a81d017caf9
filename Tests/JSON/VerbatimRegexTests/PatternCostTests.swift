import Testing
import VerbatimTestSupport

@testable import VerbatimRegex

/// The cost of patterns and of the strings they are searched for in.
@Suite struct PatternCostTests {
    @Test(.enabled(if: TestEffort.isExhaustive), arguments: texts + patterns)
    func `the cost of a search grows in proportion to its input`(_ example: CostCase) throws {
        let growth = try example.growth()
        #expect(growth.isLinear, "\(growth)")
    }

    @Test(arguments: [
        "(?:a{1000}){1000}", "(?:(?:(?:a?){999}){999}){999}",
        "(?:a" + String(repeating: "(?:)", count: 1_000) + "){65535}",
        String(repeating: "(", count: 300) + String(repeating: ")", count: 300),
    ])
    func `refuses patterns that stand for too much`(_ pattern: String) {
        #expect(throws: PatternError.self) { try Pattern(pattern) }
    }

    @Test func `refuses patterns that are too large together`() throws {
        var budget = PatternBudget()
        (budget.instructions, budget.automatonWork) = (20_000, 0)
        let error = try #require(throws: PatternError.self) {
            for number in 0..<100 { _ = try Pattern("(?:a|b){100}\(number)", &budget) }
        }
        #expect(error.description == "the patterns of the schema are too large together")
    }

    @Test(arguments: ["^[ab]{0,20}$", "\\b(?:a|b[^c]?){2,9}$", "^(?:bba|b{3}b|abb(a|x))$"])
    func `searches without an automaton find the same`(_ pattern: String) throws {
        var budget = PatternBudget()
        budget.automatonWork = 0
        let (compiled, simulated) = (try Pattern(pattern), try Pattern(pattern, &budget))
        for text in ["", "abba", "abbac\n", "b a", "bbbb", "é abb", "abbabbabbabbabbabbabba"] {
            #expect(text.withByteSpan(compiled.matches) == text.withByteSpan(simulated.matches))
        }
    }

    @Test(.enabled(if: TestEffort.isExhaustive))
    func `searches for patterns whose automaton would be too large`() throws {
        let compiled = try Pattern("^(?:[ab][^c]?){0,40000}$")
        #expect("abba".withByteSpan(compiled.matches) == true)
        #expect("abbac".withByteSpan(compiled.matches) == false)
    }

    @Test func `samples of nested repetitions are not longer than a limit`() {
        #expect(PatternSampler.samples(of: "((a{1000}){1000}){1000}").isEmpty)
        #expect(PatternSampler.samples(of: "(((){1000}){1000}){1000}").isEmpty)
        #expect(PatternSampler.samples(of: "a{3}").count == 6)
    }

    private static func search(
        _ pattern: String, _ text: @escaping @Sendable (Int) -> String
    ) -> CostCase {
        CostCase("a search for \(pattern)", from: 1_024) { size in
            (pattern: try Pattern(pattern), text: Array(text(size).utf8))
        } work: { input in
            _ = input.text.withByteSpan(input.pattern.matches)
        }
    }

    private static func repeated(_ text: String) -> @Sendable (Int) -> String {
        { String(repeating: text, count: $0) }
    }

    private static let texts = [
        search("^(a*)*b", repeated("a")), search("^(a|a)*$", repeated("a")),
        search("(a?){50}a{50}c", repeated("a")),
        search("(.*)(.*)(.*)(.*)x", repeated("a")), search("^(?=.*b)(?!.*c).*$", repeated("a")),
        search("(?<=a.*)b", repeated("ac")), search("(?<!a.{9})b", repeated("bc")),
        search("^(a|b)*a(a|b){11}$", repeated("ab")), search("[\\p{L}\\p{N}]+\\P{L}$", repeated("é")),
        search("^[ab]{0,65535}$", repeated("a")), search("(a*)*\\1$", repeated("a")),
        search("^(.*)\\1c", repeated("ab")),
    ]

    private static func compilation(
        _ description: String, from start: Int = 256, _ pattern: @escaping @Sendable (Int) -> String
    ) -> CostCase {
        CostCase(description, from: start, input: pattern) { pattern in
            _ = try? Pattern(pattern)
            _ = Pattern.isWellFormed(pattern)
            _ = PatternSampler.samples(of: pattern)
        }
    }

    private static let patterns = [
        compilation("literals", repeated("a")), compilation("alternatives", repeated("ab|")),
        compilation("groups", repeated("(a)")),
        compilation("references", { "(a)" + String(repeating: "\\1", count: $0) }),
        compilation("named groups") { size in (0..<size).map { "(?<n\($0)>a)" }.joined() },
        compilation("properties", from: 64, repeated("\\p{L}")),
        compilation("properties in a class", from: 64) { "[" + String(repeating: "\\p{L}", count: $0) + "]" },
        compilation("ranges in a class") { size in
            "[" + (0..<size).map { "\\u{\(String(0x100 + 2 * $0 % 0x10_0000, radix: 16))}" }.joined() + "]"
        },
        compilation("different characters", from: 64) { size in
            (0..<size).map { "\\u{\(String(0x1_0000 + $0 % 0x10_0000, radix: 16))}" }.joined()
        },
        compilation("lookaheads", from: 64, repeated("(?=a)")),
        compilation("quantifiers", from: 64, repeated("a{3,5}")),
        compilation("states", from: 1) { "(a|b)*a(a|b){\($0 % 20)}" + String(repeating: "a", count: $0) },
    ]
}
