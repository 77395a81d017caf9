import VerbatimJSON
package import VerbatimRegex

extension DateProfile {
    /// Creates the profile of one date or time; nil if the text is neither in a notation of ISO 8601.
    ///
    /// Year, month and day are separated by hyphens; a time follows a `T` or a space, or is alone. The day
    /// need not exist; `format` and `x-date-formats` check that.
    package init?(parsing text: String) {
        guard let profile = text.withByteSpan(DateProfile.parse) else { return nil }
        self = profile
    }

    /// Returns whether the profile contains the notation of a date; nil if the text is not a date.
    package func accepts(_ text: ByteSpan) -> Bool? {
        DateProfile.parse(text).map { isSuperset(of: $0) }
    }

    private static func parse(_ text: ByteSpan) -> DateProfile? {
        var index = 0
        if text.count > 2, text[2] == UInt8(ascii: ":") { return time(text, &index) }
        guard digits(4, text, &index) else { return nil }
        if index == text.count { return date(.year) }
        guard text.consume("-", &index), digits(2, text, &index) else { return nil }
        if index == text.count { return date(.month) }
        guard text.consume("-", &index), digits(2, text, &index) else { return nil }
        if index == text.count { return date(.day) }
        let hasTime = text.consume("T", &index) || text.consume("t", &index) || text.consume(" ", &index)
        return hasTime ? time(text, &index) : nil
    }

    private static func date(_ precision: Precisions) -> DateProfile {
        DateProfile(precisions: precision, fractions: [], offsets: [])
    }

    private static func time(_ text: ByteSpan, _ index: inout Int) -> DateProfile? {
        guard digits(2, text, &index), text.consume(":", &index), digits(2, text, &index) else { return nil }
        var profile = date(.minute)
        if text.consume(":", &index) {
            guard digits(2, text, &index), let fraction = fraction(text, &index) else { return nil }
            profile.precisions = .second
            profile.fractions = fraction
        }
        guard let offset = offset(text, &index), index == text.count else { return nil }
        profile.offsets = offset
        return profile
    }

    private static func fraction(_ text: ByteSpan, _ index: inout Int) -> Fractions? {
        guard text.consume(".", &index) || text.consume(",", &index) else { return .never }
        let count = text.skip(&index, while: \.isDigit)
        return count > 0 ? Fractions(digits: count) : nil
    }

    private static func offset(_ text: ByteSpan, _ index: inout Int) -> Offsets? {
        guard index < text.count else { return Offsets.none }
        if text.consume("Z", &index) || text.consume("z", &index) { return .zulu }
        guard text.consume("+", &index) || text.consume("-", &index), digits(2, text, &index) else {
            return nil
        }
        guard index < text.count else { return .hours }
        let offset: Offsets = text.consume(":", &index) ? .extended : .basic
        return digits(2, text, &index) ? offset : nil
    }

    private static func digits(_ count: Int, _ text: ByteSpan, _ index: inout Int) -> Bool {
        guard index + count <= text.count else { return false }
        for offset in 0..<count where !text[index + offset].isDigit { return false }
        index += count
        return true
    }
}
