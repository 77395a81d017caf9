import Testing
import VerbatimJSON
import VerbatimSchema

/// Regular expressions of ECMA-262 with the `u` flag: pattern, texts it matches, texts it does not.
struct PatternTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let pattern: String
        let matching: [String]
        let others: [String]

        init(_ pattern: String, _ matching: [String], not others: [String]) {
            self.pattern = pattern
            self.matching = matching
            self.others = others
        }

        var testDescription: String { pattern }
    }

    private func compile(_ pattern: String) throws -> CompiledSchema {
        let schema = JSONValue.object(["pattern": .string(pattern)])
        return try Schema(JSON(parsing: schema.text(.compact))).compile()
    }

    private func accepts(_ schema: CompiledSchema, _ text: String) throws -> Bool {
        schema.accepts(try JSON(parsing: JSONValue.string(text).text(.compact)))
    }

    @Test(arguments: plain + unicode + lookarounds)
    func `matches what ECMAScript matches`(_ example: Case) throws {
        let schema = try compile(example.pattern)
        for text in example.matching { #expect(try accepts(schema, text), "\(text)") }
        for text in example.others { #expect(try !accepts(schema, text), "\(text)") }
    }

    static let plain = [
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
        Case("^(a+)-\\1$", ["aa-aa"], not: ["aa-a"]),
        Case("^(?<q>['\"]).*\\k<q>$", ["'x'", "\"x\""], not: ["'x\""]),
        Case("^(?:(a)|b)*\\1$", ["ab", "b", "aa"], not: ["c"]),
        Case("^\\1(a)$", ["a"], not: ["aa"]),
        Case("(?<=\\1(a))b", ["aab"], not: ["ab"]),
        Case("^(?=(a+))\\1b$", ["aab"], not: ["ba"]),
        Case("^(a*?)*\\1$", ["aa"], not: ["b"]),
    ]

    @Test(arguments: ["(a+)+$", "^(a|a)*$", "(a|b|ab)*c$", "^(([a-z])+.)+[A-Z]([a-z])+$", "^(?=(a+)+$)a*b"])
    func `answers for patterns that make backtracking engines hang`(_ pattern: String) throws {
        let text = String(repeating: "a", count: 10_000) + "b"
        #expect(try !accepts(compile(pattern), text))
    }

    @Test func `gives up on a backreference that would take for ever, and says so`() throws {
        let text = String(repeating: "a", count: 60) + "b"
        let instance = try JSON(parsing: "\"\(text)\"")
        let violations = try compile("^(a*)*(a*)*(a*)*\\1c").validate(instance)
        #expect(
            violations.map(\.expected) == ["a text that '^(a*)*(a*)*(a*)*\\1c' can be tried on in time"])
    }

    @Test func `gives up on a name as on a text`() throws {
        let name = String(repeating: "a", count: 60) + "b"
        let schema = try Schema(JSON(parsing: #"{"patternProperties": {"^(a*)*(a*)*(a*)*\\1c": true}}"#))
            .compile()
        let violations = try schema.validate(JSON(parsing: #"[{"\#(name)": 1}]"#)[0])
        #expect(violations.map(\.instancePointer.tokens) == [["0", name]])
        #expect(violations.map(\.found) == ["the name '\(name)'"])
    }

    @Test func `matches long repetitions`() throws {
        let schema = try compile("^[\\s\\S]{0,20000}$")
        #expect(try accepts(schema, String(repeating: "x", count: 20_000)))
        #expect(try !accepts(schema, String(repeating: "x", count: 20_001)))
    }

    @Test(arguments: [
        ("a**", "there is nothing to repeat, at character 3"),
        ("(a", "the group is not closed, at character 1"),
        ("a)", "no group is open, at character 2"),
        ("[a", "the class is not closed, at character 1"),
        ("a{2,1}", "the bounds are in reverse, at character 2"),
        ("[z-a]", "the range is in reverse, at character 2"),
        ("[\\d-z]", "a class can not bound a range, at character 2"),
        ("a{", "'{' stands for itself only as '\\{', at character 2"),
        ("x\\-y", "'\\-' is not an escape, at character 2"),
        ("(?i)a", "there is no such kind of group, at character 2"),
        ("\\p{Klingon}", "Unicode has no property 'Klingon', at character 1"),
        ("(?<a>x)(?<a>y)", "two groups are named 'a', at character 11"),
        ("\\k<b>", "there is no group 'b', at character 1"),
        ("\\2(a)", "there is no group '2', at character 1"),
        ("a{2}{3}", "'{' stands for itself only as '\\{', at character 5"),
        ("(a{1000}){1000}", "the repetitions are too many, at character 1"),
    ])
    func `says where a pattern is wrong`(_ pattern: String, _ detail: String) throws {
        let error = try #require(throws: SchemaError.self) { try compile(pattern) }
        #expect(
            error.description
                == "'/pattern' at 1:12: '\(pattern)' is not a regular expression of ECMA-262: \(detail)")
    }
}
