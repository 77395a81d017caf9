/// The number of a version, in the order of releases: `3.9` before `3.10`, `3.2-beta` before `3.2`.
///
/// https://semver.org/#spec-item-11
struct VersionNumber: Comparable {
    private let numbers: [Int]
    private let suffix: String

    init(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        var numbers = (parts.first ?? "").split(separator: ".").map { Int($0.prefix(while: \.isNumber)) ?? 0 }
        while numbers.last == 0 { numbers.removeLast() }
        self.numbers = numbers
        suffix = parts.count > 1 ? String(parts[1]) : ""
    }

    static func < (a: VersionNumber, b: VersionNumber) -> Bool {
        if a.numbers != b.numbers { return a.numbers.lexicographicallyPrecedes(b.numbers) }
        if a.suffix.isEmpty || b.suffix.isEmpty { return !a.suffix.isEmpty && b.suffix.isEmpty }
        return a.suffix < b.suffix
    }
}
