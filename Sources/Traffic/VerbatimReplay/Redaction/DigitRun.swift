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
    private var end = 0

    private mutating func append(_ digit: UInt8, _ units: Range<Int>) {
        if units.lowerBound != end || units.count != 1 || pieces.last?.width != 1 {
            pieces.append(Piece(digit: digits.count, start: units.lowerBound, width: units.count))
        }
        digits.append(digit)
        end = units.upperBound
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

extension DigitRun {
    /// The characters of runs: 1 for digits, 2 for line breaks and the characters of escaped digits.
    private static let kinds: [UInt8] = (0...UInt8.max).map { byte in
        if RadixCoding.base64.value(of: byte) != RadixCoding.noDigit { return 1 }
        return "%\\&#;\r\n".utf8.contains(byte) ? 2 : 0
    }

    /// Whether a run of digits can contain a byte.
    @inline(__always)
    static func canContain(_ byte: UInt8) -> Bool { kinds[Int(byte)] != 0 }

    /// Passes on every run with a number of digits or more.
    ///
    /// - Parameters:
    ///   - units: The text.
    ///   - minimum: The least number of digits, at least 2.
    ///   - body: Returns whether to go on.
    static func forEach<Units: TextUnits>(
        in units: Units, minimum: Int, _ body: (DigitRun) -> Bool
    ) {
        kinds.withUnsafeBufferPointer { kinds in
            let belongs = { (index: Int) in units[index] < 0x80 && kinds[Int(units[index])] != 0 }
            var (done, probe) = (0, minimum - 1)
            // A run has one of any such number of consecutive units.
            while probe < units.count {
                guard belongs(probe) else {
                    probe += minimum
                    continue
                }
                var (start, end) = (probe, probe + 1)
                while start > done, belongs(start - 1) { start -= 1 }
                while end < units.count, belongs(end) { end += 1 }
                if end - start >= minimum {
                    guard split(units, start..<end, minimum, kinds, body) else { return }
                }
                (done, probe) = (end, end + minimum)
            }
        }
    }

    /// Splits a range at the characters that are not digits after all.
    private static func split<Units: TextUnits>(
        _ units: Units, _ range: Range<Int>, _ minimum: Int, _ kinds: UnsafeBufferPointer<UInt8>,
        _ body: (DigitRun) -> Bool
    ) -> Bool {
        let reader = EscapeReader(units: units)
        var run = DigitRun()
        var index = range.lowerBound
        while index < range.upperBound {
            let unit = units[index]
            var end = index + 1
            if kinds[Int(unit)] == 1 {
                run.append(UInt8(unit), index..<end)
            } else if let digit = reader.digit(at: index) {
                end = digit.end
                if let value = digit.value { run.append(value, index..<end) }
            } else {
                if run.digits.count >= minimum, !body(run) { return false }
                run = DigitRun()
            }
            index = end
        }
        return run.digits.count < minimum || body(run)
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
