/// The pairs of units with which a secret can begin in a text, so that nearly every position of a text that
/// has no secret is passed over with one lookup.
struct PairFilter: Sendable {
    /// A bit for each pair of bytes.
    private var words = [UInt64](repeating: 0, count: 1 << 10)

    /// The characters that begin an escape.
    private static let introducers = Array("%&+=\\".utf8)

    /// Creates a filter that passes no secret, but the bytes with which compressed data begins.
    init() {
        for (first, second) in CompressedFormat.magicPairs { insert(first, second) }
    }

    /// Performs work with the bits, for ``contains(_:in:)``.
    func withBits<Result>(_ work: (UnsafeBufferPointer<UInt64>) -> Result) -> Result {
        words.withUnsafeBufferPointer(work)
    }

    /// Whether a pair, `first << 8 | second`, can begin a secret.
    @inline(__always)
    static func contains(_ pair: Int, in bits: UnsafeBufferPointer<UInt64>) -> Bool {
        // A pair has 16 bits, and there is a bit for each.
        bits[pair >> 6] >> UInt64(pair & 63) & 1 == 1
    }

    /// Returns a unit of any width as half of a pair.
    @inline(__always)
    static func half(_ unit: UInt32) -> Int { unit < 0x100 ? Int(unit) : 0x80 | Int(unit & 0x7f) }

    /// Adds a value that begins with two characters, in all the ways in which they are written.
    ///
    /// - Parameters:
    ///   - first: The first character.
    ///   - second: The second character.
    ///   - ignoresCase: Whether ASCII letters are written in any case.
    mutating func insert(_ first: UInt32, _ second: UInt32, ignoresCase: Bool) {
        // The second byte of a character is any that is not ASCII.
        let others = first < 0x80 ? [] : (0x80...0xff).map { UInt8($0) }
        let seconds = Self.plainHalves(of: second, ignoresCase) + Self.introducers + others
        for half in Self.plainHalves(of: first, ignoresCase) {
            for second in seconds { insert(half, second) }
        }
        for first in Self.cases(of: first, ignoresCase) {
            insertEscapes(of: first)
            insertWide(first)
        }
        for first in Self.introducers {
            insertEscapes(of: UInt32(first))
            insertWide(UInt32(first))
        }
    }

    private mutating func insert(_ first: UInt8, _ second: UInt8) {
        let pair = Int(first) << 8 | Int(second)
        words[pair >> 6] |= 1 << UInt64(pair & 63)
    }

    /// Adds the first two units of every escape that means a character, or that an escape can begin.
    private mutating func insertEscapes(of character: UInt32) {
        for second in Self.introducers + [UInt8(ascii: "#")] {
            for first in Self.introducers { insert(first, second) }
        }
        for byte in Self.bytes(of: character) {
            for digit in Self.hexDigits(byte >> 4) {
                insert(UInt8(ascii: "%"), digit)
                insert(UInt8(ascii: "="), digit)
            }
        }
        for letter in "uU".utf8 { insert(UInt8(ascii: "%"), letter) }
        for letter in "uUx01234567".utf8 { insert(UInt8(ascii: "\\"), letter) }
        for letter in UInt8(0x20)..<0x7f {
            let isMeant = UInt32(letter) == character || UInt32(letter).escapedControl == character
            if isMeant { insert(UInt8(ascii: "\\"), letter) }
        }
        if character >= 0x80 { for byte in 0x80...0xff { insert(UInt8(ascii: "\\"), UInt8(byte)) } }
        for initial in NamedCharacters.initials(of: character) { insert(UInt8(ascii: "&"), initial) }
        if character == " " { for byte in UInt8.min...UInt8.max { insert(UInt8(ascii: "+"), byte) } }
    }

    /// Adds the first bytes of a character in UTF-16 and UTF-32, for text that is searched as bytes.
    private mutating func insertWide(_ character: UInt32) {
        let unit = character < 0x10000 ? character : 0xd800 + (character - 0x10000) >> 10
        let (low, high) = (UInt8(unit & 0xff), UInt8(unit >> 8))
        for (first, second) in [(low, high), (high, low), (0, UInt8(character >> 16))] {
            insert(first, second)
        }
        insert(UInt8(character & 0xff), UInt8(character >> 8 & 0xff))
    }

    /// Returns the first unit of a character that is not escaped, in text of any encoding.
    private static func plainHalves(of character: UInt32, _ ignoresCase: Bool) -> [UInt8] {
        guard character >= 0x80 else { return cases(of: character, ignoresCase).map { UInt8($0) } }
        return (0x80...0xff).map { UInt8($0) }
    }

    private static func cases(of character: UInt32, _ ignoresCase: Bool) -> [UInt32] {
        switch character {
        case "A"..."Z", "a"..."z": ignoresCase ? [character | 0x20, character & ~0x20] : [character]
        default: [character]
        }
    }

    /// Returns the first byte of a character in UTF-8 and in Latin-1.
    private static func bytes(of character: UInt32) -> [UInt8] {
        guard character >= 0x80 else { return [UInt8(character)] }
        let scalar = Unicode.Scalar(character).map { String($0).utf8.prefix(1) }
        return Array(scalar ?? "".utf8.prefix(0)) + (character < 0x100 ? [UInt8(character)] : [])
    }

    private static func hexDigits(_ value: UInt8) -> [UInt8] {
        let digit = String(value, radix: 16)
        return Array((digit + digit.uppercased()).utf8)
    }
}
