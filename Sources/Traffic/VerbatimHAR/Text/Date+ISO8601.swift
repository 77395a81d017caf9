package import Foundation
import VerbatimJSON

extension Date {
    /// The day in UTC, as `yyyy-MM-dd`.
    package var isoDay: String { formatted(.iso8601.year().month().day().dateSeparator(.dash)) }

    /// The time in UTC with milliseconds as RFC 3339 text, `2026-11-21T10:00:00.000Z`.
    package var isoMilliseconds: String {
        formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

extension StringProtocol {
    /// Whether the text is a day of the Gregorian calendar, `2026-11-21`. Days sort as text.
    package var isISODay: Bool {
        let digits = Array(utf8)
        guard digits.count == 10, digits[4] == UInt8(ascii: "-"), digits[7] == UInt8(ascii: "-") else {
            return false
        }
        let numbers = [digits[0..<4], digits[5..<7], digits[8..<10]].compactMap { part -> Int? in
            part.allSatisfy(\.isDigit) ? part.reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
        }
        return numbers.count == 3 && 1...12 ~= numbers[1]
            && 1...GregorianCalendar.daysInMonth(numbers[1], year: numbers[0]) ~= numbers[2]
    }
}
