import Testing

@testable import VerbatimCommands

@Suite struct LineDiffTests {
    @Test(arguments: [
        ("a\nb\nc", "a\nb\nc", []), ("a\nb\nc", "a\nx\nc", ["-b", "+x"]), ("", "a", ["-", "+a"]),
        ("a\nb\nc\nd", "b\nc\nx\nd", ["-a", "+x"]), ("a\na\na", "a\na", ["-a"]),
        ("{\n}\n{\n}", "{\n}\n{\n 1\n}\n{\n}", ["+{", "+ 1", "+}"]),
    ])
    func `differing lines are hunks`(old: String, new: String, lines: [String]) {
        #expect(LineDiff(from: old, to: new).changes == lines)
    }

    @Test(arguments: [0, 1, 7, 2999, 3000])
    func `of long texts, the lines between equal ones are compared`(index: Int) {
        var lines = (0..<6000).map { $0 % 3 == 0 ? "line \($0)" : "}" }
        let old = lines.joined(separator: "\n")
        lines[index] = "changed"
        lines[5999] = "last"
        let diff = LineDiff(from: old, to: lines.joined(separator: "\n"))
        #expect(diff.hunks.map(\.old) == [index..<index + 1, 5999..<6000])
    }

    @Test func `texts without a line in common, however long, are replaced as a whole`() {
        let old = (0..<20000).map { "\($0 % 7)" }.joined(separator: "\n")
        let new = (0..<20000).map { "\($0 % 5 + 10)" }.joined(separator: "\n")
        let diff = LineDiff(from: old, to: new)
        #expect(diff.hunks == [LineDiff.Hunk(old: 0..<20000, new: 0..<20000)])
    }

    @Test(arguments: 0..<40) func `the hunks turn the old text into the new one`(seed: Int) {
        var random = SmallRandom(state: UInt64(seed) + 1)
        func text() -> [String] { (0..<random.next(below: 30)).map { _ in "\(random.next(below: 6))" } }
        let (old, new) = (text(), text())
        let diff = LineDiff(from: old.joined(separator: "\n"), to: new.joined(separator: "\n"))
        var (made, end): ([Substring], Int) = ([], 0)
        for hunk in diff.hunks {
            made += diff.old[end..<hunk.old.lowerBound] + diff.new[hunk.new]
            end = hunk.old.upperBound
        }
        #expect(made + diff.old[end...] == diff.new)
    }
}

/// A linear congruential generator: the same numbers in each run.
private struct SmallRandom {
    var state: UInt64

    mutating func next(below limit: UInt64) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % limit)
    }
}

extension LineDiff {
    fileprivate var changes: [String] {
        hunks.flatMap { hunk in old[hunk.old].map { "-" + $0 } + new[hunk.new].map { "+" + $0 } }
    }
}
