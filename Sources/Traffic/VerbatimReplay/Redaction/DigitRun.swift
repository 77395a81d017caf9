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

    /// Returns the units that some digits take, which are not empty.
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

extension DigitRun {
    /// Returns the kind of a unit: 1 for a digit, 2 for a line break or a part of an escaped digit, or 0.
    @inline(__always)
    static func kind(_ unit: UInt32) -> Int {
        switch unit {
        case "A"..."Z", "a"..."z", "0"..."9", "+", "/", "-", "_": 1
        case "%", "\\", "&", "#", ";", "\r", "\n": 2
        default: 0
        }
    }

    /// Passes on every run with a number of digits or more.
    ///
    /// - Parameters:
    ///   - units: The text.
    ///   - minimum: The least number of digits, at least 2.
    ///   - isWorthwhile: Whether to pass on a run of plain digits.
    ///   - body: Returns whether to go on.
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

    /// Splits a range at the characters that are not digits after all.
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
