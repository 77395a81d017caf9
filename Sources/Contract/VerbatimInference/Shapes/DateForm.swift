import VerbatimSchema

/// The forms of dates that inference knows, each with the pattern a reader of the contract sees.
struct DateForm: Sendable {
    /// The Unicode pattern.
    let pattern: String
    /// Whether any number of that many digits would pass: such a date needs a name that says so.
    let needsName: Bool
    private let check: TextForm

    private init?(_ pattern: String, needsName: Bool = false) {
        guard let check = TextForm(datePattern: pattern) else { return nil }
        self.pattern = pattern
        self.needsName = needsName
        self.check = check
    }

    /// Every form; its location in the list is its bit in a set.
    static let all: [DateForm] =
        [
            DateForm("yyyy", needsName: true), DateForm("yyyy-MM", needsName: true), DateForm("yyyy-MM-dd"),
            DateForm("yyyy/MM/dd"), DateForm("yyyy-MM-dd HH:mm:ss"),
            DateForm("yyyy-MM-dd HH:mm:ss 'Etc/GMT'"),
            DateForm("yyyy-MM-dd'T'HH:mmXXX"), DateForm("yyyy-MM-dd'T'HH:mm:ss"),
            DateForm("yyyy-MM-dd'T'HH:mm:ssXXX"), DateForm("yyyy-MM-dd'T'HH:mm:ssZ"),
            DateForm(httpDate),
        ].compactMap { $0 } + fractions

    /// The one form HTTP allows to be sent: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
    static let httpDate = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"

    private static let fractions = (1...9).flatMap { digits in
        ["", "XXX", "Z"].compactMap { zone in
            DateForm("yyyy-MM-dd'T'HH:mm:ss." + String(repeating: "S", count: digits) + zone)
        }
    }

    /// The forms that texts of each length can have, as sets.
    private static let byLength: [UInt64] = (0...longest).map { length in
        all.indices.reduce(0) { set, index in
            all[index].lengths.contains(length) ? set | 1 << UInt64(index) : set
        }
    }

    private static let longest = 40

    /// How many bytes a text of this form has; an offset is `Z`, `+0100` or `+01:00`.
    private var lengths: [Int] {
        let fixed = pattern.replacing("'", with: "").utf8.count
        if pattern.hasSuffix("XXX") { return [fixed - 2, fixed + 3] }
        return [pattern.hasSuffix("Z") ? fixed + 4 : fixed]
    }

    /// The forms a text has, as a set of locations in `all`.
    static func forms(of text: Span<UInt8>, isNamed: Bool) -> UInt64 {
        guard text.count <= longest else { return 0 }
        var found: UInt64 = 0
        var rest = byLength[text.count]
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            rest &= rest - 1
            let form = all[index]
            if isNamed || !form.needsName, form.check.accepts(text) { found |= 1 << UInt64(index) }
        }
        return found
    }

    /// The patterns of a set, in the order of `all`.
    static func patterns(of set: UInt64) -> [String] {
        all.indices.filter { set >> UInt64($0) & 1 != 0 }.map { all[$0].pattern }
    }

    /// Whether a pattern is that of dates alone, so that few of them are evidence enough.
    static func isPlain(_ pattern: String) -> Bool { all.contains { $0.pattern == pattern && !$0.needsName } }

    /// Whether a member of this name may hold a date that is nothing but digits.
    static func isDateName(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["date", "year", "month", "time", "publish", "release", "created", "updated", "modified"]
            .contains { name.contains($0) }
    }
}
