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
