import Testing
import VerbatimContract

@testable import VerbatimReports

/// Text and tables on terminals of any width.
@Suite struct TextWrappingTests {
    @Test(arguments: [
        ("one two three", 20, "one two three"), ("one two three", 9, "one two\n  three"),
        ("  one two three", 9, "  one two\n    three"),
        ("https://a.test/very/long x", 10, "https://a.test/very/long\n  x"),
        ("a\n\nb c d e f", 5, "a\n\nb c d\n  e f"), ("", 5, ""),
    ])
    func `lines are broken at spaces`(text: String, width: Int, wrapped: String) {
        #expect(text.wrapped(to: width) == wrapped)
        #expect(text.wrapped(to: nil) == text)
    }

    @Test func `colors take no columns`() {
        let red = "\u{1b}[31mone two\u{1b}[0m"
        #expect(red.columns == 7)
        #expect(red.wrapped(to: 7) == red)
    }

    @Test func `a table that is too wide becomes a list`() {
        let rows = [["name", "size", "note"], ["a/long/name", "12", "with many words"], ["b", "3", ""]]
        #expect(TextTable(rows, width: 40).text == TextTable(rows).text)
        #expect(
            TextTable(rows, width: 20).text == """
                a/long/name
                  size: 12
                  note: with many
                    words
                b
                  size: 3

                """)
    }
}
