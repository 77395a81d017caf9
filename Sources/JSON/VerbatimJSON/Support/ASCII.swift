/// The character classes of ASCII, as in RFC 5234, appendix B.1
/// (https://www.rfc-editor.org/rfc/rfc5234#appendix-B.1).
extension UInt8 {
    @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

    @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    @inlinable package var isCapital: Bool { self &- 0x41 < 26 }

    @inlinable package var isLetterOrDigit: Bool { isDigit || isLetter }

    /// Whether the byte is a hexadecimal digit, in either case.
    @inlinable package var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }

    /// The value of a hexadecimal digit, or nil.
    @inlinable package var hexValue: UInt8? {
        isDigit ? self &- 0x30 : isHexDigit ? (self | 0x20) &- 0x57 : nil
    }

    /// The small letter of a capital one, or the byte itself.
    @inlinable package var lowercased: UInt8 { isCapital ? self | 0x20 : self }
}
