import VerbatimJSON

/// A date as an API writes it, and the other ways to write it.
struct DateText {
    /// The Unicode pattern of its form.
    let pattern: String
    private let text: String
    private let parts: DateParts

    /// Reads a date, or is nil for any other text.
    ///
    /// - Parameter insisting: Whether only what is plainly a date will do; a year alone may be anything.
    init?(_ text: String, insisting: Bool) {
        guard let parts = DateParts(text) else { return nil }
        if insisting, parts.pattern == "yyyy" || parts.pattern == "yyyy-MM" { return nil }
        self.text = text
        self.parts = parts
        pattern = parts.pattern
    }

    /// The same date in every other form.
    var otherForms: [Mutation] {
        forms.filter { $0.pattern != pattern }.map {
            Mutation(.dateForm, "\"\($0.text)\"", detail: $0.pattern)
        } + [Mutation(.dateForm, String(parts.secondsSince1970), detail: "a number of seconds")]
    }

    /// The date with a month, a day and an hour that are none, as far as it has them.
    var impossible: [Mutation] {
        var texts: [(String, String)] = []
        if parts.precision >= 2 { texts.append((replacing(5..<7, "13"), "month 13")) }
        if parts.precision >= 3 { texts.append((replacing(5..<10, "02-30"), "30 February")) }
        if parts.precision >= 4 { texts.append((replacing(11..<13, "25"), "hour 25")) }
        return texts.map { Mutation(.impossibleDate, "\"\($0.0)\"", detail: $0.1) }
    }

    private func replacing(_ range: Range<Int>, _ new: String) -> String {
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(range, with: Array(new.utf8))
        return String(decoding: bytes, as: UTF8.self)
    }

    private var forms: [(pattern: String, text: String)] {
        let (year, month, day) = (parts.year, parts.month, parts.day)
        let date = "\(year)-\(month)-\(day)"
        let time = parts.time
        return [
            ("yyyy", year), ("yyyy-MM", "\(year)-\(month)"), ("yyyy-MM-dd", date),
            ("yyyy-MM-dd'T'HH:mm:ss'Z'", "\(date)T\(time)Z"),
            ("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "\(date)T\(time).000Z"),
            ("yyyy-MM-dd'T'HH:mm:ssxxx", "\(date)T\(time)+00:00"),
            ("yyyy-MM-dd'T'HH:mm:ssxx", "\(date)T\(time)+0000"),
            ("yyyy-MM-dd'T'HH:mm:ss", "\(date)T\(time)"),
            ("yyyy-MM-dd HH:mm:ss", "\(date) \(time)"),
            ("yyyy/MM/dd", "\(year)/\(month)/\(day)"), ("dd.MM.yyyy", "\(day).\(month).\(year)"),
            ("MM/dd/yyyy", "\(month)/\(day)/\(year)"),
            ("a number of seconds in a string", String(parts.secondsSince1970)),
        ]
    }
}
