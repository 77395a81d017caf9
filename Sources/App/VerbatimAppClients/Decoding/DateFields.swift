import Foundation

/// The fields of a date in the Gregorian calendar.
///
/// A field that a format does not mention has its first value.
struct DateFields {
    /// A field, by its letter in a date format.
    enum Name: Character {
        case year = "y"
        case month = "M"
        case day = "d"
        case hour = "H"
        case minute = "m"
        case second = "s"
        case fraction = "S"
    }

    var secondsFromGMT = 0
    private var year = 1
    private var month = 1
    private var day = 1
    private var hour = 0
    private var minute = 0
    private var second = 0
    private var fraction = 0.0

    mutating func set(_ name: Name, to value: Int, digits: Int) {
        switch name {
        case .year: year = value
        case .month: month = value
        case .day: day = value
        case .hour: hour = value
        case .minute: minute = value
        case .second: second = value
        case .fraction: fraction = Double(value) / pow(10, Double(digits))
        }
    }

    /// The point in time, or nil if the day or the time of day does not exist.
    var date: Date? {
        guard year >= 1, 1...12 ~= month, 1...daysInMonth ~= day, 0..<24 ~= hour, 0..<60 ~= minute,
            0..<60 ~= second
        else { return nil }
        let seconds = ((daysSince1970 * 24 + hour) * 60 + minute) * 60 + second - secondsFromGMT
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    private var daysInMonth: Int {
        switch month {
        case 2: isLeapYear ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private var isLeapYear: Bool {
        (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) || year.isMultiple(of: 400)
    }

    /// The number of days, counted in years that begin in March, so that the leap day is the last of its
    /// year.
    ///
    /// `days_from_civil` of https://howardhinnant.github.io/date_algorithms.html
    private var daysSince1970: Int {
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = month > 2 ? month - 3 : month + 9
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return marchYear * 365 + leapDays + (marchMonth * 153 + 2) / 5 + day - 1 - 719_468
    }
}
