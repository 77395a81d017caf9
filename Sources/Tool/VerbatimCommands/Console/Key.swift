/// A key of a terminal, or what else happens while it is waited for.
enum Key: Sendable, Hashable {
    case character(Character)
    case enter, backspace, escape
    case up, down, left, right
    /// Control-C.
    case interrupt
    /// Control-Z.
    case suspend
    /// A key without a meaning here, such as F5.
    case other
    /// The terminal has another size.
    case resize
    /// The input has ended.
    case end
}

/// Reads keys from the bytes of a terminal.
struct KeyDecoder {
    private var bytes: ArraySlice<UInt8> = []

    mutating func add(_ bytes: some Sequence<UInt8>) { self.bytes += bytes }

    /// Whether the last byte may be the Esc key or the beginning of another one.
    var endsInEscape: Bool { bytes.last == 0x1b || bytes.suffix(2).elementsEqual([0x1b, UInt8(ascii: "[")]) }

    /// Returns the next key, or nil if there is none, or only the beginning of one.
    mutating func next() -> Key? {
        guard let first = bytes.first else { return nil }
        switch first {
        case 0x1b: return sequence()
        case 0x80...: return character()
        default:
            bytes.removeFirst()
            return Self.controls[first]
                ?? (first < 0x20 ? .other : .character(Character(Unicode.Scalar(first))))
        }
    }

    private static let controls: [UInt8: Key] = [
        0x03: .interrupt, 0x04: .end, 0x08: .backspace, 0x0a: .enter, 0x0d: .enter, 0x1a: .suspend,
        0x7f: .backspace,
    ]

    /// Reads a key that begins with ESC: a terminal sends all of its bytes at once.
    private mutating func sequence() -> Key {
        bytes.removeFirst()
        guard let kind = bytes.first, kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else {
            return .escape
        }
        bytes.removeFirst()
        while let byte = bytes.popFirst() {
            if 0x40...0x7e ~= byte { return Self.arrows[byte] ?? .other }
        }
        return .other
    }

    private static let arrows: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    ]

    private mutating func character() -> Key? {
        let lead = bytes[bytes.startIndex]
        let length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
        guard bytes.count >= length else { return nil }
        let text = String(decoding: bytes.prefix(length), as: UTF8.self)
        bytes.removeFirst(length)
        return text.first.map { .character($0) } ?? .other
    }
}
