/// The `\u` escapes of RFC 8259 section 7 (https://www.rfc-editor.org/rfc/rfc8259#section-7).
///
/// Unsafe code. Invariant: the bytes read are bytes of the source or of the zeros behind it; a zero is no hexadecimal
/// digit, so reading stops at the first one.
enum Escape {
    /// The value of the four hexadecimal digits at a location.
    static func codeUnit(at start: UnsafePointer<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        for position in 0..<4 {
            guard let digit = hexadecimal(start[position]) else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    /// The second half of a surrogate pair, if its escape begins at a location.
    static func lowSurrogate(at start: UnsafePointer<UInt8>) -> UInt32? {
        guard start[0] == UInt8(ascii: "\\"), start[1] == UInt8(ascii: "u"),
            let unit = codeUnit(at: start + 2), unit & 0xfc00 == 0xdc00
        else { return nil }
        return unit
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 48
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte) - 87
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte) - 55
        default: nil
        }
    }
}
