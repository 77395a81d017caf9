import Testing
import VerbatimJSON

/// The fast builder and the one that knows what is wrong have to accept the same texts, and write the same tapes.
@Suite struct BuilderAgreementTests {
    @Test func `both builders agree about texts that are nearly documents`() {
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
    func `both builders agree wherever a token stands`(token: String) {
        for length in Array(0..<140) + Array(4080..<4110) {
            let blank = String(repeating: " ", count: length)
            expectAgreement(Array("[\(blank)\"\(blank)\(token)\", \(token),\"\"\(blank)]".utf8))
            expectAgreement(Array("[\(blank)\"\(blank)\(token)\"\(blank)]".utf8))
            expectAgreement(Array("{\(blank)\"\(token)\":\(blank)\"\(blank)\" ,\"\":[\(token)]}".utf8))
        }
    }

    private func expectAgreement(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        let agree = ParserCheck.buildersAgree(about: bytes, maximumDepth: 8)
        #expect(agree, "\(String(decoding: bytes, as: UTF8.self))", sourceLocation: sourceLocation)
    }
}

/// Makes documents and damages them, the same for the same seed.
private struct Generator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    private mutating func pick(_ choices: [String]) -> String { choices[below(choices.count)] }

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

    /// Takes a byte away, puts one in, or changes one.
    mutating func damage(_ bytes: inout [UInt8]) {
        let alphabet = Array("{}[],:\"\\ \n\u{1}0123-+.eEutfrn".utf8) + [0x80, 0xc3, 0xed, 0xf0, 0xff, 0]
        let location = below(bytes.count + 1)
        let byte = alphabet[below(alphabet.count)]
        switch below(3) {
        case 0 where location < bytes.count: bytes.remove(at: location)
        case 1 where location < bytes.count: bytes[location] = byte
        default: bytes.insert(byte, at: location)
        }
    }
}
