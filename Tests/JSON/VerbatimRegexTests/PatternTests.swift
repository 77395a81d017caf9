import Testing

@testable import VerbatimRegex

@Suite struct PatternTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let pattern: String
        let matches: [String]
        let mismatches: [String]

        init(_ pattern: String, _ matches: [String], not mismatches: [String]) {
            self.pattern = pattern
            self.matches = matches
            self.mismatches = mismatches
        }

        var testDescription: String { pattern }
    }

    private func matches(_ pattern: String, _ text: String) throws -> Bool? {
        try text.withByteSpan(Pattern(pattern).matches)
    }

    @Test(arguments: ordinary + unicode + lookarounds + backreferences)
    func `matches the strings that ECMAScript matches`(_ example: Case) throws {
        let pattern = try Pattern(example.pattern)
        for text in example.matches { #expect(text.withByteSpan(pattern.matches) == true, "\(text)") }
        for text in example.mismatches { #expect(text.withByteSpan(pattern.matches) == false, "\(text)") }
    }

    static let ordinary = [
        Case("", ["", "a"], not: []),
        Case("b", ["abc"], not: ["ac", ""]),
        Case("^[A-Z]{3}$", ["USD"], not: ["usd", "USDX", "US", "USD\n"]),
        Case("^(full|preview)-[0-9.]+$|^[0-9.]+$", ["full-1.2", "0.1"], not: ["full", "preview-", "x1"]),
        Case("^a{2,3}?$", ["aa", "aaa"], not: ["a", "aaaa"]),
        Case("^(a|ab)(c|bcd)(d*)$", ["abcd", "ac", "acdd"], not: ["ab"]),
        Case("^.$", ["a", "\u{1F600}"], not: ["\n", "\u{2028}", "ab"]),
        Case("^[^]$", ["\n"], not: [""]),
        Case("[]", [], not: ["", "a"]),
        Case("^[\\w-]+$", ["a-b_1"], not: ["a b"]),
        Case("^\\x41\\u0042\\u{43}\\cA\\0$", ["ABC\u{1}\u{0}"], not: ["ABC"]),
        Case("\\bcat\\b", ["a cat sat", "cat"], not: ["concatenate", "cats"]),
        Case("\\Bcat", ["concat"], not: ["cat"]),
        Case("^(?:a?){3}$", ["", "aaa"], not: ["aaaa"]),
        Case("^(a*)*$", ["", "aaa"], not: ["ab"]),
    ]

    static let unicode = [
        Case("^\\p{Lu}\\p{Ll}+$", ["Éa", "Дом"], not: ["éa", "DOM"]),
        Case("^\\p{Script=Greek}+$", ["αβγ"], not: ["abc"]),
        Case("^\\p{scx=Hira}$", ["あ", "ー"], not: ["ア"]),
        Case("^\\P{Letter}$", ["1"], not: ["a"]),
        Case("^[\\p{Nd}-]+$", ["٣-"], not: ["a"]),
        Case("^\\ud83d\\ude00$", ["\u{1F600}"], not: ["x"]),
        Case("^[\u{1F600}-\u{1F602}]$", ["\u{1F601}"], not: ["\u{1F603}"]),
        Case("^\\s$", ["\u{FEFF}", "\u{A0}", "\u{3000}"], not: ["\u{200B}"]),
        Case("^\\p{Emoji_Presentation}$", ["\u{1F600}"], not: ["1"]),
    ]

    static let lookarounds = [
        Case("^(?=.*\\d)(?=.*[a-z]).{4,8}$", ["ab12", "1aaaaaaa"], not: ["abcd", "1234", "a1"]),
        Case("^(?!.*--)[a-z-]+$", ["a-b"], not: ["a--b"]),
        Case("(?<=\\$)\\d+", ["cost $42"], not: ["42"]),
        Case("(?<!\\$|\\d)\\d+", ["€42"], not: ["$42"]),
        Case("(?<=a+)b", ["aab"], not: ["b"]),
        Case("(?<=(?<!x)a)b", ["ab"], not: ["xab"]),
        Case("^(?:(?=a)a|b)+$", ["abab"], not: ["abc"]),
    ]

    static let backreferences = [
        Case("^(a+)-\\1$", ["aa-aa"], not: ["aa-a"]),
        Case("^(?<q>['\"]).*\\k<q>$", ["'x'", "\"x\""], not: ["'x\""]),
        Case("^(?:(a)|b)*\\1$", ["ab", "b", "aa"], not: ["c"]),
        Case("^\\1(a)$", ["a"], not: ["aa"]),
        Case("(?<=\\1(a))b", ["aab"], not: ["ab"]),
        Case("^(?=(a+))\\1b$", ["aab"], not: ["ba"]),
        Case("^(a*?)*\\1$", ["aa"], not: ["b"]),
    ]

    @Test(arguments: ["(a+)+$", "^(a|a)*$", "(a|b|ab)*c$", "^(([a-z])+.)+[A-Z]([a-z])+$", "^(?=(a+)+$)a*b"])
    func `matches in linear time where backtracking takes exponential time`(_ pattern: String) throws {
        #expect(try matches(pattern, String(repeating: "a", count: 10_000) + "b") == false)
    }

    @Test func `gives up on a backreference after a limited number of steps`() throws {
        let text = String(repeating: "a", count: 60) + "b"
        #expect(try matches("^(a*)*(a*)*(a*)*\\1c", text) == nil)
    }

    @Test func `matches repetitions with large bounds`() throws {
        let pattern = "^[\\s\\S]{0,20000}$"
        #expect(try matches(pattern, String(repeating: "x", count: 20_000)) == true)
        #expect(try matches(pattern, String(repeating: "x", count: 20_001)) == false)
    }

    @Test(arguments: [
        ("a**", "nothing to repeat", 2),
        ("(a", "missing ')' after group", 0),
        ("a)", "unmatched ')'", 1),
        ("[a", "missing ']' after character class", 0),
        ("a{2,1}", "quantifier bounds out of order", 1),
        ("[z-a]", "range out of order in character class", 1),
        ("[\\d-z]", "character class as a bound of a range", 1),
        ("a{", "lone '{', write '\\{' for the character itself", 1),
        ("a{2}{3}", "lone '{', write '\\{' for the character itself", 4),
        ("x\\-y", "invalid escape '\\-'", 1),
        ("x\\", "trailing backslash", 1),
        ("\\u{110000}", "invalid hexadecimal code point", 0),
        ("(?i)a", "invalid group syntax after '(?'", 1),
        ("(?<>a)", "missing or invalid group name", 3),
        ("\\p{Klingon}", "unknown Unicode property 'Klingon'", 0),
        ("(?<a>x)(?<a>y)", "duplicate group name 'a'", 10),
        ("\\k<b>", "undefined group 'b'", 0),
        ("\\2(a)", "undefined group '2'", 0),
        (String(repeating: "(", count: 41), "groups nested too deeply", 40),
        ("(a{1000}){1000}", "pattern too large after writing out its repetitions", 0),
    ])
    func `reports the error in a pattern`(_ pattern: String, _ description: String, _ offset: Int) throws {
        let error = try #require(throws: PatternError.self) { try Pattern(pattern) }
        #expect(error.description == description)
        #expect(error.offset == offset)
    }

    @Test func `accepts a pattern as well-formed that is too large to compile`() {
        #expect(Pattern.isWellFormed("(a{1000}){1000}"))
        #expect(!Pattern.isWellFormed("(a"))
    }

    @Test(arguments: [
        ("^[A-Z]{3}$", ["AAA", "BBB", "AAA", "BBB", "AAA", "BBB"]),
        ("a|bc", ["a", "bc", "a", "bc", "a", "bc"]),
        ("\\d{1,2}", ["1", "22", "11", "22", "11", "22"]),
        ("(", []),
    ])
    func `generates samples of a pattern`(_ pattern: String, _ samples: [String]) {
        #expect(PatternSampler.samples(of: pattern) == samples)
    }
}
