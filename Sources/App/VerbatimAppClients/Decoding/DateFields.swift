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

    init() {}

    /// Creates the fields of a point in time in GMT.
    init(_ date: Date) {
        // A thousandth that binary fractions cannot express would be rounded down to the one before.
        let time = (date.timeIntervalSince1970 * 10_000).rounded() / 10_000
        let seconds = Int(time.rounded(.down))
        fraction = time - Double(seconds)
        let day = Int((Double(seconds) / 86_400).rounded(.down))
        let secondOfDay = seconds - day * 86_400
        (hour, minute, second) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)
        (year, month, self.day) = Self.civil(day)
    }

    /// Returns the digits of a field.
    func text(of name: Name, digits: Int) -> String {
        let value =
            switch name {
            case .year: year
            case .month: month
            case .day: day
            case .hour: hour
            case .minute: minute
            case .second: second
            case .fraction: Int((fraction * pow(10, Double(digits)) + 0.05).rounded(.down))
            }
        let text = String(value)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
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

    /// Returns the year, the month and the day of a number of days since 1970, or nil before year 1.
    ///
    /// `civil_from_days` of https://howardhinnant.github.io/date_algorithms.html
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = max(days, -719_162) + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (
            era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1
        )
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
