package import Foundation
import VerbatimJSON

/// Dates in the formats of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`, and two that are obsolete.
///
/// RFC 9110, section 5.6.7: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
package enum HTTPDate {
    /// Returns the text of a time in the preferred format.
    package static func text(_ secondsSince1970: Int) -> String {
        var seconds = time_t(secondsSince1970)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0)) }.joined(separator: ":")
        let date = "\(padded(Int(parts.tm_mday))) \(months[Int(parts.tm_mon)]) \(Int(parts.tm_year) + 1900)"
        return "\(days[Int(parts.tm_wday)]), \(date) \(time) GMT"
    }

    /// Returns the time that a text names in any of the formats, or nil if it names none.
    ///
    /// A year of two digits that lies more than 50 years ahead is in the past.
    ///
    /// - Parameter now: The time by which years of two digits are read.
    package static func date(_ text: String, now: Date = Date()) -> Date? {
        let words = text.split { $0 == " " || $0 == "-" || $0 == "," }
        // `Sun Nov  6 08:49:37 1994`, or day, month, year, time and `GMT` after the day of the week.
        let isC = words.count == 5
        guard isC || words.count == 6 && words[5] == "GMT" else { return nil }
        let (day, month, year, time) = isC ? (2, 1, 4, 3) : (1, 2, 3, 4)
        guard let month = months.firstIndex(of: String(words[month])), let day = number(words[day], 1...2),
            words[year].count != 3, let year = number(words[year], 2...4), 1...31 ~= day
        else { return nil }
        let clock = words[time].split(separator: ":").compactMap { number($0, 2...2) }
        guard clock.count == 3, clock[0] < 24, clock[1] < 60, clock[2] <= 60 else { return nil }
        return date(
            year: fullYear(year, digits: words[isC ? 4 : 3].count, now), month, day,
            seconds: clock[0] * 3600 + clock[1] * 60 + clock[2])
    }

    private static func date(year: Int, _ month: Int, _ day: Int, seconds: Int) -> Date? {
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1900), Int32(month), Int32(day))
        let midnight = timegm(&parts)
        // The 31st of a month that has 30 days is another day of the next one.
        guard parts.tm_mday == day else { return nil }
        return Date(timeIntervalSince1970: Double(Int(midnight) + seconds))
    }

    private static func fullYear(_ year: Int, digits: Int, _ now: Date) -> Int {
        guard digits == 2 else { return year }
        var seconds = time_t(now.timeIntervalSince1970)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let current = Int(parts.tm_year) + 1900
        let near = current - current % 100 + year
        return near > current + 50 ? near - 100 : near
    }

    private static func number(_ text: Substring, _ digits: ClosedRange<Int>) -> Int? {
        guard digits ~= text.utf8.count, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text)
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
