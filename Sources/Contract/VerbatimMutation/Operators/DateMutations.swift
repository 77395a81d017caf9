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
            ("yyyy-MM-dd'T'HH:mm:ssxx", "\(days)T\(time)+0000"),
            ("yyyy-MM-dd'T'HH:mm:ss", "\(days)T\(time)"),
            ("yyyy-MM-dd HH:mm:ss", "\(days) \(time)"),
            ("yyyy/MM/dd", "\(year)/\(month)/\(day)"), ("dd.MM.yyyy", "\(day).\(month).\(year)"),
            ("MM/dd/yyyy", "\(month)/\(day)/\(year)"),
            ("a number of seconds in a string", String(date.secondsSince1970)),
        ]
    }
}
