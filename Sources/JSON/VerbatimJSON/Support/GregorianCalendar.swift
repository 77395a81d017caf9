/// The days of the Gregorian calendar, also of the years before there was one.
package enum GregorianCalendar {
    /// Returns the number of days of a month, from 1 to 12.
    package static func daysInMonth(_ month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the number of days from the beginning of 1970 to a day.
    ///
    /// https://howardhinnant.github.io/date_algorithms.html#days_from_civil
    package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the number of days from the beginning of 1970 to a day such as `2026-11-22`; nil for another
    /// text.
    package static func daysSince1970(_ day: String) -> Int? {
        let parts = day.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return daysSince1970(year: year, month: month, day: day)
    }

    /// Returns the day of the week, from 0 for Sunday.
    package static func weekday(year: Int, month: Int, day: Int) -> Int {
        let days = daysSince1970(year: year, month: month, day: day) + 4
        return (days % 7 + 7) % 7
    }
}
