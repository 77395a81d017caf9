import VerbatimJSON

/// An encoding of bytes as digits of some bits each: base64, base32 or hexadecimal.
struct RadixCoding: Sendable {
    let name: String
    let bits: Int
    /// The digits by their value, as alternatives: another alphabet, or another case.
    private let alphabets: [[UInt8]]
    /// The value of each digit, or ``noDigit``.
    private let values: [UInt8]
    /// The alphabets that have each digit, as bits.
    private let sets: [UInt8]

    /// The value of a character that is no digit.
    static let noDigit: UInt8 = 0xff

    private init(_ name: String, bits: Int, _ alphabets: String...) {
        self.name = name
        self.bits = bits
        self.alphabets = alphabets.map { Array($0.utf8) }
        var values = [UInt8](repeating: Self.noDigit, count: 256)
        var sets = [UInt8](repeating: 0, count: 256)
        for (index, alphabet) in self.alphabets.enumerated() {
            for (value, digit) in alphabet.enumerated() {
                values[Int(digit)] = UInt8(value)
                sets[Int(digit)] |= 1 << UInt8(index)
            }
        }
        (self.values, self.sets) = (values, sets)
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    /// Base64, with the standard and the URL-safe alphabet: https://www.rfc-editor.org/rfc/rfc4648#section-4
    static let base64 = RadixCoding("base64", bits: 6, letters + "+/", letters + "-_")
    /// Base32, in either case: https://www.rfc-editor.org/rfc/rfc4648#section-6
    static let base32 = RadixCoding(
        "base32", bits: 5, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "abcdefghijklmnopqrstuvwxyz234567")
    /// Hexadecimal: https://www.rfc-editor.org/rfc/rfc4648#section-8
    static let hexadecimal = RadixCoding("hexadecimal", bits: 4, "0123456789abcdef", "0123456789ABCDEF")

    /// The codings, of which base64 has the digits of all.
    static let all = [base64, base32, hexadecimal]

    @inline(__always)
    func value(of digit: UInt8) -> UInt8 { values[Int(digit)] }

    /// Returns the least number of digits that a number of bytes can take.
    func digits(of bytes: Int) -> Int { (bytes * 8 + bits - 1) / bits }

    /// The bits at which the first byte can begin, for each digit that it can begin with.
    var offsets: StrideTo<Int> { stride(from: 0, to: 8, by: bits == 6 ? 2 : bits == 4 ? 4 : 1) }

    /// Passes on the bytes that digits encode, of which the first begins at a bit.
    func decode<Result>(
        _ digits: Slice<UnsafeRawBufferPointer>, from bit: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        let count = max(0, digits.count * bits - bit) / 8
        return withUnsafeTemporaryAllocation(byteCount: max(1, count), alignment: 1) { bytes in
            values.withUnsafeBufferPointer { values in
                var (accumulated, unread, index) = (UInt32(0), -bit, 0)
                for digit in UnsafeRawBufferPointer(rebasing: digits) {
                    // Every byte has a value, and there are as many bytes as bits for them.
                    accumulated = accumulated << UInt32(bits) | UInt32(values[Int(digit)])
                    unread += bits
                    if unread >= 8 {
                        unread -= 8
                        bytes[index] = UInt8(truncatingIfNeeded: accumulated >> UInt32(unread))
                        index += 1
                    }
                }
            }
            return body(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
    }

    /// Returns the digits that encode a part of some bytes, of which the first begins at a bit.
    func digits(of range: Range<Int>, from bit: Int) -> Range<Int> {
        ((bit + 8 * range.lowerBound) / bits)..<((bit + 8 * range.upperBound + bits - 1) / bits)
    }

    /// Returns a function that returns the digits of a range, as ``digits(of:from:)`` returns it, if they
    /// encode other bytes.
    ///
    /// The digits around them stay as they are. So the number of bytes may change only by whole groups: the
    /// function returns nil if the digits around them would change.
    func replacement(
        of range: Range<Int>, in digits: Slice<UnsafeRawBufferPointer>, from bit: Int
    ) -> ([UInt8]) -> [UInt8]? {
        let changed = self.digits(of: range, from: bit)
        let old = Array(digits.dropFirst(changed.lowerBound).prefix(changed.count))
        let alphabet = alphabets.first { old.allSatisfy($0.contains) } ?? alphabets[0]
        // The bits of the first digit before the bytes, and of the last digit after them, are kept.
        let before = (bit + 8 * range.lowerBound) % bits
        let after = changed.upperBound * bits - (bit + 8 * range.upperBound)
        return { bytes in
            guard (bytes.count - range.count) * 8 % bits == 0, let head = old.first, let tail = old.last
            else { return nil }
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
    }

    /// Passes on the parts of base64 digits that have digits of one alphabet of this coding only, until the
    /// body returns false.
    func forEachRun(
        of digits: UnsafeRawBufferPointer, minimum: Int, _ body: (Slice<UnsafeRawBufferPointer>) -> Bool
    ) {
        guard digits.count >= minimum else { return }
        guard bits < 6 else { return _ = body(digits[...]) }
        sets.withUnsafeBufferPointer { sets in
            var (start, common) = (0, UInt8.max)
            for index in digits.indices {
                let set = sets[Int(digits[index])]
                if common & set != 0 {
                    common &= set
                    continue
                }
                if index - start >= minimum, !body(digits[start..<index]) { return }
                (start, common) = set == 0 ? (index + 1, UInt8.max) : (index, set)
            }
            if digits.count - start >= minimum { _ = body(digits[start...]) }
        }
    }
}

/// A search for the runs of base64 digits in a text. Digits may be escaped, and a line break between them and
/// the white space after it are left out.
struct DigitRuns {
    /// The kinds of bytes: 1 for a digit, 2 for a line break or a part of an escaped digit, or 0.
    private static let kinds: [UInt8] = (0...UInt8.max).map { byte in
        if RadixCoding.base64.value(of: byte) != RadixCoding.noDigit { return 1 }
        return "%\\&#;=\r\n".utf8.contains(byte) ? 2 : 0
    }

    /// Passes on the digits of a run, and the bytes from which a part of them was read. Returns false to end
    /// the search.
    typealias Body = (_ digits: UnsafeRawBufferPointer, _ source: (Range<Int>) -> Range<Int>) -> Bool

    private let bytes: UnsafeRawBufferPointer
    /// The least number of digits in each line but the last.
    private static let shortestLine = 16
    /// The least number of digits, at least 2.
    private let minimum: Int

    init(_ bytes: UnsafeRawBufferPointer, minimum: Int) { (self.bytes, self.minimum) = (bytes, minimum) }

    func forEach(_ body: Body) {
        Self.kinds.withUnsafeBufferPointer { kinds in
            // A run has one of any such number of consecutive bytes, and so does a line of it.
            let step = min(minimum, Self.shortestLine)
            var (done, probe) = (0, step - 1)
            while probe < bytes.count {
                guard kinds[Int(bytes[probe])] != 0 else {
                    probe += step
                    continue
                }
                var (start, end) = (probe, probe + 1)
                while start > done, kinds[Int(bytes[start - 1])] != 0 || isIndentation(at: start - 1) {
                    start -= 1
                }
                while end < bytes.count, kinds[Int(bytes[end])] != 0 || isIndentation(at: end) { end += 1 }
                if end - start >= minimum {
                    guard split(start..<end, body) else { return }
                }
                (done, probe) = (end, end + step)
            }
        }
    }

    /// Whether a byte is white space that can follow a line break, which may be escaped.
    private func isIndentation(at index: Int) -> Bool {
        guard bytes[index] == " " || bytes[index] == "\t", let before = bytes[..<index].last else {
            return false
        }
        return " \t\r\n;nrADad".utf8.contains(before)
    }

    /// Splits a part of the text into runs, without and with the escapes of quoted-printable text: in a form,
    /// `=` is before a value.
    private func split(_ range: Range<Int>, _ body: Body) -> Bool {
        if bytes[range].allSatisfy({ Self.kinds[Int($0)] == 1 }) { return pass(range, to: body) }
        // Most other parts are white space between lines.
        guard bytes[range].count(where: { $0 > 0x20 }) >= minimum else { return true }
        return split(range, readsQuotedPrintable: false, body)
            && (!mayBeQuotedPrintable(range) || split(range, readsQuotedPrintable: true, body))
    }

    /// Passes on a run without escapes.
    private func pass(_ run: Range<Int>, to body: Body) -> Bool {
        body(UnsafeRawBufferPointer(rebasing: bytes[run])) {
            ($0.lowerBound + run.lowerBound)..<($0.upperBound + run.lowerBound)
        }
    }

    private func mayBeQuotedPrintable(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        let part = UnsafeRawBufferPointer(rebasing: bytes[..<range.upperBound])
        while let equals = ByteSearch.first(UInt8(ascii: "="), in: part, from: index) {
            if equals + 2 < part.count, part[equals + 2].isHexDigit { return true }
            index = equals + 1
        }
        return ByteSearch.first(Array("%3D".utf8), in: part, from: range.lowerBound) != nil
    }

    private func split(_ range: Range<Int>, readsQuotedPrintable: Bool, _ body: Body) -> Bool {
        lazy var reader = EscapeReader(bytes: bytes, readsQuotedPrintable: readsQuotedPrintable)
        var run = DecodedBytes()
        var (start, index, isAfterBreak) = (range.lowerBound, range.lowerBound, false)
        func finish() -> Bool {
            guard run.bytes.count + index - start >= minimum else { return true }
            if run.bytes.isEmpty {
                // Without escapes, the digits are the same in both ways.
                return readsQuotedPrintable || pass(start..<index, to: body)
            }
            run.append(bytes[start..<index])
            return run.bytes.withUnsafeBytes { body($0, run.source) }
        }
        while index < range.upperBound {
            if Self.kinds[Int(bytes[index])] == 1 {
                (index, isAfterBreak) = (index + 1, false)
            } else if let digit = reader.digit(at: index, orSpace: isAfterBreak) {
                run.append(bytes[start..<index])
                if let value = digit.value { run.append(value, from: index..<digit.end) }
                (start, index, isAfterBreak) = (digit.end, digit.end, digit.value == nil)
            } else {
                guard finish() else { return false }
                run = DecodedBytes()
                (start, index, isAfterBreak) = (index + 1, index + 1, false)
            }
        }
        return finish()
    }
}

extension EscapeReader {
    /// Reads an escaped digit of base64, or a line break or white space after it, whose value is nil.
    fileprivate func digit(at start: Int, orSpace allowsSpace: Bool) -> (value: UInt8?, end: Int)? {
        let isBreak = { (character: UInt32) in
            character == "\r" || character == "\n" || allowsSpace && (character == " " || character == "\t")
        }
        let unit = UInt32(bytes[start])
        if isBreak(unit) { return (nil, start + 1) }
        guard unit.beginsEscape else { return nil }
        let found = longest(at: start) { character in
            isBreak(character)
                || character < 0x80 && character != unit
                    && RadixCoding.base64.value(of: UInt8(character)) != RadixCoding.noDigit
        }
        return found.map { ($0.character <= 0x20 ? nil : UInt8($0.character), $0.end) }
    }
}
