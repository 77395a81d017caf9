/// The `\u` escapes of RFC 8259 section 7 (https://www.rfc-editor.org/rfc/rfc8259#section-7).
///
/// Unsafe code. Invariant: the bytes read are those of the source or the zeros after it. A zero is not a
/// hexadecimal digit, so reading stops at the first one.
enum Escape {
    /// Returns the value of four hexadecimal digits, or nil if there are fewer.
    static func codeUnit(at start: UnsafePointer<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        for index in 0..<4 {
            guard let digit = start[index].hexValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    /// Returns the second half of a surrogate pair, or nil if `start` does not point to its escape.
    static func lowSurrogate(at start: UnsafePointer<UInt8>) -> UInt32? {
        guard start[0] == UInt8(ascii: "\\"), start[1] == UInt8(ascii: "u"),
            let unit = codeUnit(at: start + 2), unit & 0xfc00 == 0xdc00
        else { return nil }
        return unit
    }
}

/// The byte sequences of RFC 3629 section 4 (https://www.rfc-editor.org/rfc/rfc3629#section-4).
enum UTF8Check {
    /// Returns the length of the sequence that begins with a byte of at least 0x80, or 0 if it is malformed.
    ///
    /// Unsafe code. Invariant: up to three bytes after `start` can be read; those after the source are zero,
    /// which does not continue a sequence.
    @inline(__always)
    static func length(at start: UnsafePointer<UInt8>) -> Int {
        let first = start[0]
        guard continues(start[1]) else { return 0 }
        if 0xc2...0xdf ~= first { return 2 }
        guard first >= 0xe0, continues(start[2]) else { return 0 }
        if first < 0xf0 {
            let value = Int(first & 15) << 6 | Int(start[1] & 63)
            return value >= 0x20 && value & 0x3e0 != 0x360 ? 3 : 0
        }
        guard first < 0xf5, continues(start[3]) else { return 0 }
        let value = Int(first & 7) << 6 | Int(start[1] & 63)
        return 0x10...0x10f ~= value ? 4 : 0
    }

    @inline(__always)
    private static func continues(_ byte: UInt8) -> Bool { byte & 0xc0 == 0x80 }
}
