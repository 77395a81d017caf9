import VerbatimJSON
import VerbatimRegex

/// Dates and times of RFC 3339. https://www.rfc-editor.org/rfc/rfc3339#section-5.6
enum DateTime {
    /// `full-date`, a day of the Gregorian calendar (section 5.7).
    static func isDate(_ text: ByteSpan) -> Bool {
        var index = 0
        return date(text, &index) && index == text.count
    }

    /// `full-time`, with a leap second only at the end of a UTC day (section 5.7).
    static func isTime(_ text: ByteSpan) -> Bool {
        var index = 0
        return time(text, &index) && index == text.count
    }

    /// `date-time`, with `T` and `Z` in either case.
    static func isDateTime(_ text: ByteSpan) -> Bool {
        var index = 0
        guard date(text, &index) else { return false }
        guard text.consume("T", &index) || text.consume("t", &index) else { return false }
        return time(text, &index) && index == text.count
    }

    private static func date(_ text: ByteSpan, _ index: inout Int) -> Bool {
        guard let century = twoDigits(text, &index), let year = twoDigits(text, &index),
            text.consume("-", &index), let month = twoDigits(text, &index),
            text.consume("-", &index), let day = twoDigits(text, &index)
        else { return false }
        return 1...12 ~= month && 1...GregorianCalendar.daysInMonth(month, year: century * 100 + year) ~= day
    }

    private static func time(_ text: ByteSpan, _ index: inout Int) -> Bool {
        guard let hour = twoDigits(text, &index), text.consume(":", &index),
            let minute = twoDigits(text, &index), text.consume(":", &index),
            let second = twoDigits(text, &index), hour < 24, minute < 60, second <= 60
        else { return false }
        if text.consume(".", &index), text.skip(&index, while: \.isDigit) == 0 { return false }
        guard let offset = offset(text, &index) else { return false }
        // A leap second is at 23:59:60 UTC.
        return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439
    }

    /// `time-offset`, in minutes.
    private static func offset(_ text: ByteSpan, _ index: inout Int) -> Int? {
        if text.consume("Z", &index) || text.consume("z", &index) { return 0 }
        let negative = text.consume("-", &index)
        guard negative || text.consume("+", &index), let hours = twoDigits(text, &index),
            text.consume(":", &index), let minutes = twoDigits(text, &index), hours < 24, minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (negative ? -1 : 1)
    }

    @inline(__always)
    private static func twoDigits(_ text: ByteSpan, _ index: inout Int) -> Int? {
        guard index + 1 < text.count, text[index].isDigit, text[index + 1].isDigit else { return nil }
        defer { index += 2 }
        return Int(text[index] - 0x30) * 10 + Int(text[index + 1] - 0x30)
    }

    // MARK: Duration

    /// `duration` of appendix A, which has no fractions, no gaps between units, and no weeks with other
    /// units.
    static func isDuration(_ text: ByteSpan) -> Bool {
        var index = 0
        guard text.consume("P", &index) else { return false }
        var weeks = index
        if text.skip(&weeks, while: \.isDigit) > 0, text.consume("W", &weeks) { return weeks == text.count }
        let hasDate = index < text.count && text[index].isDigit
        if hasDate, !components(text, &index, units: ["Y", "M", "D"]) { return false }
        if text.consume("T", &index) {
            guard components(text, &index, units: ["H", "M", "S"]) else { return false }
        } else if !hasDate {
            return false
        }
        return index == text.count
    }

    /// Matches numbers with consecutive units, at least one.
    private static func components(_ text: ByteSpan, _ index: inout Int, units: [Unicode.Scalar]) -> Bool {
        var expected: Int?
        while index < text.count, text[index].isDigit {
            _ = text.skip(&index, while: \.isDigit)
            let allowed = expected.map { $0..<min($0 + 1, units.count) } ?? units.indices
            guard let unit = allowed.first(where: { text.consume(units[$0], &index) }) else { return false }
            expected = unit + 1
        }
        return expected != nil
    }
}
