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
            if byte.isDigit {
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

    // MARK: Division

    /// Returns whether the quotient is an integer. The cost grows with the digits of both numbers.
    ///
    /// The digits of both numbers are integers without a factor of ten. If the divisor has the greater power
    /// of ten, the quotient is not an integer. Otherwise it is one if the divisor's digits divide `digits *
    /// 10^power`, which is computed modulo the divisor, so that the power of ten is never written out.
    package func isMultiple(of divisor: DecimalValue) -> Bool {
        guard !divisor.digits.isEmpty else { return false }
        guard !digits.isEmpty else { return true }
        let power = exponent - divisor.exponent
        guard power >= 0 else { return false }
        guard divisor.digits.count <= 18 else { return LongDivisor(divisor.digits).divides(digits, power) }
        let modulus = divisor.digits.reduce(0) { $0 * 10 + UInt64($1) }
        let remainder = digits.reduce(0) { ($0 * 10 + UInt64($1)) % modulus }
        return DecimalValue.product(remainder, DecimalValue.powerOfTen(power, modulo: modulus), modulus) == 0
    }

    private static func powerOfTen(_ power: Int, modulo modulus: UInt64) -> UInt64 {
        var result = 1 % modulus
        var square = 10 % modulus
        var rest = power
        while rest > 0 {
            if rest & 1 == 1 { result = product(result, square, modulus) }
            square = product(square, square, modulus)
            rest >>= 1
        }
        return result
    }

    private static func product(_ a: UInt64, _ b: UInt64, _ modulus: UInt64) -> UInt64 {
        modulus.dividingFullWidth(a.multipliedFullWidth(by: b)).remainder
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

/// A divisor that does not fit into a word.
///
/// Numbers are arrays of digits in base 10^9, the least significant first. Dividend and divisor are
/// multiplied by a scale that makes the first digit of the divisor at least half of the base, so that the
/// quotient of their first digits is hardly larger than that of the numbers. Knuth, The Art of Computer
/// Programming 4.3.1, algorithm D.
private struct LongDivisor {
    private static let base: Int64 = 1_000_000_000
    private static let width = 9

    private let modulus: [Int64]
    private let scale: Int64
    private let digitCount: Int

    init(_ digits: [UInt8]) {
        digitCount = digits.count
        let unscaled = LongDivisor.inBase(digits[...])
        scale = LongDivisor.base / ((unscaled.last ?? 0) + 1)
        var carry: Int64 = 0
        var scaled: [Int64] = []
        for digit in unscaled {
            let product = digit * scale + carry
            scaled.append(product % LongDivisor.base)
            carry = product / LongDivisor.base
        }
        modulus = scaled
    }

    private static func inBase(_ digits: ArraySlice<UInt8>) -> [Int64] {
        stride(from: digits.endIndex, to: digits.startIndex, by: -width).map { end in
            digits[max(end - width, digits.startIndex)..<end].reduce(0) { $0 * 10 + Int64($1) }
        }
    }

    /// Returns whether the divisor divides `digits * 10^power`.
    ///
    /// Ten has the factors 2 and 5 only, so powers of ten beyond those that the divisor can contain change
    /// nothing.
    func divides(_ digits: [UInt8], _ power: Int) -> Bool {
        let zeros = min(power, digitCount * 4)
        let dividend = digits + repeatElement(0, count: zeros)
        // One digit more than the divisor has, for the dividend of each step.
        var remainder = [Int64](repeating: 0, count: modulus.count + 1)
        for digit in LongDivisor.inBase(dividend[...]).reversed() { append(digit, to: &remainder) }
        return remainder.allSatisfy { $0 == 0 }
    }

    /// Multiplies a remainder by the base, adds a digit, and reduces it.
    private func append(_ digit: Int64, to remainder: inout [Int64]) {
        let base = LongDivisor.base
        let top = modulus.count
        for index in stride(from: top, to: 0, by: -1) { remainder[index] = remainder[index - 1] }
        remainder[0] = digit * scale % base
        var carry = digit * scale / base
        var index = 1
        while carry > 0 {
            let sum = remainder[index] + carry
            remainder[index] = sum % base
            carry = sum / base
            index += 1
        }
        let estimate = (remainder[top] * base + remainder[top - 1]) / modulus[top - 1]
        subtract(min(estimate, base - 1), from: &remainder)
        while remainder[top] < 0 { addBack(to: &remainder) }
    }

    /// Subtracts a multiple of the divisor. A negative result is one in its first digit only.
    private func subtract(_ quotient: Int64, from remainder: inout [Int64]) {
        let base = LongDivisor.base
        var borrow: Int64 = 0
        for (index, digit) in modulus.enumerated() {
            let difference = remainder[index] - quotient * digit - borrow
            borrow = difference < 0 ? (base - 1 - difference) / base : 0
            remainder[index] = difference + borrow * base
        }
        remainder[modulus.count] -= borrow
    }

    private func addBack(to remainder: inout [Int64]) {
        let base = LongDivisor.base
        var carry: Int64 = 0
        for (index, digit) in modulus.enumerated() {
            let sum = remainder[index] + digit + carry
            carry = sum >= base ? 1 : 0
            remainder[index] = sum - carry * base
        }
        remainder[modulus.count] += carry
    }
}
