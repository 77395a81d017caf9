/// The exact value of a number: a sign, and an integer as decimal digits, times a power of ten.
///
/// The digits neither begin nor end with zero, so equal values have equal parts. Zero has no digits.
struct DecimalValue: Hashable {
    let isNegative: Bool
    /// Values from 0 to 9, the most significant first.
    let digits: [UInt8]
    /// The power of ten.
    let exponent: Int

    /// The limit to which exponents are clamped; sums of several do not overflow.
    private static let largestExponent = 100_000_000_000_000_000

    init(_ number: JSONNumber) {
        var digits: [UInt8] = []
        var fraction = 0
        var exponent = 0
        var bytes = number.text.utf8[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes.removeFirst() }
        var seenPoint = false
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: ".") {
                seenPoint = true
            } else if byte | 0x20 == UInt8(ascii: "e") {
                exponent = DecimalValue.exponent(bytes)
                break
            } else {
                digits.append(byte - UInt8(ascii: "0"))
                if seenPoint { fraction += 1 }
            }
        }
        let zeros = digits.reversed().prefix { $0 == 0 }.count
        digits.removeLast(zeros)
        digits.removeFirst(digits.prefix { $0 == 0 }.count)
        self.digits = digits
        self.isNegative = isNegative && !digits.isEmpty
        self.exponent = digits.isEmpty ? 0 : exponent - fraction + zeros
    }

    private static func exponent(_ bytes: Substring.UTF8View) -> Int {
        let isNegative = bytes.first == UInt8(ascii: "-")
        var value = 0
        for byte in bytes where byte != UInt8(ascii: "-") && byte != UInt8(ascii: "+") {
            value = min(value * 10 + Int(byte - UInt8(ascii: "0")), largestExponent)
            if value == largestExponent { break }
        }
        return isNegative ? -value : value
    }

    var isInteger: Bool { exponent >= 0 }

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

extension DecimalValue: Comparable {
    static func < (a: DecimalValue, b: DecimalValue) -> Bool {
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

extension DecimalValue {
    /// Returns whether the quotient is an integer.
    ///
    /// The digits of both numbers are integers without a factor of ten. If the divisor has the greater power
    /// of ten, the quotient is not an integer. Otherwise it is one if the divisor's digits divide `digits *
    /// 10^power`, which is computed modulo the divisor, so that the power of ten is never written out.
    func isMultiple(of divisor: DecimalValue) -> Bool {
        guard !divisor.digits.isEmpty else { return false }
        guard !digits.isEmpty else { return true }
        let power = exponent - divisor.exponent
        guard power >= 0 else { return false }
        guard divisor.digits.count <= 18 else { return LongRemainder(divisor.digits).divides(digits, power) }
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

/// The remainder of a division by a divisor that does not fit into a word.
private struct LongRemainder {
    /// The divisor, the least significant digit first.
    private let modulus: [UInt8]

    init(_ digits: [UInt8]) { modulus = digits.reversed() }

    /// Returns whether the divisor divides `digits * 10^power`.
    ///
    /// Ten has the factors 2 and 5 only, so powers of ten beyond those that the divisor can contain change
    /// nothing.
    func divides(_ digits: [UInt8], _ power: Int) -> Bool {
        var remainder: [UInt8] = []
        for digit in digits { append(digit, to: &remainder) }
        for _ in 0..<min(power, modulus.count * 4) {
            if remainder.isEmpty { return true }
            append(0, to: &remainder)
        }
        return remainder.isEmpty
    }

    /// Multiplies a remainder by ten, adds a digit, and reduces it.
    private func append(_ digit: UInt8, to remainder: inout [UInt8]) {
        if digit != 0 || !remainder.isEmpty { remainder.insert(digit, at: 0) }
        while !isSmaller(remainder) { subtract(from: &remainder) }
    }

    private func isSmaller(_ remainder: [UInt8]) -> Bool {
        guard remainder.count == modulus.count else { return remainder.count < modulus.count }
        return remainder.reversed().lexicographicallyPrecedes(modulus.reversed())
    }

    private func subtract(from remainder: inout [UInt8]) {
        var borrow: UInt8 = 0
        for index in remainder.indices {
            let subtrahend = borrow + (index < modulus.count ? modulus[index] : 0)
            borrow = remainder[index] < subtrahend ? 1 : 0
            remainder[index] = remainder[index] + borrow * 10 - subtrahend
        }
        while remainder.last == 0 { remainder.removeLast() }
    }
}
