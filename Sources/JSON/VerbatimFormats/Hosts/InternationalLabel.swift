import Foundation
import VerbatimRegex

/// The code points of a U-label.
///
/// https://www.rfc-editor.org/rfc/rfc5891#section-4.2 and https://www.rfc-editor.org/rfc/rfc5892
enum InternationalLabel {
    static func isValid(_ label: [UInt32]) -> Bool {
        let scalars = label.compactMap(Unicode.Scalar.init)
        guard scalars.count == label.count, let first = scalars.first, !isMark(first) else { return false }
        return isNormalized(scalars) && label.indices.allSatisfy { isAllowed(label, scalars, at: $0) }
    }

    /// Returns whether a code point is a combining mark. RFC 5891 section 4.2.3.2
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Returns whether a label is in normalization form C.
    private static func isNormalized(_ scalars: [Unicode.Scalar]) -> Bool {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text).precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(scalars)
    }

    private static func isAllowed(_ label: [UInt32], _ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        switch status(scalars[index]) {
        case .valid: true
        case .disallowed: false
        case .contextual: ContextRule.isSatisfied(label, scalars, at: index)
        }
    }

    // MARK: Derived property. RFC 5892 section 3

    private enum Status { case valid, contextual, disallowed }

    private static func status(_ scalar: Unicode.Scalar) -> Status {
        if let exception = exceptions(scalar.value) { return exception }
        let properties = scalar.properties
        if properties.generalCategory == .unassigned { return .disallowed }
        if isLDH(scalar.value) { return .valid }
        if properties.isJoinControl { return .contextual }
        if properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint
            || properties.isWhitespace || properties.isNoncharacterCodePoint
            || isIgnorableBlock(scalar.value) || isOldHangul(scalar.value)
        {
            return .disallowed
        }
        return isLetterOrDigit(properties.generalCategory) ? .valid : .disallowed
    }

    /// Exceptions, section 2.6.
    private static func exceptions(_ value: UInt32) -> Status? {
        switch value {
        case 0x00DF, 0x03C2, 0x06FD, 0x06FE, 0x0F0B, 0x3007: .valid
        case 0x00B7, 0x0375, 0x05F3, 0x05F4, 0x30FB, 0x0660...0x0669, 0x06F0...0x06F9: .contextual
        case 0x0640, 0x07FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: .disallowed
        default: nil
        }
    }

    /// LDH, section 2.5.
    private static func isLDH(_ value: UInt32) -> Bool {
        switch value {
        case 0x2D, 0x30...0x39, 0x61...0x7A: true
        default: false
        }
    }

    /// IgnorableBlocks, section 2.4: combining marks for symbols, and musical notation.
    private static func isIgnorableBlock(_ value: UInt32) -> Bool {
        switch value {
        case 0x20D0...0x20FF, 0x1D100...0x1D1FF, 0x1D200...0x1D24F: true
        default: false
        }
    }

    /// OldHangulJamo, section 2.9.
    private static func isOldHangul(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7C6, 0xD7CB...0xD7FB: true
        default: false
        }
    }

    /// LetterDigits, section 2.1.
    private static func isLetterOrDigit(_ category: Unicode.GeneralCategory) -> Bool {
        switch category {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber, .modifierLetter,
            .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }
}

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
        let before = label[..<index].last { !isTransparent($0) }
        let after = label[(index + 1)...].first { !isTransparent($0) }
        return before.map(leftJoining.contains) ?? false && after.map(rightJoining.contains) ?? false
    }

    private static func isTransparent(_ value: UInt32) -> Bool {
        isNonspacingMark(value) || transparent.contains(value)
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

/// The Bidi rule, which host names with right-to-left labels must satisfy.
///
/// https://www.rfc-editor.org/rfc/rfc5893#section-2
enum BidiRule {
    static func isSatisfied(by labels: [[UInt32]]) -> Bool {
        guard labels.joined().contains(where: { $0 >= 0x590 }) else { return true }
        let classes = labels.map { $0.map(bidiClass) }
        let isBidiDomain = classes.joined().contains { $0 == "R" || $0 == "AL" || $0 == "AN" }
        return !isBidiDomain || classes.allSatisfy(isSatisfied)
    }

    private static func isSatisfied(by label: [String]) -> Bool {
        guard let last = label.last(where: { $0 != "NSM" }) else { return false }
        let neutral: Set = ["EN", "ES", "CS", "ET", "ON", "BN", "NSM"]
        switch label.first {  // rule 1
        case "R", "AL":
            return label.allSatisfy { neutral.contains($0) || ["R", "AL", "AN"].contains($0) }  // rule 2
                && ["R", "AL", "EN", "AN"].contains(last)  // rule 3
                && !(label.contains("EN") && label.contains("AN"))  // rule 4
        case "L":
            return label.allSatisfy { neutral.contains($0) || $0 == "L" }  // rule 5
                && ["L", "EN"].contains(last)  // rule 6
        default: return false
        }
    }

    private static func bidiClass(_ value: UInt32) -> String {
        if isNonspacingMark(value), !leftToRightMarks.contains(value) { return "NSM" }
        return classes.first { $0.set.contains(value) }?.name ?? "L"
    }

    private static let leftToRightMarks = UnicodeTable.bidiClasses.scalars(named: "L") ?? ScalarSet()
    private static let classes: [(name: String, set: ScalarSet)] = UnicodeTable.bidiClasses.names.compactMap {
        names in
        guard let name = names.first, let set = UnicodeTable.bidiClasses.scalars(named: name) else {
            return nil
        }
        return (name, set)
    }
}

private func isNonspacingMark(_ value: UInt32) -> Bool {
    Unicode.Scalar(value)?.properties.generalCategory == .nonspacingMark
}
