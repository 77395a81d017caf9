import VerbatimJSON

extension UInt8 {
    /// Whether the byte is a space or a horizontal tab.
    var isWhiteSpace: Bool { self == 0x20 || self == 0x09 }

    /// Whether the byte is a character of a token (RFC 9110, section 5.6.2).
    var isTokenCharacter: Bool {
        switch self {
        case _ where isLetterOrDigit: true
        case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e, 0x5f, 0x60, 0x7c, 0x7e: true
        default: false
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes are a token (RFC 9110, section 5.6.2).
    var isToken: Bool { !isEmpty && allSatisfy(\.isTokenCharacter) }

    var trimmingWhiteSpace: ArraySlice<UInt8> {
        var slice = drop(while: \.isWhiteSpace)
        while slice.last?.isWhiteSpace == true { slice.removeLast() }
        return slice
    }

    /// The text of the bytes: as UTF-8 if they are valid, otherwise as ISO-8859-1, so that no byte is lost.
    var text: String {
        String(validating: self, as: UTF8.self)
            ?? String(String.UnicodeScalarView(map { Unicode.Scalar($0) }))
    }
}
