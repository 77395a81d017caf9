/// How dates of ISO 8601 are written: to which precision, with which fraction of a second, with which offset.
///
/// Two texts may both be a `date-time`, and one decoder still reads one of them only: `.iso8601` of Foundation refuses
/// a fraction before Swift 6.2. A profile is the set of all writings that are meant; an observed text has one of each.
/// A date without a time has neither a fraction nor an offset, so it does not widen those.
package struct DateProfile: Sendable, Hashable {
    /// The smallest units that are written.
    package var precisions: Precisions
    /// The lengths of the fraction of a second.
    package var fractions: Fractions
    /// The forms of the offset from UTC.
    package var offsets: Offsets

    /// Creates a profile; what is not said may be anything.
    package init(precisions: Precisions = .all, fractions: Fractions = .all, offsets: Offsets = .all) {
        self.precisions = precisions
        self.fractions = fractions
        self.offsets = offsets
    }

    /// A profile that any date fits.
    package static let any = DateProfile()

    /// The writings of either.
    package func union(_ other: DateProfile) -> DateProfile {
        DateProfile(
            precisions: precisions.union(other.precisions), fractions: fractions.union(other.fractions),
            offsets: offsets.union(other.offsets))
    }

    /// Whether every writing of another profile is one of its own.
    package func admits(_ other: DateProfile) -> Bool {
        precisions.isSuperset(of: other.precisions) && fractions.isSuperset(of: other.fractions)
            && offsets.isSuperset(of: other.offsets)
    }
}

// MARK: - Facets

extension DateProfile {
    /// The smallest unit that is written.
    package struct Precisions: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let year = Self(rawValue: 1)
        package static let month = Self(rawValue: 2)
        package static let day = Self(rawValue: 4)
        package static let minute = Self(rawValue: 8)
        package static let second = Self(rawValue: 16)
        package static let all: Self = [.year, .month, .day, .minute, .second]
        /// Those that an offset can follow.
        package static let times: Self = [.minute, .second]
    }

    /// How many digits the fraction of a second has, from 0 for none; 15 stands for more as well.
    package struct Fractions: OptionSet, Sendable, Hashable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Fractions of so many digits.
        package init(digits: Int) { rawValue = 1 << UInt16(min(max(digits, 0), 15)) }

        package static let never = Self(digits: 0)
        package static let always = Self(rawValue: .max - 1)
        package static let all = Self(rawValue: .max)

        /// The numbers of digits, from the least.
        package var digits: [Int] { (0...15).filter { contains(Self(digits: $0)) } }
    }

    /// How the offset from UTC is written; a sign stands for both.
    package struct Offsets: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let none = Self(rawValue: 1)
        /// `Z`
        package static let zulu = Self(rawValue: 2)
        /// `+02`
        package static let hours = Self(rawValue: 4)
        /// `+0200`
        package static let basic = Self(rawValue: 8)
        /// `+02:00`
        package static let extended = Self(rawValue: 16)
        package static let all: Self = [.none, .zulu, .hours, .basic, .extended]
    }
}
