import VerbatimJSON

/// The mutations of a string that is a date.
struct DateMutations {
    private let text: String
    private let date: ISODate

    /// Reads a date; nil for any other string.
    ///
    /// - Parameter isDate: Whether the contract says that the string is a date. If not, a year or a month
    ///   alone is not one.
    init?(_ text: String, isDate: Bool) {
        guard let date = ISODate(text) else { return nil }
        if !isDate, date.pattern == "yyyy" || date.pattern == "yyyy-MM" { return nil }
        self.text = text
        self.date = date
    }

    /// The date in all other formats.
    var otherForms: [ValueMutation] {
        forms.filter { $0.pattern != date.pattern }.map {
            ValueMutation(.dateForm, "\"\($0.text)\"", detail: $0.pattern)
        } + [ValueMutation(.dateForm, String(date.secondsSince1970), detail: "a number of seconds")]
    }

    /// The date with an invalid month, day and hour, if it has them.
    var impossible: [ValueMutation] {
        var texts: [(String, String)] = []
        if date.precision >= 2 { texts.append((replacing(5..<7, "13"), "month 13")) }
        if date.precision >= 3 { texts.append((replacing(5..<10, "02-30"), "30 February")) }
        if date.precision >= 4 { texts.append((replacing(11..<13, "25"), "hour 25")) }
        return texts.map { ValueMutation(.impossibleDate, "\"\($0.0)\"", detail: $0.1) }
    }

    private func replacing(_ range: Range<Int>, _ new: String) -> String {
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(range, with: Array(new.utf8))
        return String(decoding: bytes, as: UTF8.self)
    }

    private var forms: [(pattern: String, text: String)] {
        let (year, month, day, time) = (date.year, date.month, date.day, date.time)
        let days = "\(year)-\(month)-\(day)"
        return [
            ("yyyy", year), ("yyyy-MM", "\(year)-\(month)"), ("yyyy-MM-dd", days),
            ("yyyy-MM-dd'T'HH:mm:ss'Z'", "\(days)T\(time)Z"),
            ("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "\(days)T\(time).000Z"),
            ("yyyy-MM-dd'T'HH:mm:ssxxx", "\(days)T\(time)+00:00"),
            ("yyyy-MM-dd'T'HH:mm:ssxx", "\(days)T\(time)+0000"), ("yyyy-MM-dd'T'HH:mm:ss", "\(days)T\(time)"),
            ("yyyy-MM-dd HH:mm:ss", "\(days) \(time)"), ("yyyy/MM/dd", "\(year)/\(month)/\(day)"),
            ("dd.MM.yyyy", "\(day).\(month).\(year)"), ("MM/dd/yyyy", "\(month)/\(day)/\(year)"),
            ("a number of seconds in a string", String(date.secondsSince1970)),
        ]
    }
}

/// A date in one of the formats of ISO 8601 that APIs use.
struct ISODate {
    let year: String
    let month: String
    let day: String
    /// `HH:mm:ss`; midnight for a date without time.
    let time: String
    /// The number of parts: 1 for a year, 2 for a month, 3 for a day, 4 for a time.
    let precision: Int
    /// The Unicode pattern of the format.
    let pattern: String

    /// Reads `2003`, `2003-04` or `2003-04-30`, the last also with a time after `T` or a space.
    init?(_ text: String) {
        guard let (pattern, offset) = Self.pattern(of: text) else { return nil }
        let fields = text.prefix(10).split(separator: "-")
        year = String(fields[0])
        month = fields.count > 1 ? String(fields[1]) : "01"
        day = fields.count > 2 ? String(fields[2]) : "01"
        precision = text.utf8.count > 10 ? 4 : fields.count
        time = precision == 4 ? String(text.dropFirst(11).prefix(8)) : "00:00:00"
        self.pattern = pattern + offset
    }

    /// The seconds since the beginning of 1970, if the date is in UTC.
    var secondsSince1970: Int {
        let fields =
            [year, month, day].compactMap { Int($0) } + time.split(separator: ":").compactMap { Int($0) }
        guard fields.count == 6 else { return 0 }
        let days = GregorianCalendar.daysSince1970(year: fields[0], month: fields[1], day: fields[2])
        return days * 86_400 + fields[3] * 3_600 + fields[4] * 60 + fields[5]
    }

    /// The Unicode pattern of a text, in two parts: up to the seconds, and after them.
    private static func pattern(of text: String) -> (String, String)? {
        let shape = text.map { $0.isASCII && $0.isNumber ? "0" : String($0) }.joined()
        if let pattern = days[shape] { return (pattern, "") }
        guard let start = ["0000-00-00T00:00:00", "0000-00-00 00:00:00"].first(where: shape.hasPrefix) else {
            return nil
        }
        let separator = start.contains("T") ? "'T'" : " "
        let rest = shape.dropFirst(start.count)
        let digits = rest.hasPrefix(".") ? rest.dropFirst().prefix { $0 == "0" } : ""
        let offset = digits.isEmpty ? rest : rest.dropFirst(digits.count + 1)
        guard let zone = zones[String(offset)] else { return nil }
        let fraction = digits.isEmpty ? "" : "." + String(repeating: "S", count: digits.count)
        return ("yyyy-MM-dd\(separator)HH:mm:ss", fraction + zone)
    }

    private static let days = ["0000": "yyyy", "0000-00": "yyyy-MM", "0000-00-00": "yyyy-MM-dd"]
    private static let zones = [
        "": "", "Z": "'Z'", "+00:00": "xxx", "-00:00": "xxx", "+0000": "xx", "-0000": "xx",
    ]
}
