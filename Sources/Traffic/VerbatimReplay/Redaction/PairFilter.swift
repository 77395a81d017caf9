import VerbatimJSON

/// The pairs of bytes with which a secret can begin in a text, so that nearly every position of a text that
/// has no secret is passed over with one lookup.
struct PairFilter: Sendable {
    /// A bit for each pair of bytes.
    private var words = [UInt64](repeating: 0, count: 1 << 10)
    /// Whether a value begins with an ASCII character, and at the end, with any other.
    private var firsts = [Bool](repeating: false, count: 0x81)
    /// The names of characters that begin a value or an escape.
    private var names: [[UInt8]] = []

    /// The characters that begin an escape.
    private static let introducers = Array("%&+=\\".utf8)

    /// Creates a filter that passes no secret.
    init() {
        for first in Self.introducers { insertEscapes(of: UInt32(first)) }
    }

    /// Whether a pair, `first << 8 | second`, can begin a secret.
    @inline(__always)
    private static func contains(_ pair: Int, in bits: UnsafeBufferPointer<UInt64>) -> Bool {
        // A pair has 16 bits, and there is a bit for each.
        bits[pair >> 6] >> UInt64(pair & 63) & 1 == 1
    }

    /// Adds a value that begins with two characters, in all the ways in which they are written.
    mutating func insert(_ first: UInt32, _ second: UInt32, ignoresCase: Bool) {
        // The second byte of a character is any that is not ASCII.
        let others = first < 0x80 ? [] : (0x80...0xff).map { UInt8($0) }
        let seconds = Self.plainHalves(of: second, ignoresCase) + Self.introducers + others
        for half in Self.plainHalves(of: first, ignoresCase) {
            for second in seconds { insert(half, second) }
        }
        for first in Self.cases(of: first, ignoresCase) {
            firsts[Int(min(first, 0x80))] = true
            insertEscapes(of: first)
        }
    }

    private mutating func insert(_ first: UInt8, _ second: UInt8) {
        let pair = Int(first) << 8 | Int(second)
        words[pair >> 6] |= 1 << UInt64(pair & 63)
    }

    /// Adds the first two bytes of every escape that means a character, or that an escape can begin.
    private mutating func insertEscapes(of character: UInt32) {
        for name in NamedCharacters.names(of: character) where !names.contains(name) { names.append(name) }
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
        for name in NamedCharacters.names(of: character) { insert(UInt8(ascii: "&"), name[0]) }
        if character == " " { for byte in UInt8.min...UInt8.max { insert(UInt8(ascii: "+"), byte) } }
    }

    /// Returns the first bytes of a character that is not escaped.
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

    // MARK: Filtering

    /// Returns the first index, from a start, at which a secret can begin, or nil.
    func next(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        return words.withUnsafeBufferPointer { bits in
            var pair = Int(bytes[start])
            for index in (start + 1)..<bytes.count {
                pair = pair << 8 & 0xff00 | Int(bytes[index])
                if Self.contains(pair, in: bits), canBegin(at: index - 1, in: bytes) { return index - 1 }
            }
            return nil
        }
    }

    /// Whether a secret can begin at an index, as far as the simplest form of an escape shows.
    private func canBegin(at index: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        let unit = UInt32(bytes[index])
        guard unit.beginsEscape, !isFirst(unit) else { return true }
        let digit = { (offset: Int) in
            index + offset < bytes.count ? UInt32(bytes[index + offset]).digit : nil
        }
        switch unit {
        case "%", "=":
            guard let high = digit(1), let low = digit(2) else { return true }
            return isFirst(high << 4 | low) || (high << 4 | low).beginsEscape
        case "&":
            guard index + 1 < bytes.count, bytes[index + 1].isLetterOrDigit else { return true }
            return names.contains { ByteSearch.begins($0, in: bytes, at: index + 1) }
        case "\\":
            guard index + 1 < bytes.count, bytes[index + 1] == "u", let first = digit(2),
                let second = digit(3), let third = digit(4), let fourth = digit(5)
            else { return true }
            let unit = first << 12 | second << 8 | third << 4 | fourth
            return isFirst(unit) || unit.beginsEscape
        default: return true
        }
    }

    /// Whether a value begins with a character, in one of its forms.
    private func isFirst(_ character: UInt32) -> Bool { firsts[Int(min(character, 0x80))] }
}
