/// The classes of bytes that the grammars of RFC 5234 appendix B.1 name.
extension UInt8 {
    @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }
    @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    @inline(__always) var isLetterOrDigit: Bool { isDigit || isLetter }
    @inline(__always) var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
    @inline(__always) var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

/// A set of ASCII bytes, as two words of bits; bytes above 0x7F are never in it.
///
/// The words are written out because a set that has to be made from its members is looked up at every use.
struct ASCIISet: Sendable, Hashable {
    let low: UInt64
    let high: UInt64

    @inline(__always)
    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        let bits = byte < 64 ? low : byte < 128 ? high : 0
        return bits >> UInt64(byte & 63) & 1 != 0
    }

    /// `A-Z a-z 0-9`, and what else is given.
    init(lettersDigitsAnd members: String) {
        var (low, high): (UInt64, UInt64) = (0x03FF_0000_0000_0000, 0x07FF_FFFE_07FF_FFFE)
        for byte in members.utf8 where byte < 128 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        self.init(low: low, high: high)
    }
}

extension Span<UInt8> {
    /// Moves the index behind a byte if that stands there.
    @inline(__always)
    func take(_ byte: Unicode.Scalar, _ index: inout Int) -> Bool {
        guard index < count, UInt32(self[index]) == byte.value else { return false }
        index += 1
        return true
    }

    /// Moves the index behind bytes of a kind, and tells how many there were.
    @inline(__always)
    func skip(_ index: inout Int, while holds: (UInt8) -> Bool) -> Int {
        let start = index
        while index < count, holds(self[index]) { index += 1 }
        return index - start
    }

    func firstIndex(of byte: Unicode.Scalar, from start: Int = 0) -> Int? {
        var index = start
        while index < count {
            if UInt32(self[index]) == byte.value { return index }
            index += 1
        }
        return nil
    }
}
