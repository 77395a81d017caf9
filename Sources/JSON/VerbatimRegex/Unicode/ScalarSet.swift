/// A set of code points, as sorted ranges that neither adjoin nor overlap.
package struct ScalarSet: Sendable, Hashable {
    private(set) var ranges: [ClosedRange<UInt32>] = []

    static let all = ScalarSet([0...0x10FFFF])

    package init() {}

    /// Creates a set from ranges in any order, which may overlap.
    package init(_ ranges: [ClosedRange<UInt32>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            append(range)
        }
    }

    /// Creates the set of the code points that satisfy a predicate, without surrogates.
    init(where isMember: (Unicode.Scalar.Properties) -> Bool) {
        for value in ScalarSet.populated.joined() {
            if let scalar = Unicode.Scalar(value), isMember(scalar.properties) { append(value...value) }
        }
        // One code point represents each range that is unassigned or for private use.
        for range in ScalarSet.uniform {
            if let scalar = Unicode.Scalar(range.lowerBound), isMember(scalar.properties) {
                formUnion(ScalarSet([range]))
            }
        }
    }

    /// The ranges of assigned code points: planes 0 to 3, tags and selectors of plane 14, and noncharacters.
    private static let populated: [ClosedRange<UInt32>] = [
        0...0x3FFFF, 0x4FFFE...0x4FFFF, 0x5FFFE...0x5FFFF, 0x6FFFE...0x6FFFF, 0x7FFFE...0x7FFFF,
        0x8FFFE...0x8FFFF, 0x9FFFE...0x9FFFF, 0xAFFFE...0xAFFFF, 0xBFFFE...0xBFFFF, 0xCFFFE...0xCFFFF,
        0xDFFFE...0xDFFFF, 0xE0000...0xE0FFF, 0xEFFFE...0xEFFFF, 0xFFFFE...0xFFFFF, 0x10FFFE...0x10FFFF,
    ]

    /// The ranges in which all code points have the same properties.
    private static let uniform: [ClosedRange<UInt32>] = [
        0x40000...0x4FFFD, 0x50000...0x5FFFD, 0x60000...0x6FFFD, 0x70000...0x7FFFD, 0x80000...0x8FFFD,
        0x90000...0x9FFFD, 0xA0000...0xAFFFD, 0xB0000...0xBFFFD, 0xC0000...0xCFFFD, 0xD0000...0xDFFFD,
        0xE1000...0xEFFFD, 0xF0000...0xFFFFD, 0x100000...0x10FFFD,
    ]

    /// Appends a range that does not begin before the last one.
    private mutating func append(_ range: ClosedRange<UInt32>) {
        if let last = ranges.last, range.lowerBound <= last.upperBound + 1 {
            ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        } else {
            ranges.append(range)
        }
    }

    package func contains(_ value: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= value
    }

    var inverted: ScalarSet {
        var result = ScalarSet()
        var next: UInt32 = 0
        for range in ranges {
            if next < range.lowerBound { result.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= 0x10FFFF { result.append(next...0x10FFFF) }
        return result
    }

    func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

    /// Adds the code points of another set.
    package mutating func formUnion(_ other: ScalarSet) { self = union(other) }

    func subtracting(_ other: ScalarSet) -> ScalarSet { inverted.union(other).inverted }
}

/// The characters that differ only in case.
struct CaseVariants {
    static let shared = CaseVariants()

    /// The cased characters in ascending order, each with the characters that it becomes.
    private let variants: [(scalar: UInt32, others: [UInt32])]

    private init() {
        var groups: [UInt32: [UInt32]] = [:]
        for value in UInt32(0x41)...0x1E943 {
            guard let scalar = Unicode.Scalar(value), let upper = Self.uppercase(scalar) else { continue }
            groups[upper, default: [upper]].append(value)
        }
        variants = groups.values.flatMap { group in group.map { (scalar: $0, others: group) } }
            .sorted { $0.scalar < $1.scalar }
    }

    /// Returns the single upper-case character of another one.
    ///
    /// https://tc39.es/ecma262/#sec-runtime-semantics-canonicalize-ch
    private static func uppercase(_ scalar: Unicode.Scalar) -> UInt32? {
        guard scalar.properties.changesWhenUppercased else { return nil }
        let mapping = scalar.properties.uppercaseMapping.unicodeScalars
        guard mapping.count == 1, let upper = mapping.first, scalar.isASCII || !upper.isASCII else {
            return nil
        }
        return upper.value
    }

    /// Returns a set with the other case of each of its characters.
    func adding(to set: ScalarSet) -> ScalarSet {
        let added = variants.filter { set.contains($0.scalar) }.flatMap(\.others)
        return ScalarSet(set.ranges + added.map { $0...$0 })
    }
}
