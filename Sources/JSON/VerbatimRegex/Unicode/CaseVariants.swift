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
