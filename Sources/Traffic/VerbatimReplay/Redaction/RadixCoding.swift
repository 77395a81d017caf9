/// An encoding of bytes as digits of some bits each: base64, base32 or hexadecimal.
struct RadixCoding: Sendable {
    /// The name, for messages.
    let name: String
    /// The number of bits of a digit.
    let bits: Int
    /// The digits by their value, as alternatives: another alphabet, or another case.
    private let alphabets: [[UInt8]]
    /// The value of each digit, or ``noDigit``.
    private let values: [UInt8]

    /// The value of a character that is no digit.
    static let noDigit: UInt8 = 0xff

    private init(_ name: String, bits: Int, _ alphabets: String...) {
        self.name = name
        self.bits = bits
        self.alphabets = alphabets.map { Array($0.utf8) }
        var values = [UInt8](repeating: Self.noDigit, count: 256)
        for alphabet in self.alphabets {
            for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
        }
        self.values = values
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    /// Base64, with the standard and the URL-safe alphabet: https://www.rfc-editor.org/rfc/rfc4648#section-4
    static let base64 = RadixCoding("base64", bits: 6, letters + "+/", letters + "-_")
    /// Base32 in upper case: https://www.rfc-editor.org/rfc/rfc4648#section-6
    static let base32 = RadixCoding("base32", bits: 5, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    /// Hexadecimal: https://www.rfc-editor.org/rfc/rfc4648#section-8
    static let hexadecimal = RadixCoding("hexadecimal", bits: 4, "0123456789abcdef", "0123456789ABCDEF")

    /// The codings, of which base64 has the digits of all.
    static let all = [base64, base32, hexadecimal]

    /// Returns the value of a digit, or ``noDigit``.
    @inline(__always)
    func value(of digit: UInt8) -> UInt8 { values[Int(digit)] }

    /// Returns the least number of digits that a number of bytes can take.
    func digits(of bytes: Int) -> Int { (bytes * 8 + bits - 1) / bits }

    /// Returns the bytes that digits encode from a bit on.
    func decode(_ digits: ArraySlice<UInt8>, from bit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(0, digits.count * bits - bit) / 8)
        var (accumulated, count) = (UInt32(0), -bit)
        for digit in digits {
            accumulated = accumulated << UInt32(bits) | UInt32(value(of: digit))
            count += bits
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: accumulated >> UInt32(count)))
            }
        }
        return bytes
    }

    /// Returns the digits that encode a part of some bytes.
    ///
    /// - Parameters:
    ///   - range: The bytes, counted from the bit.
    ///   - bit: The bit at which the first byte begins.
    func digits(of range: Range<Int>, from bit: Int) -> Range<Int> {
        ((bit + 8 * range.lowerBound) / bits)..<((bit + 8 * range.upperBound + bits - 1) / bits)
    }

    /// Returns the digits that ``digits(of:from:)`` have if they encode other bytes.
    ///
    /// The digits around them stay as they are. So the number of bytes may change only by whole groups.
    ///
    /// - Returns: The digits, or nil if the digits around them would change.
    func replace(
        _ range: Range<Int>, with bytes: [UInt8], in digits: ArraySlice<UInt8>, from bit: Int
    ) -> [UInt8]? {
        guard (bytes.count - range.count) * 8 % bits == 0 else { return nil }
        let changed = self.digits(of: range, from: bit)
        let old = digits.dropFirst(changed.lowerBound).prefix(changed.count)
        guard let head = old.first, let tail = old.last else { return nil }
        let alphabet = alphabets.first { old.allSatisfy($0.contains) } ?? alphabets[0]
        // The bits of the first digit before the bytes, and of the last digit after them, are kept.
        let before = (bit + 8 * range.lowerBound) % bits
        let after = changed.upperBound * bits - (bit + 8 * range.upperBound)
        var (accumulated, count) = (UInt32(value(of: head)) >> UInt32(bits - before), before)
        var new: [UInt8] = []
        let mask = 1 << bits - 1
        for byte in bytes {
            accumulated = accumulated << 8 | UInt32(byte)
            count += 8
            while count >= bits {
                count -= bits
                new.append(alphabet[Int(accumulated >> UInt32(count)) & mask])
            }
        }
        if after > 0 {
            let rest = UInt32(value(of: tail)) & (1 << UInt32(after) - 1)
            new.append(alphabet[Int(accumulated << UInt32(after) | rest) & mask])
        }
        return new
    }

    /// Passes on the parts of base64 digits that have digits of this coding only.
    ///
    /// - Parameters:
    ///   - digits: The digits of base64.
    ///   - minimum: The least number of digits of a part.
    ///   - body: Returns whether to go on.
    func forEachRun<Digits: RandomAccessCollection<UInt8>>(
        of digits: Digits, minimum: Int, _ body: (Range<Int>) -> Bool
    ) where Digits.Index == Int {
        guard digits.count >= minimum else { return }
        var start = digits.startIndex
        if bits < 6 {
            let isStopped = withValues { values in
                for index in digits.indices where values[Int(digits[index])] == Self.noDigit {
                    if index - start >= minimum, !body(start..<index) { return true }
                    start = index + 1
                }
                return false
            }
            if isStopped { return }
        }
        if digits.endIndex - start >= minimum { _ = body(start..<digits.endIndex) }
    }

    /// Performs work with the value of each of the 256 bytes.
    @inline(__always)
    func withValues<Result>(_ work: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        values.withUnsafeBufferPointer(work)
    }
}
