import Testing

@testable import VerbatimCommands

@Suite struct KeyDecoderTests {
    @Test(arguments: [
        ("a", [Key.character("a")]), ("aA?", [.character("a"), .character("A"), .character("?")]),
        ("\r\n", [.enter, .enter]), ("\u{7f}\u{8}", [.backspace, .backspace]), ("\u{3}", [.interrupt]),
        ("\u{4}", [.end]), ("\u{1a}", [.suspend]), ("\u{1b}", [.escape]), ("\u{1}", [.other]),
        ("\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[D", [.up, .down, .right, .left]), ("\u{1b}OC", [.right]),
        ("\u{1b}[15~q", [.other, .character("q")]), ("\u{1b}[1;5C", [.right]), ("\u{1b}[", [.other]),
        ("éé", [.character("é"), .character("é")]), ("😀x", [.character("😀"), .character("x")]),
    ])
    func `bytes are keys`(text: String, keys: [Key]) {
        var decoder = KeyDecoder()
        decoder.add(text.utf8)
        #expect(decoder.all == keys)
    }

    @Test func `a character whose bytes come one after the other is one key`() {
        var decoder = KeyDecoder()
        for byte in "é".utf8.dropLast() { decoder.add([byte]) }
        #expect(decoder.next() == nil)
        decoder.add("é".utf8.suffix(1))
        #expect(decoder.all == [.character("é")])
    }

    @Test(arguments: [
        ("\u{1b}", true), ("\u{1b}[", true), ("a\u{1b}", true), ("\u{1b}[A", false), ("[", false),
    ])
    func `the beginning of a longer key is known`(text: String, isBeginning: Bool) {
        var decoder = KeyDecoder()
        decoder.add(text.utf8)
        #expect(decoder.endsInEscape == isBeginning)
    }

    @Test func `bytes that are no UTF-8 do not stop what follows`() {
        var decoder = KeyDecoder()
        decoder.add([0xff, 0x80, 0x80, 0x80, UInt8(ascii: "a")])
        #expect(decoder.all.last == .character("a"))
    }
}

extension KeyDecoder {
    fileprivate var all: [Key] {
        mutating get {
            var keys: [Key] = []
            while let key = next() { keys.append(key) }
            return keys
        }
    }
}
