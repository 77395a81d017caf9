import Foundation
import VerbatimHAR

/// The last day of an override, as people write it: `2027-03-31`, or a number of days from today, `90d`.
enum ExpiryDay {
    /// The day of an override for which none is named.
    static var usual: String { day(after: usualDays) }
    /// The number of days of an override for which none is named.
    static let usualDays = 90

    /// Reads a day.
    ///
    /// - Throws: `UsageError` if it is not a day, or lies in the past.
    static func parse(_ text: String) throws(UsageError) -> String {
        if text.isISODay {
            guard text >= Date().isoDay else { throw .malformed(text, expected: "a day that is yet to come") }
            return text
        }
        let digits = text.hasSuffix("d") ? text.dropLast() : text[...]
        guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let days = Int(digits)
        else {
            throw .malformed(text, expected: "a day such as 2027-03-31, or a number of days such as 90d")
        }
        return day(after: days)
    }

    private static func day(after days: Int) -> String {
        Date().addingTimeInterval(Double(days) * 86400).isoDay
    }
}
