import Testing
import VerbatimFormats
import VerbatimRegex
import VerbatimTestSupport

/// The cost of formats on long strings.
@Suite struct FormatCostTests {
    @Test(.enabled(if: TestEffort.isExhaustive), arguments: shapes)
    func `the cost of all formats grows in proportion to the string`(
        _ shape: (start: String, part: String, end: String)
    ) {
        let growth = CostGrowth(from: 1_024) { size in
            Array((shape.start + String(repeating: shape.part, count: size) + shape.end).utf8)
        } work: { text in
            for format in Format.allCases { _ = text.withByteSpan(format.accepts) }
        }
        #expect(growth.isLinear, "\(growth)")
    }

    /// The start, the part that is repeated, and the end of strings.
    static let shapes = [
        ("", "a", ""), ("", "1", ""), ("", "é", ""), ("", "ü.", ""), ("", "中", ""), ("", "a.", ""),
        ("", "xn--a.", ""), ("", "a\u{200C}", ""), ("", "\u{628}\u{64B}", ""), ("P", "1", "D"),
        ("P1Y", "1M", ""),
        ("", "1:", ""), ("", "f:", ":"), ("http://[", "1:", "]"), ("http://", "a@", ""),
        ("http://", "%41", ""),
        ("http://a/", "../", ""), ("a", ":", ""), ("", "{a}", ""), ("{", "a,", "a}"), ("", "/~1", ""),
        ("0", "/a", ""),
        ("\"", "\\\"", "\"@a"), ("a@", "a.", ""), ("a@", "é", ""), ("a@[", "1", "]"), ("", "(", ""),
        ("", "[a", ""),
        ("", "(?:a){2}", ""), ("", "a|", ""), ("2024-01-01T00:00:00.", "1", "Z"), ("", "\u{5D0}\u{660}", ""),
    ]
}
