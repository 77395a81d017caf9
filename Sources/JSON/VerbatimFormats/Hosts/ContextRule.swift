import VerbatimRegex

/// The rules for code points that are allowed only in some contexts.
///
/// https://www.rfc-editor.org/rfc/rfc5892#appendix-A
enum ContextRule {
    static func isSatisfied(_ label: [UInt32], _ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        let before = index > 0 ? label[index - 1] : nil
        let after = index + 1 < label.count ? label[index + 1] : nil
        switch label[index] {
        case 0x200C: return followsVirama(scalars, index) || joins(label, at: index)  // A.1
        case 0x200D: return followsVirama(scalars, index)  // A.2
        case 0x00B7: return before == 0x6C && after == 0x6C  // A.3
        case 0x0375: return after.map(greek.contains) ?? false  // A.4
        case 0x05F3, 0x05F4: return before.map(hebrew.contains) ?? false  // A.5, A.6
        case 0x30FB: return label.contains(where: japanese.contains)  // A.7
        case 0x0660...0x0669: return !label.contains { 0x06F0...0x06F9 ~= $0 }  // A.8
        case 0x06F0...0x06F9: return !label.contains { 0x0660...0x0669 ~= $0 }  // A.9
        default: return false
        }
    }

    private static func followsVirama(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        index > 0 && scalars[index - 1].properties.canonicalCombiningClass == .virama
    }

    /// Returns whether the code point is between a letter that joins to the left and one that joins to the
    /// right, apart from transparent code points.
    private static func joins(_ label: [UInt32], at index: Int) -> Bool {
        let before = label[..<index].last { !transparent.contains($0) }
        let after = label[(index + 1)...].first { !transparent.contains($0) }
        return before.map(leftJoining.contains) ?? false && after.map(rightJoining.contains) ?? false
    }

    private static let greek = scripts("Greek")
    private static let hebrew = scripts("Hebrew")
    private static let japanese = scripts("Hiragana", "Katakana", "Han")
    private static let transparent = joining("T")
    private static let leftJoining = joining("L", "D")
    private static let rightJoining = joining("R", "D")

    private static func scripts(_ names: String...) -> ScalarSet {
        names.compactMap(UnicodeTable.scripts.scalars).reduce(into: ScalarSet()) { $0.formUnion($1) }
    }

    private static func joining(_ types: String...) -> ScalarSet {
        types.compactMap(UnicodeTable.joiningTypes.scalars).reduce(into: ScalarSet()) { $0.formUnion($1) }
    }
}
