/// The values of a Unicode property that the standard library lacks, as text: `Latin Latn: 41-5A 61-7A AA
/// ...`.
///
/// Each line has the names of a value and its hexadecimal ranges. Parsing a line takes microseconds and
/// happens on first use of the value by a pattern or a host name.
package struct UnicodeTable: Sendable {
    private let text: String

    /// Creates a table from its text.
    package init(_ text: String) {
        self.text = text
    }

    /// Returns the code points of the value with a name, or nil if the table has no such value.
    package func scalars(named name: String) -> ScalarSet? {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let names = line[..<colon].split(separator: UInt8(ascii: " "))
            if names.contains(where: { $0.elementsEqual(name.utf8) }) {
                return ScalarSet(UnicodeTable.ranges(line[line.index(after: colon)...]))
            }
        }
        return nil
    }

    /// The names of each value, such as `["Adlam", "Adlm"]`.
    package var names: [[String]] {
        text.split(separator: "\n").map { line in
            line.prefix { $0 != ":" }.split(separator: " ").map(String.init)
        }
    }

    private static func ranges(_ text: Substring.UTF8View) -> [ClosedRange<UInt32>] {
        text.split(separator: UInt8(ascii: " ")).compactMap { word in
            let ends = word.split(separator: UInt8(ascii: "-")).compactMap {
                UInt32(Substring($0), radix: 16)
            }
            guard let low = ends.first, let high = ends.last, low <= high else { return nil }
            return low...high
        }
    }
}
