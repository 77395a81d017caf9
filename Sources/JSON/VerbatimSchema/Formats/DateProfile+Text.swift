extension DateProfile {
    /// The profile of one text, or nil when it is no date or time in the forms of ISO 8601.
    ///
    /// Years, months and days have hyphens between them, a time follows a `T` or a blank or stands alone. Whether there
    /// is such a day is not asked; that is what `format` and `x-date-formats` are for.
    package static func of(_ text: String) -> DateProfile? {
        of(Array(text.utf8).span)
    }

    /// Whether a text is written so; one that is no date at all does if others judge that.
    func fits(_ text: Span<UInt8>, orIsJudgedByOthers isJudgedByOthers: Bool) -> Bool {
        DateProfile.of(text).map(admits) ?? isJudgedByOthers
    }

    private static func of(_ text: Span<UInt8>) -> DateProfile? {
        var index = 0
        if text.count > 2, text[2] == UInt8(ascii: ":") { return time(text, &index) }
        guard digits(4, text, &index) else { return nil }
        if index == text.count { return date(.year) }
        guard text.take("-", &index), digits(2, text, &index) else { return nil }
        if index == text.count { return date(.month) }
        guard text.take("-", &index), digits(2, text, &index) else { return nil }
        if index == text.count { return date(.day) }
        let hasTime = text.take("T", &index) || text.take("t", &index) || text.take(" ", &index)
        return hasTime ? time(text, &index) : nil
    }

    private static func date(_ precision: Precisions) -> DateProfile {
        DateProfile(precisions: precision, fractions: [], offsets: [])
    }

    private static func time(_ text: Span<UInt8>, _ index: inout Int) -> DateProfile? {
        guard digits(2, text, &index), text.take(":", &index), digits(2, text, &index) else { return nil }
        var profile = date(.minute)
        if text.take(":", &index) {
            guard digits(2, text, &index), let fraction = fraction(text, &index) else { return nil }
            profile.precisions = .second
            profile.fractions = fraction
        }
        guard let offset = offset(text, &index), index == text.count else { return nil }
        profile.offsets = offset
        return profile
    }

    private static func fraction(_ text: Span<UInt8>, _ index: inout Int) -> Fractions? {
        guard text.take(".", &index) || text.take(",", &index) else { return .never }
        let count = text.skip(&index, while: \.isDigit)
        return count > 0 ? Fractions(digits: count) : nil
    }

    private static func offset(_ text: Span<UInt8>, _ index: inout Int) -> Offsets? {
        guard index < text.count else { return Offsets.none }
        if text.take("Z", &index) || text.take("z", &index) { return .zulu }
        guard text.take("+", &index) || text.take("-", &index), digits(2, text, &index) else { return nil }
        guard index < text.count else { return .hours }
        let offset: Offsets = text.take(":", &index) ? .extended : .basic
        return digits(2, text, &index) ? offset : nil
    }

    private static func digits(_ count: Int, _ text: Span<UInt8>, _ index: inout Int) -> Bool {
        guard index + count <= text.count else { return false }
        for offset in 0..<count where !text[index + offset].isDigit { return false }
        index += count
        return true
    }
}
