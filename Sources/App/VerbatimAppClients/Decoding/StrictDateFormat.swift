import Foundation

/// A date format, written as a Unicode date pattern, that accepts nothing but exact matches.
///
/// `DateFormatter` accepts spaces, single digits, other separators and non-ASCII digits, so a service could
/// change its dates unnoticed. Here every field has exactly as many ASCII digits as letters, the day exists,
/// and no text follows. Supported are `yyyy MM dd HH mm ss`, any number of `S`, `XXX` (`Z` or `+hh:mm`), and
/// text in single quotes. Without `XXX` the date is in GMT.
///
/// UTS #35: https://www.unicode.org/reports/tr35/tr35-dates.html#Date_Field_Symbol_Table
struct StrictDateFormat: Sendable, CustomStringConvertible {
    /// The pattern as written.
    let description: String
    private let elements: [Element]

    private enum Element {
        case field(DateFields.Name, digits: Int)
        case zone
        case literal(UInt8)
    }

    init(_ pattern: String) {
        description = pattern
        var elements: [Element] = []
        var isQuoted = false
        var rest = pattern[...]
        while let letter = rest.first {
            let run = isQuoted ? rest.prefix(1) : rest.prefix { $0 == letter }
            rest = rest.dropFirst(run.count)
            if letter == "'" {
                isQuoted.toggle()
            } else if !isQuoted, let name = DateFields.Name(rawValue: letter) {
                elements.append(.field(name, digits: run.count))
            } else if !isQuoted, letter == "X" {
                elements.append(.zone)
            } else {
                elements += run.utf8.map(Element.literal)
            }
        }
        self.elements = elements
    }

    /// Parses a date, or returns nil if the text does not match exactly.
    func date(from text: String) -> Date? {
        var rest = text.utf8[...]
        var fields = DateFields()
        for element in elements {
            guard parse(element, from: &rest, into: &fields) else { return nil }
        }
        return rest.isEmpty ? fields.date : nil
    }

    /// Writes a date, with zone `Z`; fractions of a second are rounded down to the digits of the format.
    func text(from date: Date) -> String {
        let fields = DateFields(date)
        return elements.map { element in
            switch element {
            case .literal(let byte): String(UnicodeScalar(byte))
            case .field(let name, let digits): fields.text(of: name, digits: digits)
            case .zone: "Z"
            }
        }.joined()
    }

    private func parse(
        _ element: Element, from rest: inout Substring.UTF8View, into fields: inout DateFields
    ) -> Bool {
        switch element {
        case .literal(let byte): return rest.popFirst() == byte
        case .field(let name, let digits):
            guard let value = rest.popNumber(digits: digits) else { return false }
            fields.set(name, to: value, digits: digits)
            return true
        case .zone:
            guard let seconds = rest.popZone() else { return false }
            fields.secondsFromGMT = seconds
            return true
        }
    }
}

extension Substring.UTF8View {
    /// Removes a number of exactly that many ASCII digits from the beginning.
    fileprivate mutating func popNumber(digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let byte = popFirst(), case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    /// Removes `Z` or an offset such as `+02:00` from the beginning, and returns it in seconds.
    fileprivate mutating func popZone() -> Int? {
        guard let sign = popFirst() else { return nil }
        if sign == UInt8(ascii: "Z") { return 0 }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = popNumber(digits: 2),
            hours < 24, popFirst() == UInt8(ascii: ":"), let minutes = popNumber(digits: 2), minutes < 60
        else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}

/// The fields of a date in the Gregorian calendar.
///
/// A field that a format does not mention has its first value.
private struct DateFields {
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
    private var values: [Name: Int] = [.year: 1, .month: 1, .day: 1]
    private var fraction = 0.0

    init() {}

    /// Creates the fields of a point in time in GMT.
    init(_ date: Date) {
        // A thousandth that binary fractions cannot express would be rounded down to the one before.
        let time = (date.timeIntervalSince1970 * 10_000).rounded() / 10_000
        let seconds = Int(time.rounded(.down))
        let day = Int((Double(seconds) / 86_400).rounded(.down))
        let secondOfDay = seconds - day * 86_400
        let civil = Self.civil(day)
        fraction = time - Double(seconds)
        values = [
            .year: civil.year, .month: civil.month, .day: civil.day, .hour: secondOfDay / 3600,
            .minute: secondOfDay / 60 % 60, .second: secondOfDay % 60,
        ]
    }

    subscript(name: Name) -> Int { values[name] ?? 0 }

    mutating func set(_ name: Name, to value: Int, digits: Int) {
        values[name] = value
        if name == .fraction { fraction = Double(value) / pow(10, Double(digits)) }
    }

    /// Returns the digits of a field.
    func text(of name: Name, digits: Int) -> String {
        let value =
            name == .fraction ? Int((fraction * pow(10, Double(digits)) + 0.05).rounded(.down)) : self[name]
        let text = String(value)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// The point in time, or nil if the day or the time of day does not exist.
    var date: Date? {
        guard self[.year] >= 1, 1...12 ~= self[.month], 1...daysInMonth ~= self[.day],
            0..<24 ~= self[.hour], 0..<60 ~= self[.minute], 0..<60 ~= self[.second]
        else { return nil }
        let minutes = (daysSince1970 * 24 + self[.hour]) * 60 + self[.minute]
        return Date(timeIntervalSince1970: Double(minutes * 60 + self[.second] - secondsFromGMT) + fraction)
    }

    private var daysInMonth: Int {
        switch self[.month] {
        case 2: isLeapYear ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private var isLeapYear: Bool {
        let year = self[.year]
        return (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) || year.isMultiple(of: 400)
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

    /// The number of days, counted in years that begin in March, so that the leap day is the last of a year.
    ///
    /// `days_from_civil` of https://howardhinnant.github.io/date_algorithms.html
    private var daysSince1970: Int {
        let (month, day) = (self[.month], self[.day])
        let marchYear = month > 2 ? self[.year] : self[.year] - 1
        let marchMonth = month > 2 ? month - 3 : month + 9
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return marchYear * 365 + leapDays + (marchMonth * 153 + 2) / 5 + day - 1 - 719_468
    }
}
