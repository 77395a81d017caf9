import Foundation

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

    private enum Status {
        case valid, contextual, disallowed
    }

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
