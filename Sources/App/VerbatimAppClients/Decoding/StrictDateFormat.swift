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
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let hours = popNumber(digits: 2), hours < 24, popFirst() == UInt8(ascii: ":"),
            let minutes = popNumber(digits: 2), minutes < 60
        else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}
