import VerbatimJSON
package import VerbatimRegex

/// A Unicode date pattern such as `yyyy-MM-dd`, matched strictly.
///
/// Numbers have exactly the digits of the pattern (for a single letter: no leading zero), names are those of
/// the `en_US_POSIX` locale, days must exist and have the given weekday, and nothing may follow.
/// https://www.unicode.org/reports/tr35/tr35-dates.html#Date_Field_Symbol_Table
package struct DatePattern: Sendable {
    enum Field: Sendable, Equatable {
        case literal([UInt8])
        case number(Part, minimum: Int, maximum: Int)
        case name(Part, [String])
        /// An offset; `zulu` allows `Z` for zero.
        case offset(Offset, zulu: Bool)
        case zoneName
    }

    enum Part: Int, Sendable {
        case year, shortYear, month, day, hour24, hour12, minute, second, fraction, dayPeriod, weekday
    }

    enum Offset: Sendable {
        /// `+01` or `+0130`, `+0130`, `+01:30`, `GMT+01:30`.
        case hours, basic, extended, named
    }

    /// The error for a pattern with an unsupported field or an unclosed quotation.
    package struct UnsupportedField: Error {
        package let letters: String
        /// The offset of the field in the pattern, in bytes.
        package let offset: Int
    }

    package let source: String
    let fields: [Field]

    package init(_ source: String) throws(UnsupportedField) {
        self.source = source
        fields = try DatePattern.parse(Array(source.utf8))
    }

    package func matches(_ text: String) -> Bool { text.withByteSpan(matches) }

    /// Returns whether a text, in UTF-8, is a date of this pattern.
    package func matches(_ text: ByteSpan) -> Bool {
        var index = 0
        var values = DatePatternValues()
        for field in fields {
            guard match(field, text, &index, &values) else { return false }
        }
        return index == text.count && values.isValid
    }

    // MARK: Matching

    private func match(
        _ field: Field, _ text: ByteSpan, _ index: inout Int, _ values: inout DatePatternValues
    ) -> Bool {
        switch field {
        case .literal(let bytes): return text.consume(bytes, &index)
        case .number(let part, let minimum, let maximum):
            guard let value = number(text, &index, minimum, maximum) else { return false }
            values[part] = value
        case .name(let part, let names):
            guard let found = names.indices.first(where: { text.consume(Array(names[$0].utf8), &index) })
            else { return false }
            values[part] = part == .month ? found + 1 : found
        case .offset(let style, let zulu):
            return zulu && text.consume("Z", &index) || offset(style, text, &index)
        case .zoneName: return zoneName(text, &index)
        }
        return true
    }

    private func number(_ text: ByteSpan, _ index: inout Int, _ minimum: Int, _ maximum: Int) -> Int? {
        let start = index
        var value = 0
        while index < text.count, index - start < maximum, text[index].isDigit {
            value = value * 10 + Int(text[index] - 0x30)
            index += 1
        }
        let length = index - start
        guard length >= minimum, length == minimum || text[start] != UInt8(ascii: "0") else { return nil }
        return value
    }

    private func offset(_ style: Offset, _ text: ByteSpan, _ index: inout Int) -> Bool {
        if style == .named {
            guard text.consume(Array("GMT".utf8), &index) else { return false }
            if index == text.count || text[index] != UInt8(ascii: "+") && text[index] != UInt8(ascii: "-") {
                return true
            }
        }
        guard text.consume("+", &index) || text.consume("-", &index),
            let hours = number(text, &index, 2, 2), hours <= 18
        else { return false }
        switch style {
        case .hours: guard index < text.count, text[index].isDigit else { return true }
        case .basic: break
        case .extended, .named: guard text.consume(":", &index) else { return false }
        }
        return number(text, &index, 2, 2).map { $0 < 60 } ?? false
    }

    /// `PST`, `UTC`, or `GMT` with an offset of hours.
    private func zoneName(_ text: ByteSpan, _ index: inout Int) -> Bool {
        let start = index
        guard 1...5 ~= text.skip(&index, while: \.isCapital) else { return false }
        guard index - start == 3, index < text.count, text.consume("+", &index) || text.consume("-", &index)
        else { return true }
        guard let hours = number(text, &index, 1, 2), hours <= 18 else { return false }
        return !text.consume(":", &index) || number(text, &index, 2, 2).map { $0 < 60 } ?? false
    }

    // MARK: Parsing

    /// Parses a pattern: letters are fields, apostrophes quote, all other characters are literal.
    static func parse(_ source: [UInt8]) throws(UnsupportedField) -> [Field] {
        var fields: [Field] = []
        var index = 0
        while index < source.count {
            let start = index
            let byte = source[index]
            if byte == UInt8(ascii: "'") {
                fields.append(.literal(try quoted(source, &index)))
            } else if byte.isLetter {
                while index < source.count, source[index] == byte { index += 1 }
                let letter = Unicode.Scalar(byte)
                guard let field = field(letter, index - start) else {
                    let letters = String(repeating: Character(letter), count: index - start)
                    throw UnsupportedField(letters: letters, offset: start)
                }
                fields.append(field)
            } else {
                fields.append(.literal([byte]))
                index += 1
            }
        }
        return fields
    }

    /// Parses `'text'`; two apostrophes are one literal apostrophe, inside and outside of quotations.
    private static func quoted(_ source: [UInt8], _ index: inout Int) throws(UnsupportedField) -> [UInt8] {
        let start = index
        let apostrophe = UInt8(ascii: "'")
        index += 1
        if index < source.count, source[index] == apostrophe {
            index += 1
            return [apostrophe]
        }
        var text: [UInt8] = []
        while index < source.count {
            let byte = source[index]
            index += 1
            if byte == apostrophe {
                guard index < source.count, source[index] == apostrophe else { return text }
                index += 1
            }
            text.append(byte)
        }
        throw UnsupportedField(letters: "'", offset: start)
    }

    private static func field(_ letter: Unicode.Scalar, _ count: Int) -> Field? {
        switch (letter, count) {
        case ("y", 1), ("u", 1): .number(.year, minimum: 1, maximum: 9)
        case ("y", 2): .number(.shortYear, minimum: 2, maximum: 2)
        case ("y", 4), ("u", 4): .number(.year, minimum: 4, maximum: 4)
        case ("M", 3), ("L", 3): .name(.month, months.map { String($0.prefix(3)) })
        case ("M", 4), ("L", 4): .name(.month, months)
        case ("M", 1...2), ("L", 1...2): .number(.month, minimum: count, maximum: 2)
        case ("d", 1...2): .number(.day, minimum: count, maximum: 2)
        case ("E", 1...3): .name(.weekday, weekdays.map { String($0.prefix(3)) })
        case ("E", 4): .name(.weekday, weekdays)
        case ("H", 1...2): .number(.hour24, minimum: count, maximum: 2)
        case ("h", 1...2): .number(.hour12, minimum: count, maximum: 2)
        case ("m", 1...2): .number(.minute, minimum: count, maximum: 2)
        case ("s", 1...2): .number(.second, minimum: count, maximum: 2)
        case ("S", 1...9): .number(.fraction, minimum: count, maximum: count)
        case ("a", 1...3): .name(.dayPeriod, ["AM", "PM"])
        default: zone(letter, count)
        }
    }

    private static func zone(_ letter: Unicode.Scalar, _ count: Int) -> Field? {
        switch (letter, count) {
        case ("z", 1...3): .zoneName
        case ("Z", 1...3): .offset(.basic, zulu: false)
        case ("Z", 4): .offset(.named, zulu: false)
        case ("Z", 5): .offset(.extended, zulu: true)
        case ("X", 1), ("x", 1): .offset(.hours, zulu: letter == "X")
        case ("X", 2), ("x", 2): .offset(.basic, zulu: letter == "X")
        case ("X", 3), ("x", 3): .offset(.extended, zulu: letter == "X")
        default: nil
        }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]

    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]

    // MARK: Sample

    /// The date of Thursday, 29 February 2024, 13:05:09.123 UTC in this pattern.
    package var sample: String { fields.map(\.sample).joined() }
}

/// The values of the fields in a text.
private struct DatePatternValues {
    private var values = [Int?](repeating: nil, count: DatePattern.Part.weekday.rawValue + 1)

    subscript(part: DatePattern.Part) -> Int? {
        get { values[part.rawValue] }
        set { values[part.rawValue] = newValue }
    }

    /// Whether the day and the time exist.
    var isValid: Bool {
        isIn(.month, 1...12) && isIn(.hour24, 0...23) && isIn(.hour12, 1...12) && isIn(.minute, 0...59)
            && isIn(.second, 0...59) && dayExists && weekdayMatches
    }

    private func isIn(_ part: DatePattern.Part, _ range: ClosedRange<Int>) -> Bool {
        self[part].map(range.contains) ?? true
    }

    /// Whether the day exists; without a year in a leap year, without a month in a month of 31 days.
    private var dayExists: Bool {
        let last = GregorianCalendar.daysInMonth(self[.month] ?? 1, year: self[.year] ?? 2000)
        return isIn(.day, 1...last)
    }

    private var weekdayMatches: Bool {
        guard let weekday = self[.weekday], let year = self[.year], let month = self[.month],
            let day = self[.day]
        else { return true }
        return GregorianCalendar.weekday(year: year, month: month, day: day) == weekday
    }
}

extension DatePattern.Field {
    fileprivate var sample: String {
        switch self {
        case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
        case .number(let part, let minimum, _): Self.padded(part.sample, to: minimum, part == .fraction)
        case .name(.month, let names): names[1]
        case .name(.weekday, let names): names[4]
        case .name(_, let names): names[names.count - 1]
        case .offset(_, zulu: true): "Z"
        case .offset(.hours, _): "+01"
        case .offset(.basic, _): "+0100"
        case .offset(.extended, _): "+01:00"
        case .offset(.named, _), .zoneName: "GMT"
        }
    }

    private static func padded(_ number: Int, to width: Int, _ isFraction: Bool) -> String {
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return isFraction ? String((digits + zeros).prefix(width)) : zeros + digits
    }
}

extension DatePattern.Part {
    fileprivate var sample: Int { [2024, 24, 2, 29, 13, 1, 5, 9, 123, 0, 0][rawValue] }
}
