import Testing

@testable import VerbatimRegex

/// Patterns that are invalid with the `u` flag, as other tools accept them.
@Suite struct LegacyPatternTests {
    @Test(arguments: [
        (##"^[\w-.]+$"##, ["a-b.c", "_"], ["a b", "/"]),
        (##"^\-\#\@$"##, ["-#@"], ["\\-#@"]),
        (##"^[\-\#]+$"##, ["-#"], ["\\"]),
        ("(?i)^[a-c]é\\d$", ["bÉ1", "Cé2"], ["dé1", "aéx"]),
        ("(?i)^k$", ["K", "k"], ["j", "\u{212A}"]),
        ("(?s)^a.b$", ["a\nb"], ["ab"]),
        ("(?is)^a.b$", ["A\nb"], ["ab"]),
        ("^{a}$", ["{a}"], ["a"]),
        ("^a{,2}$", ["a{,2}"], ["aa"]),
        ("^a{2$", ["a{2"], ["aa"]),
        ("^]}$", ["]}"], [""]),
        ("^(?=a)*b$", ["b"], ["a"]),
        (##"^\1\61\8$"##, ["\u{1}18"], ["118"]),
        (##"^(a)\1\-$"##, ["aa-"], ["a\u{1}-"]),
        (##"^\x4\u12\c\k\-$"##, ["x4u12\\ck-"], ["A"]),
        (##"^\x41\u0042\cJ\-$"##, ["AB\n-"], ["x41"]),
        (##"^[\p{Lu}\-]\p{x}$"##, ["Ap{x}", "-p{x}"], ["ap{x}"]),
        (##"\A\-[a-z]+\z"##, ["-ab"], ["x-ab", "-ab1"]),
        (##"^[\012]\#$"##, ["\n#"], ["0#"]),
    ])
    func `match as without the flag`(pattern: String, matching: [String], others: [String]) throws {
        #expect(throws: PatternError.self) { try Pattern(pattern) }
        let legacy = try Pattern(pattern, grammar: .legacy)
        for text in matching { #expect(text.withByteSpan(legacy.matches) == true, "\(text)") }
        for text in others { #expect(text.withByteSpan(legacy.matches) == false, "\(text)") }
    }

    @Test(arguments: [
        "(", ")", "[", "a**", "{1}", "*", "(?<n>a)(?<n>b)", "[[:alpha:]]", "\\", "a(?i)b", "a++",
    ])
    func `are invalid in both grammars`(pattern: String) {
        #expect(throws: PatternError.self) { try Pattern(pattern) }
        #expect(throws: PatternError.self) { try Pattern(pattern, grammar: .legacy) }
    }
}
