import Testing
import VerbatimJSON
import VerbatimTestSupport

@Suite struct TextEscaperTests {
    /// A text and its escaped form, which alone appears in the log of the tests.
    struct Sample: Sendable, CustomTestStringConvertible {
        let text: String
        let shown: String
        var testDescription: String { shown }

        init(_ text: String, _ shown: String) { (self.text, self.shown) = (text, shown) }
    }

    @Test(
        arguments: [Sample]([
            .init("a\nb\r\nc\td", #"a\nb\r\nc\td"#),
            .init("\u{1b}]0;title\u{7}", #"\u001b]0;title\u0007"#),
            .init("\u{1b}[31mred\u{1b}[0m", #"\u001b[31mred\u001b[0m"#),
            .init("\u{0}\u{7f}\u{85}\u{9b}2J", #"\u0000\u007f\u0085\u009b2J"#),
            .init("user\u{202e}txt.exe", #"user\u202etxt.exe"#),
            .init("\u{2066}a\u{2069}\u{200b}b\u{200e}\u{feff}", #"\u2066a\u2069\u200bb\u200e\ufeff"#),
            .init("a\u{2028}b\u{2029}c", #"a\u2028b\u2029c"#),
            .init("soft\u{ad}hyphen \u{61c}\u{3164}", #"soft\u00adhyphen \u061c\u3164"#),
            .init("tag \u{e0041}", #"tag \udb40\udc41"#),
            .init("❤️ 日本語 naïve 𝒳 ::debug ##[x]", "❤️ 日本語 naïve 𝒳 ::debug ##[x]"),
            .init(#"C:\new"#, #"C:\new"#), .init("", ""),
        ]))
    func `a value is on one line, and shows what cannot be seen`(sample: Sample) {
        #expect(sample.text.onOneLine.utf8.elementsEqual(sample.shown.utf8))
    }

    @Test(
        arguments: [Sample]([
            .init("a\n\tb\n", "a\n\tb\n"),
            .init("::error::x", #"\u003a:error::x"#),
            .init("a\n  ::set-env name=x::y\n", "a\n  \\u003a:set-env name=x::y\n"),
            .init("\u{a0}\u{3000}::x", "\u{a0}\u{3000}\\u003a:x"),
            .init("x ::y", "x ::y"), .init(":", ":"), .init("std::string", "std::string"),
            .init("a ##vso[task.setvariable variable=x]y", #"a \u0023#vso[task.setvariable variable=x]y"#),
            .init("###[group]x", ##"#\u0023#[group]x"##), .init("##teamcity[x]", ##"\u0023#teamcity[x]"##),
            .init("## [Title]", "## [Title]"), .init("##", "##"), .init("## x[0]", "## x[0]"),
            .init("a\r::error::x", #"a\r::error::x"#),
            .init("\u{1b}[31mred\u{1b}[0m \u{1b}[2J", #"\u001b[31mred\u001b[0m \u001b[2J"#),
        ]))
    func `a text cannot command a terminal or a build server`(sample: Sample) {
        #expect(sample.text.printable().utf8.elementsEqual(sample.shown.utf8))
    }

    @Test func `only the colors of messages reach a terminal`() {
        let colored = TerminalColor.red.colored("broken") + TerminalColor.cyan.colored("info")
        #expect(colored.printable(allowingColors: true) == colored)
        #expect("\u{1b}[5mx\u{1b}".printable(allowingColors: true) == #"\u001b[5mx\u001b"#)
    }

    @Test func `JSON stays the same JSON`() throws {
        let texts = (0...0x2100).compactMap(UnicodeScalar.init).map { "a\($0)b" }
        let values = texts + ["::x", "##[x]", "\\##vso[x]\\\u{7f}", "\u{e0001}\u{1d173}"]
        let value = JSONValue.array(values.map(JSONValue.string))
        for style in [JSONStyle.compact, .pretty] {
            let text = value.text(style).printable()
            #expect(try JSON(parsing: Array(text.utf8)).value == value)
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !("\0"..."\u{1f}").contains($0) })
            #expect(!text.unicodeScalars.contains("\u{7f}") && !text.contains("##["))
        }
    }

    @Test func `an excerpt is cut in characters, not in escapes`() {
        #expect("abc".excerpt(3) == "abc")
        #expect("a\nbc".excerpt(3) == #"a\nb…"#)
        #expect("e\(String(repeating: "\u{301}", count: 1_000))".excerpt(3).unicodeScalars.count == 4)
        #expect("a\n\"\u{202e}bc".quotedExcerpt(4) == #""a\n\"\u202e…""#)
    }

    @Test(
        .enabled(if: TestEffort.isExhaustive), arguments: ["a", "\u{1b}", "::", "日::", " ", "##", "\u{202e}"])
    func `the cost is linear`(piece: String) {
        let growth = CostGrowth(from: 20_000) {
            String(repeating: piece, count: $0)
        } work: {
            _ = $0.printable()
        }
        #expect(growth.isLinear, "\(growth)")
    }
}
