import VerbatimJSON

/// A number of at most 18 characters without an exponent: its digits as an integer, and its decimal places.
struct ShortDecimal: BitwiseCopyable {
    let digits: Int64
    let scale: Int

    /// Parses a number of RFC 8259; nil if it is longer or has an exponent.
    @inline(__always)
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count <= 18 else { return nil }
        var value: Int64 = 0
        var scale = 0
        var seenPoint = false
        for byte in text {
            if byte.isDigit {
                value = value * 10 + Int64(byte &- 0x30)
                if seenPoint { scale += 1 }
            } else if byte == UInt8(ascii: ".") {
                seenPoint = true
            } else if byte != UInt8(ascii: "-") {
                return nil
            }
        }
        digits = text.first == UInt8(ascii: "-") ? -value : value
        self.scale = scale
    }

    /// Returns a number below, equal to or above zero, as this number compares with the other one.
    @inline(__always)
    func compare(_ other: ShortDecimal) -> Int {
        if scale == other.scale { return digits < other.digits ? -1 : digits == other.digits ? 0 : 1 }
        let left = Int128(digits) * ShortDecimal.powers[max(0, other.scale - scale)]
        let right = Int128(other.digits) * ShortDecimal.powers[max(0, scale - other.scale)]
        return left < right ? -1 : left == right ? 0 : 1
    }

    /// Returns whether the quotient of this number and the other, which must not be zero, is an integer.
    func isMultiple(of other: ShortDecimal) -> Bool {
        if scale == other.scale { return digits % other.digits == 0 }
        let dividend = Int128(digits) * ShortDecimal.powers[max(0, other.scale - scale)]
        return dividend % (Int128(other.digits) * ShortDecimal.powers[max(0, scale - other.scale)]) == 0
    }

    private static let powers: [Int128] = (0...18).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

    /// Hashes the value, as `DecimalValue` does.
    func hash(into hasher: inout Hasher) {
        guard digits != 0 else { return DecimalValue.hash(digits: 0, exponent: 0, into: &hasher) }
        var (digits, exponent) = (digits, -scale)
        while digits % 10 == 0 {
            digits /= 10
            exponent += 1
        }
        DecimalValue.hash(digits: digits, exponent: exponent, into: &hasher)
    }

    var isInteger: Bool { scale == 0 || Int128(digits) % ShortDecimal.powers[scale] == 0 }
}
