extension DecimalValue {
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
