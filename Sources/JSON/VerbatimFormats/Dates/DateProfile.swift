import VerbatimJSON
package import VerbatimRegex

/// The notation of ISO 8601 dates: their precision, fraction of a second and offset.
///
/// A decoder may accept one `date-time` and reject another: `.iso8601` of Foundation rejects fractions before
/// iOS 26, macOS 26 and Swift 6.2 on Linux. A profile is a set of notations; that of a single date has one
/// value of each property. A date without a time has neither a fraction nor an offset, so it does not add to
/// those.
package struct DateProfile: Sendable, Hashable {
    /// The smallest units.
    package var precisions: Precisions
    /// The lengths of the fraction of a second.
    package var fractions: Fractions
    /// The notations of the offset from UTC.
    package var offsets: Offsets

    package init(precisions: Precisions = .all, fractions: Fractions = .all, offsets: Offsets = .all) {
        self.precisions = precisions
        self.fractions = fractions
        self.offsets = offsets
    }

    package static let any = DateProfile()

    /// Returns the notations of this profile and another.
    package func union(_ other: DateProfile) -> DateProfile {
        DateProfile(
            precisions: precisions.union(other.precisions), fractions: fractions.union(other.fractions),
            offsets: offsets.union(other.offsets))
    }

    /// Returns whether this profile contains all notations of another.
    package func isSuperset(of other: DateProfile) -> Bool {
        precisions.isSuperset(of: other.precisions) && fractions.isSuperset(of: other.fractions)
            && offsets.isSuperset(of: other.offsets)
    }

    // MARK: Dates

    /// Creates the profile of one date or time; nil if the text is neither in a notation of ISO 8601.
    ///
    /// Year, month and day are separated by hyphens; a time follows a `T` or a space, or is alone. The day
    /// need not exist; `format` and `x-date-formats` check that.
    package init?(parsing text: String) {
        guard let profile = text.withByteSpan(DateProfile.parse) else { return nil }
        self = profile
    }

    /// Returns whether the profile contains the notation of a date; nil if the text is not a date.
    package func accepts(_ text: ByteSpan) -> Bool? { DateProfile.parse(text).map { isSuperset(of: $0) } }

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

    // MARK: Properties

    /// A set of smallest units.
    package struct Precisions: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The year, as in `2024`.
        package static let year = Self(rawValue: 1)
        /// The month, as in `2024-02`.
        package static let month = Self(rawValue: 2)
        /// The day, as in `2024-02-29`.
        package static let day = Self(rawValue: 4)
        /// The minute, as in `2024-02-29T13:05Z`.
        package static let minute = Self(rawValue: 8)
        /// The second, as in `2024-02-29T13:05:09Z`.
        package static let second = Self(rawValue: 16)
        package static let all: Self = [.year, .month, .day, .minute, .second]
        /// The units that an offset may follow.
        package static let times: Self = [.minute, .second]
    }

    /// A set of lengths of the fraction of a second, from 0 for no fraction to 15 for 15 or more digits.
    package struct Fractions: OptionSet, Sendable, Hashable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Creates a set with one length.
        package init(digits: Int) { rawValue = 1 << UInt16(min(max(digits, 0), 15)) }

        /// No fraction.
        package static let never = Self(digits: 0)
        /// Any fraction.
        package static let always = Self(rawValue: .max - 1)
        /// All lengths, including none.
        package static let all = Self(rawValue: .max)

        /// The numbers of digits, in ascending order.
        package var digits: [Int] { (0...15).filter { contains(Self(digits: $0)) } }
    }

    /// A set of notations of the offset from UTC; `+` includes `-`.
    package struct Offsets: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let none = Self(rawValue: 1)
        /// `Z`.
        package static let zulu = Self(rawValue: 2)
        /// `+02`.
        package static let hours = Self(rawValue: 4)
        /// `+0200`.
        package static let basic = Self(rawValue: 8)
        /// `+02:00`.
        package static let extended = Self(rawValue: 16)
        /// All notations.
        package static let all: Self = [.none, .zulu, .hours, .basic, .extended]
    }
}
