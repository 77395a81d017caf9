import Testing
import VerbatimJSON
import VerbatimTestSupport

/// The two parsers accept the same arrays and objects, and write the same tapes.
@Suite struct ParserAgreementTests {
    @Test func `both parsers agree on damaged documents`() {
        var random = Generator(seed: 20_261_121)
        for _ in 0..<4000 {
            var bytes = random.document()
            for _ in 0..<random.below(4) { random.damage(&bytes) }
            expectAgreement(bytes)
        }
    }

    /// Strings, escapes and characters at every distance from the ends of blocks and chunks.
    @Test(arguments: [
        #"\""#, #"\\"#, #"\ud83d\ude00"#, #"\ude00"#, "😀", "é", "\u{1}", "\"", "1.5", #"\\ud83d\ude00"#,
    ])
    func `both parsers agree on tokens at any offset`(token: String) {
        for length in Array(0..<140) + Array(4080..<4110) {
            let space = String(repeating: " ", count: length)
            expectAgreement(Array("[\(space)\"\(space)\(token)\", \(token),\"\"\(space)]".utf8))
            expectAgreement(Array("[\(space)\"\(space)\(token)\"\(space)]".utf8))
            expectAgreement(Array("{\(space)\"\(token)\":\(space)\"\(space)\" ,\"\":[\(token)]}".utf8))
        }
    }

    private func expectAgreement(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        let indexed = JSON.tapeWords(of: bytes, parser: .indexed, maximumDepth: 8)
        let sequential = JSON.tapeWords(of: bytes, parser: .sequential, maximumDepth: 8)
        // A scalar, which the indexed parser does not accept, takes one word.
        let expected = sequential?.count == 1 ? nil : sequential
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(indexed == expected, "\(text)", sourceLocation: sourceLocation)
    }
}

/// Generates documents and damages them.
private struct Generator {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func below(_ bound: Int) -> Int { random.number(0...bound - 1) }

    private mutating func pick(_ choices: [String]) -> String { random.pick(choices) }

    mutating func document() -> [UInt8] { Array(value(depth: 0).utf8) }

    private mutating func value(depth: Int) -> String {
        switch below(depth > 5 ? 6 : 10) {
        case 0: pick(["true", "false", "null"])
        case 1, 2: pick(["0", "-1", "12.5", "1e9", "-0.0E-7", "123456789012345678901234567890"])
        case 3, 4, 5: string()
        case 6, 7: list(depth, "[", "]") { $0.value(depth: depth + 1) }
        default:
            list(depth, "{", "}") { "\($0.string())\($0.space()):\($0.space())\($0.value(depth: depth + 1))" }
        }
    }

    private mutating func list(
        _ depth: Int, _ opening: String, _ closing: String, _ element: (inout Generator) -> String
    ) -> String {
        var parts: [String] = []
        for _ in 0..<below(6) { parts.append(space() + element(&self) + space()) }
        return opening + (parts.isEmpty ? space() : parts.joined(separator: ",")) + closing
    }

    private mutating func space() -> String {
        pick(["", "", "", "", " ", "\n  ", "\r\n\t", String(repeating: " ", count: 70)])
    }

    private mutating func string() -> String {
        var text = ""
        for _ in 0..<below(8) {
            text += pick([
                "a", "name", "é", "東京", "😀", #"\""#, #"\\"#, #"\n"#, #"\u00e9"#, #"\ud83d\ude00"#, "/", "{",
                "],",
                "a string that is longer than a block, so that some blocks have no entry at all in them",
            ])
        }
        return "\"\(text)\""
    }

    /// Removes, inserts or changes a byte.
    mutating func damage(_ bytes: inout [UInt8]) {
        let alphabet = Array("{}[],:\"\\ \n\u{1}0123-+.eEutfrn".utf8) + [0x80, 0xc3, 0xed, 0xf0, 0xff, 0]
        let index = below(bytes.count + 1)
        let byte = alphabet[below(alphabet.count)]
        switch below(3) {
        case 0 where index < bytes.count: bytes.remove(at: index)
        case 1 where index < bytes.count: bytes[index] = byte
        default: bytes.insert(byte, at: index)
        }
    }
}
