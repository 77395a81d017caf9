import Testing
import VerbatimContract
import VerbatimTestSupport

@testable import VerbatimReports

/// Columns in bytes as columns in UTF-16 units, and the lines around a location.
@Suite struct SourceTextTests {
    @Test func `columns are those of UTF-16`() {
        var random = SeededRandom(seed: 7)
        let characters = ["a", "é", "€", "🙂", "\n", "\"", ",", "{", " "]
        let count = TestEffort.count(3, of: 30)
        for _ in 0..<count {
            // Longer than a block of the index.
            let text = (0..<6_000).map { _ in characters.randomElement(using: &random) ?? "" }.joined()
            let source = SourceText(Array(text.utf8))
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for _ in 0..<200 {
                let line = Int.random(in: 0..<lines.count, using: &random)
                guard let index = lines[line].indices.randomElement(using: &random) else { continue }
                let before = lines[line][..<index]
                let region = source.region(line: line + 1, column: before.utf8.count + 1)
                #expect(region.columns?.lowerBound == before.utf16.count + 1)
                #expect((region.columns?.upperBound ?? 0) <= lines[line].utf16.count + 1)
            }
        }
    }

    @Test(arguments: [
        (#"{"a": "x\"y", "b": 12}"#, 7, 7..<13), (#"{"a": "x\"y", "b": 12}"#, 20, 20..<22),
        (#"{"a": [1, "]"]}"#, 7, 7..<15),
        (#"{"a": [1, {"b": 2}"#, 7, 7..<19), (#"{"é": "🙂"}"#, 8, 7..<11), (#"{"a": true"#, 7, 7..<11),
        ("abc", 99, 4..<5), ("    let total: Int", 9, 9..<14), ("url: https://a.test", 6, 6..<20),
    ])
    func `the region is the value`(line: String, column: Int, columns: Range<Int>) {
        #expect(SourceText(Array(line.utf8)).region(line: 1, column: column).columns == columns)
    }

    /// The marked parts of the lines around a value, with the numbers of the lines.
    private func marked(_ text: String, line: Int, column: Int) -> [String] {
        let excerpt = SourceText(Array(text.utf8)).excerpt(line: line, column: column)
        return (excerpt?.lines ?? []).map { "\($0.number) \($0.value)" }
    }

    @Test func `an array or object of a few lines is marked whole`() {
        let text = "{\n  \"a\": [\n    1,\n    \"]\"\n  ],\n  \"b\": {}\n}\n"
        #expect(marked(text, line: 2, column: 8) == ["1 ", "2 [", "3 1,", "4 \"]\"", "5 ]", "6 "])
        #expect(marked(text, line: 6, column: 8) == ["5 ", "6 {}", "7 "])
        #expect(SourceText(Array(text.utf8)).region(line: 2, column: 8).columns == 8..<9)
    }

    @Test func `of a longer one, and of one without an end, the first line is marked`() {
        let elements = (0..<9).map { "  \($0)" }.joined(separator: ",\n")
        #expect(marked("[1, [\n\(elements)\n]]", line: 1, column: 1) == ["1 [1, […", "2 "])
        #expect(marked("{\"a\": {\n\n", line: 1, column: 7) == ["1 {…", "2 "])
    }

    @Test func `a location outside of the file has no columns`() {
        #expect(SourceText([]).region(line: 2, column: 1).columns == nil)
        #expect(SourceText([]).excerpt(line: 2, column: 1) == nil)
        #expect(SourceText([]).region(line: 1, column: 1).columns == 1..<2)
    }

    @Test func `a long line is cut around the value, and never inside of one before it`() throws {
        let key = String(repeating: "k", count: 200)
        let line = #"{"key": "\#(key)","id":"v\#(String(repeating: "w", count: 200))","x":1}"#
        let column = try #require(line.firstRange(of: "\"vw")).lowerBound.utf16Offset(in: line) + 1
        let shown = try #require(SourceText(Array(line.utf8)).excerpt(line: 1, column: column)?.lines.first)
        #expect(shown.before == #"…"id":"#)
        #expect(shown.value == "\"v" + String(repeating: "w", count: 118) + "…")
        #expect(shown.after == "")
    }

    @Test(.enabled(if: TestEffort.isExhaustive))
    func `positions in one long line cost the same each`() {
        let growth = CostGrowth(from: 256) { count in
            String(repeating: "\"é\",", count: count * 16)
        } work: { text in
            let source = SourceText(Array(text.utf8))
            for column in stride(from: 1, to: text.utf8.count, by: 64) {
                _ = source.region(line: 1, column: column)
            }
        }
        #expect(growth.isLinear, "\(growth)")
    }
}
