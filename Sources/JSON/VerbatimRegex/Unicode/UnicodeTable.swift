/// The values of a Unicode property that the standard library lacks, as text: `Latin Latn: 41-5A AA ...`.
///
/// A semicolon separates the values; each has its names and its hexadecimal ranges. Parsing one takes
/// microseconds and happens on its first use by a pattern or a host name.
package struct UnicodeTable: Sendable {
    private let text: String

    package init(_ text: String) { self.text = text }

    /// Returns the code points of the value with a name, or nil if the table has no such value.
    package func scalars(named name: String) -> ScalarSet? {
        for value in text.utf8.split(separator: UInt8(ascii: ";")) {
            let parts = value.split(separator: UInt8(ascii: ":"))
            if Self.words(parts[0]).contains(where: { $0.elementsEqual(name.utf8) }) {
                return ScalarSet(Self.words(parts[1]).compactMap(Self.range))
            }
        }
        return nil
    }

    /// The names of each value, such as `["Adlam", "Adlm"]`.
    package var names: [[String]] {
        text.utf8.split(separator: UInt8(ascii: ";")).map { value in
            Self.words(value.prefix { $0 != UInt8(ascii: ":") }).map { String(Substring($0)) }
        }
    }

    private static func words(_ text: Substring.UTF8View) -> [Substring.UTF8View] {
        text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    }

    private static func range(_ text: Substring.UTF8View) -> ClosedRange<UInt32>? {
        let ends = text.split(separator: UInt8(ascii: "-")).compactMap { UInt32(Substring($0), radix: 16) }
        guard let low = ends.first, let high = ends.last, low <= high else { return nil }
        return low...high
    }
}
