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

    /// Creates a profile.
    package init(precisions: Precisions = .all, fractions: Fractions = .all, offsets: Offsets = .all) {
        self.precisions = precisions
        self.fractions = fractions
        self.offsets = offsets
    }

    /// The profile of all dates.
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
}

// MARK: - Properties

extension DateProfile {
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
        /// All units.
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

        /// No offset.
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
