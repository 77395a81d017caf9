/// An encoding of bytes as digits of some bits each: base64, base32 or hexadecimal.
struct RadixCoding: Sendable {
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

    @inline(__always)
    func value(of digit: UInt8) -> UInt8 { values[Int(digit)] }

    /// Returns the least number of digits that a number of bytes can take.
    func digits(of bytes: Int) -> Int { (bytes * 8 + bits - 1) / bits }

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

    /// Returns the digits that encode a part of some bytes, of which the first begins at a bit.
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

    /// Passes on the parts of base64 digits that have digits of this coding only, until the body returns
    /// false.
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

    @inline(__always)
    func withValues<Result>(_ work: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        values.withUnsafeBufferPointer(work)
    }
}

/// A run of base64 digits in a text. Line breaks between the digits are left out, and escaped digits are
/// read.
struct DigitRun {
    /// A part of the run in which each digit takes as many units.
    private struct Piece {
        var digit: Int
        var start: Int
        var width: Int
    }

    private(set) var digits: [UInt8] = []
    private var pieces: [Piece] = []

    private mutating func append(_ digit: UInt8, _ units: Range<Int>) {
        pieces.append(Piece(digit: digits.count, start: units.lowerBound, width: units.count))
        digits.append(digit)
    }

    private mutating func append<Units>(_ plain: UnitDigits<Units>) {
        guard !plain.isEmpty else { return }
        pieces.append(Piece(digit: digits.count, start: plain.start, width: 1))
        digits += plain
    }

    func units(of digits: Range<Int>) -> Range<Int> {
        units(of: digits.lowerBound).lowerBound..<units(of: digits.upperBound - 1).upperBound
    }

    private func units(of digit: Int) -> Range<Int> {
        var (low, high) = (0, pieces.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if pieces[middle].digit <= digit { low = middle } else { high = middle }
        }
        let start = pieces[low].start + (digit - pieces[low].digit) * pieces[low].width
        return start..<(start + pieces[low].width)
    }

    /// Returns the kind of a unit: 1 for a digit, 2 for a line break or a part of an escaped digit, or 0.
    @inline(__always)
    static func kind(_ unit: UInt32) -> Int {
        switch unit {
        case "A"..."Z", "a"..."z", "0"..."9", "+", "/", "-", "_": 1
        case "%", "\\", "&", "#", ";", "\r", "\n": 2
        default: 0
        }
    }

    /// Passes on every run with a number of digits or more, at least 2, until the body returns false. Runs of
    /// plain digits are passed on if they are worthwhile.
    static func forEach<Units: TextUnits>(
        in units: Units, minimum: Int, where isWorthwhile: (UnitDigits<Units>) -> Bool,
        _ body: (DigitRun) -> Bool
    ) {
        var (done, probe) = (0, minimum - 1)
        // A run has one of any such number of consecutive units.
        while probe < units.count {
            guard kind(units[probe]) != 0 else {
                probe += minimum
                continue
            }
            var (start, end) = (probe, probe + 1)
            while start > done, kind(units[start - 1]) != 0 { start -= 1 }
            while end < units.count, kind(units[end]) != 0 { end += 1 }
            if end - start >= minimum {
                guard split(units, start..<end, minimum, isWorthwhile, body) else { return }
            }
            (done, probe) = (end, end + minimum)
        }
    }

    private static func split<Units: TextUnits>(
        _ units: Units, _ range: Range<Int>, _ minimum: Int, _ isWorthwhile: (UnitDigits<Units>) -> Bool,
        _ body: (DigitRun) -> Bool
    ) -> Bool {
        let reader = EscapeReader(units: units)
        var run = DigitRun()
        var (start, index) = (range.lowerBound, range.lowerBound)
        func plain() -> UnitDigits<Units> { UnitDigits(units: units, start: start, endIndex: index - start) }
        func finish() -> Bool {
            guard run.digits.count + index - start >= minimum else { return true }
            if run.digits.isEmpty, !isWorthwhile(plain()) { return true }
            run.append(plain())
            return body(run)
        }
        while index < range.upperBound {
            if kind(units[index]) == 1 {
                index += 1
            } else if let digit = reader.digit(at: index) {
                run.append(plain())
                if let value = digit.value { run.append(value, index..<digit.end) }
                (start, index) = (digit.end, digit.end)
            } else {
                guard finish() else { return false }
                run = DigitRun()
                (start, index) = (index + 1, index + 1)
            }
        }
        return finish()
    }
}

// MARK: - Finding runs

/// Digits of base64 that are not escaped, in a text.
struct UnitDigits<Units: TextUnits>: RandomAccessCollection {
    let units: Units
    /// The index of the first unit.
    let start: Int
    let endIndex: Int

    var startIndex: Int { 0 }
    // A digit is an ASCII character.
    subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: units[start + index]) }
}

extension EscapeReader {
    /// Reads an escaped digit of base64, or a line break, whose value is nil.
    fileprivate func digit(at start: Int) -> (value: UInt8?, end: Int)? {
        if units[start] == "\r" || units[start] == "\n" { return (nil, start + 1) }
        guard units[start].beginsEscape else { return nil }
        let found = first(at: start) { character in
            if character == "\r" || character == "\n" { return true }
            guard character < 0x80, !(character == units[start]) else { return false }
            return RadixCoding.base64.value(of: UInt8(character)) != RadixCoding.noDigit
        }
        guard let found else { return nil }
        return (found.character < 0x20 ? nil : UInt8(found.character), found.end)
    }
}
