import Foundation

/// A form of dates, in the letters of Unicode's date patterns, that reads strictly.
///
/// `DateFormatter` forgives blanks, single digits, other separators and foreign digits; a service that changes
/// its dates would go unnoticed. Here every field has exactly as many ASCII digits as letters, the day exists,
/// and nothing follows. Understood are `yyyy MM dd HH mm ss`, any number of `S`, `XXX` (`Z` or `+hh:mm`), and text
/// in single quotes; without `XXX` the date is in GMT.
///
/// UTS #35: https://www.unicode.org/reports/tr35/tr35-dates.html#Date_Field_Symbol_Table
struct PublishedDatePattern: Sendable, CustomStringConvertible {
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

    /// Reads a date, or is nil when the text is not exactly of this form.
    func date(from text: String) -> Date? {
        var rest = text.utf8[...]
        var fields = DateFields()
        for element in elements {
            guard read(element, from: &rest, into: &fields) else { return nil }
        }
        return rest.isEmpty ? fields.date : nil
    }

    private func read(
        _ element: Element, from rest: inout Substring.UTF8View, into fields: inout DateFields
    ) -> Bool {
        switch element {
        case .literal(let byte):
            return rest.popFirst() == byte
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
    /// Takes a number of exactly so many ASCII digits off the front.
    fileprivate mutating func popNumber(digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let byte = popFirst(), case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    /// Takes `Z` or an offset such as `+02:00` off the front, in seconds.
    fileprivate mutating func popZone() -> Int? {
        guard let sign = popFirst() else { return nil }
        if sign == UInt8(ascii: "Z") { return 0 }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let hours = popNumber(digits: 2), hours < 24, popFirst() == UInt8(ascii: ":"),
            let minutes = popNumber(digits: 2), minutes < 60
        else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}
