import Foundation
import Testing
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimYAML

/// Texts that could take any amount of memory, time or stack.
@Suite struct YAMLLimitTests {
    @Test(arguments: [
        ("- ", ""), ("[", ""), ("[a: ", ""), ("{a: ", ""), ("- ? ", ""), ("a: [", ""), ("[ ? ", ""),
    ])
    func `deep nesting is refused`(_ opening: String, _ closing: String) {
        let text = String(repeating: opening, count: 5_000)
        let error = #expect(throws: YAMLError.self) { try YAMLDocument(parsing: Data(text.utf8)) }
        #expect(error?.reason == .tooDeep(limit: 512) || error?.reason.isInexpressible == true)
    }

    @Test func `the greatest depth is that of JSON`() throws {
        for levels in [512, 513] {
            let text = (0..<levels).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
            let result = Result { () throws(YAMLError) in try YAMLDocument(parsing: Data(text.utf8)) }
            #expect((try? result.get().root.depth) == (levels == 512 ? 512 : nil))
        }
    }

    @Test func `aliases do not deepen a document beyond the limit`() {
        let nested = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        let text =
            "a: &a \(nested)\nb: \(String(repeating: "[", count: 300))*a\(String(repeating: "]", count: 300))"
        #expect(
            throws: YAMLError(
                reason: .tooDeep(limit: 512), position: .init(offset: 217, line: 1, column: 218))
        ) {
            try YAMLDocument(parsing: Data(text.utf8))
        }
    }

    @Test func `aliases of aliases are bounded`() {
        var lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
        for level in 1...30 {
            let aliases = repeatElement("*a\(level - 1)", count: 9).joined(separator: ", ")
            lines.append("a\(level): &a\(level) [\(aliases)]")
        }
        let text = lines.joined(separator: "\n")
        let error = #expect(throws: YAMLError.self) { try YAMLDocument(parsing: Data(text.utf8)) }
        #expect(error?.reason == .aliasesTooLarge(limit: 16 << 20))
    }

    @Test func `any change of a text leaves it readable or refused`() {
        var random = SeededRandom(seed: 14)
        let seeds = [
            "a: &x [1, {b: \"c\\n\"}]\nd: |+\n  e\n   f\n\ng: *x\n? h\n: - !!str i\n  - 'j'\n",
            "%TAG !t! tag:a\n---\n- >-\n k\n\n l\n- {m: n, ? o : p, \"q\":r}\n...\n--- s # t\nu: v\n",
        ]
        let pieces =
            seeds.flatMap { $0.map(String.init) } + ["\t", "\r\n", "---", "\u{feff}", "é", ": ", "- ", "? "]
        for _ in 0..<TestEffort.count(100, of: 200_000) {
            var text = random.pick(seeds).map(String.init)
            for _ in 0..<random.number(1...6) {
                let index = random.number(0...text.count - 1)
                random.once(in: 3) ? _ = text.remove(at: index) : text.insert(random.pick(pieces), at: index)
            }
            check(Data(text.joined().utf8))
        }
    }

    /// Reads all documents; the JSON of each must be well-formed, with positions in the text.
    private func check(_ text: Data) {
        guard var stream = try? YAMLStream(parsing: text) else { return }
        do {
            while let document = try stream.next() {
                #expect((try? JSON(parsing: document.root.text)) == document.root)
                #expect(document.root.position.offset <= text.count)
            }
        } catch {
            #expect(error.position.offset <= text.count, "\(error)")
        }
    }

    @Test(.enabled(if: StackUse.isComparable), arguments: ["- ", "a:\n", "[", "{a: "])
    func `deep documents leave half of a small stack`(_ opening: String) throws {
        let isLines = opening.hasSuffix("\n")
        let text = (0..<500).map { isLines ? String(repeating: " ", count: $0) + opening : opening }.joined()
        let closing = opening == "[" ? "]" : opening == "{a: " ? "}" : ""
        let whole = text + String(repeating: closing, count: 500)
        let use = try StackUse { _ = try YAMLDocument(parsing: Data(whole.utf8)) }
        #expect(use.isWithinLimit, "\(use)")
    }

    @Test(
        .enabled(if: TestEffort.isExhaustive),
        arguments: [
            ("lines", "a", ": b\n"), ("entries", "- a\n", ""), ("flow", "[a, b],\n ", ""),
            ("comments", "# a\n", ""),
            ("empty lines", "\n", ""), ("spaces", " ", ""), ("plain lines", "a\n", ""), ("keys", "? a\n", ""),
            ("anchors", "- &a x\n- *a\n", ""), ("tags", "- !a x\n", ""), ("documents", "--- a\n", ""),
            ("quotes", "- 'a\n\n b'\n", ""), ("escapes", #"- "\n\x41""# + "\n", ""),
            ("blocks", "- |\n  a\n\n", ""),
        ])
    func `the cost is linear`(_ name: String, _ unit: String, _ rest: String) {
        let growth = CostGrowth(from: 1024) { size in
            let isKey = !rest.isEmpty
            let text = (0..<size).map { isKey ? "\(unit)\($0)\(rest)" : unit }.joined()
            return Data((unit.hasPrefix("[") ? "[\(text)]" : text).utf8)
        } work: { text in
            guard var stream = try? YAMLStream(parsing: text) else { return }
            while let document = try? stream.next() { _ = document.root.position }
        }
        #expect(growth.isLinear, "\(name): \(growth)")
    }
}
