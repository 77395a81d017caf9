import VerbatimRegex

/// A set of ASCII characters, as two words of bits; it never contains bytes above 0x7F.
///
/// Constants spell out the words, as a set that is computed from its members needs a lazy initializer.
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

    /// Creates a set of letters, digits and further characters.
    init(lettersDigitsAnd members: String) {
        var (low, high): (UInt64, UInt64) = (0x03FF_0000_0000_0000, 0x07FF_FFFE_07FF_FFFE)
        for byte in members.utf8 where byte < 128 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        self.init(low: low, high: high)
    }
}

extension ByteSpan {
    /// Advances the index past a byte, and returns whether it is there.
    @inline(__always)
    func consume(_ byte: Unicode.Scalar, _ index: inout Int) -> Bool {
        guard index < count, UInt32(self[index]) == byte.value else { return false }
        index += 1
        return true
    }

    /// Advances the index past bytes that satisfy a predicate, and returns their number.
    @inline(__always)
    func skip(_ index: inout Int, while predicate: (UInt8) -> Bool) -> Int {
        let start = index
        while index < count, predicate(self[index]) { index += 1 }
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

    /// Advances the index past a sequence of bytes, and returns whether it is there.
    func consume(_ bytes: [UInt8], _ index: inout Int) -> Bool {
        guard index + bytes.count <= count else { return false }
        for offset in bytes.indices where self[index + offset] != bytes[offset] { return false }
        index += bytes.count
        return true
    }
}
