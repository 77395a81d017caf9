/// The exact value of a number: a sign, and an integer as decimal digits, times a power of ten.
///
/// The digits neither begin nor end with zero, so equal values have equal parts. Zero has no digits.
package struct DecimalValue: Sendable {
    let isNegative: Bool
    /// Values from 0 to 9, the most significant first.
    let digits: [UInt8]
    /// The power of ten.
    let exponent: Int

    /// The limit to which exponents are clamped, 10^17, or less on systems of 32 bits; sums of several do not
    /// overflow.
    private static let largestExponent = Int(min(100_000_000_000_000_000, Int64(Int.max) / 16))

    /// Creates the value of a number.
    package init(_ number: JSONNumber) {
        var text = number.text
        self = text.withUTF8 { DecimalValue($0) }
    }

    /// Creates the value of a token with the grammar of a number.
    package init(_ token: UnsafeBufferPointer<UInt8>) {
        var digits: [UInt8] = []
        digits.reserveCapacity(token.count)
        var fraction = 0
        var exponent = 0
        var seenPoint = false
        for (offset, byte) in token.enumerated() {
            if byte &- UInt8(ascii: "0") < 10 {
                // Zeros before the first digit but zero count for nothing.
                if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte - UInt8(ascii: "0")) }
                if seenPoint { fraction += 1 }
            } else if byte == UInt8(ascii: ".") {
                seenPoint = true
            } else if byte | 0x20 == UInt8(ascii: "e") {
                exponent = DecimalValue.exponent(token[(offset + 1)...])
                break
            }
        }
        let significant = (digits.lastIndex { $0 != 0 } ?? -1) + 1
        let zeros = digits.count - significant
        digits.removeLast(zeros)
        self.digits = digits
        isNegative = token.first == UInt8(ascii: "-") && !digits.isEmpty
        self.exponent = digits.isEmpty ? 0 : exponent - fraction + zeros
    }

    private static func exponent(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        let isNegative = bytes.first == UInt8(ascii: "-")
        var value = 0
        for byte in bytes where byte != UInt8(ascii: "-") && byte != UInt8(ascii: "+") {
            value = min(value * 10 + Int(byte - UInt8(ascii: "0")), largestExponent)
            if value == largestExponent { break }
        }
        return isNegative ? -value : value
    }

    /// The number of significant digits; 0 for zero.
    package var digitCount: Int { digits.count }
    /// Whether the value is greater than zero.
    package var isPositive: Bool { !isNegative && !digits.isEmpty }
    /// Whether the value is an integer.
    package var isInteger: Bool { exponent >= 0 }

    /// The value as an integer, or nil if it is not exactly one or does not fit.
    var integer: Int? {
        guard exponent >= 0, digits.count + exponent <= 19 else { return digits.isEmpty ? 0 : nil }
        var magnitude: UInt64 = 0
        for digit in digits { magnitude = magnitude * 10 + UInt64(digit) }
        for _ in 0..<exponent { magnitude *= 10 }
        guard isNegative else { return Int(exactly: magnitude) }
        return magnitude == Int.min.magnitude ? .min : Int(exactly: magnitude).map { -$0 }
    }
}

extension DecimalValue: Hashable {
    /// Hashes the value, in the same way as `hash(digits:exponent:into:)` if its digits fit.
    package func hash(into hasher: inout Hasher) {
        guard digits.count <= 18 else {
            hasher.combine(isNegative)
            hasher.combine(digits)
            hasher.combine(exponent)
            return
        }
        let magnitude = digits.reduce(Int64(0)) { $0 * 10 + Int64($1) }
        DecimalValue.hash(digits: isNegative ? -magnitude : magnitude, exponent: exponent, into: &hasher)
    }

    /// Hashes a value of at most 18 digits, the last of which is not zero, times a power of ten.
    package static func hash(digits: Int64, exponent: Int, into hasher: inout Hasher) {
        hasher.combine(digits)
        hasher.combine(exponent)
    }
}

extension DecimalValue: Comparable {
    /// Whether the first value is less than the second.
    package static func < (a: DecimalValue, b: DecimalValue) -> Bool {
        if a.isNegative != b.isNegative { return a.isNegative }
        return a.isNegative ? b.isSmallerInMagnitude(than: a) : a.isSmallerInMagnitude(than: b)
    }

    private func isSmallerInMagnitude(than other: DecimalValue) -> Bool {
        guard !digits.isEmpty, !other.digits.isEmpty else { return digits.isEmpty && !other.digits.isEmpty }
        let size = digits.count + exponent
        let otherSize = other.digits.count + other.exponent
        return size != otherSize ? size < otherSize : digits.lexicographicallyPrecedes(other.digits)
    }
}
