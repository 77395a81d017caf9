import VerbatimJSON
import VerbatimRegex

/// URIs, IRIs and their relative references.
///
/// https://www.rfc-editor.org/rfc/rfc3986#appendix-A and https://www.rfc-editor.org/rfc/rfc3987#section-2.2
enum URIReference {
    /// - Parameter absolute: Whether there must be a scheme.
    static func matches(_ text: ByteSpan, international: Bool, absolute: Bool) -> Bool {
        var index = 0
        let hasScheme = scheme(text, &index)
        guard hasScheme || !absolute else { return false }
        if startsAuthority(text, index) {
            index += 2
            guard authority(text, &index, international) else { return false }
        } else if !hasScheme, index < text.count, !firstSegmentHasNoColon(text, index) {
            return false
        }
        skipPlainPath(text, &index)
        guard skip(text, &index, pathBytes, international ? .ucschar : nil) else { return false }
        if text.consume("?", &index) {
            skipPlainPath(text, &index)
            guard skip(text, &index, queryBytes, international ? .ucscharOrPrivate : nil) else {
                return false
            }
        }
        if text.consume("#", &index) {
            guard skip(text, &index, queryBytes, international ? .ucschar : nil) else { return false }
        }
        return index == text.count
    }

    // MARK: Bytes. Appendix A of RFC 3986

    /// `unreserved`, `sub-delims` and the further characters of each component: `:` in user information, `:`,
    /// `@` and `/` in a path, also `?` in a query.
    private static let hostBytes = ASCIISet(low: 0x2BFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
    private static let userBytes = ASCIISet(low: 0x2FFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
    private static let pathBytes = ASCIISet(low: 0x2FFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
    private static let queryBytes = ASCIISet(low: 0xAFFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
    private static let schemeBytes = ASCIISet(low: 0x03FF_6800_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)

    /// The characters that an IRI allows in addition.
    enum Extension {
        case ucschar, ucscharOrPrivate
    }

    /// Skips allowed bytes, percent-encoded octets and allowed characters beyond ASCII; returns false if one
    /// is malformed or not allowed.
    @inline(__always)
    static func skip(_ text: ByteSpan, _ index: inout Int, _ allowed: ASCIISet, _ additional: Extension?)
        -> Bool
    {
        while index < text.count {
            let byte = text[index]
            if allowed.contains(byte) {
                index += 1
            } else if byte == UInt8(ascii: "%") {
                guard percentEncoded(text, &index) else { return false }
            } else if byte >= 0x80, let additional {
                let value = UTF8Scalar.read(text, &index)
                guard isUCSChar(value) || additional == .ucscharOrPrivate && isPrivate(value) else {
                    return false
                }
            } else {
                break
            }
        }
        return true
    }

    static func percentEncoded(_ text: ByteSpan, _ index: inout Int) -> Bool {
        guard index + 2 < text.count, text[index + 1].isHexDigit, text[index + 2].isHexDigit else {
            return false
        }
        index += 3
        return true
    }

    /// `ucschar` of RFC 3987.
    static func isUCSChar(_ value: UInt32) -> Bool {
        switch value {
        case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
        case 0x10000...0xDFFFF: value & 0xFFFF <= 0xFFFD
        case 0xE1000...0xEFFFD: true
        default: false
        }
    }

    /// `iprivate` of RFC 3987.
    static func isPrivate(_ value: UInt32) -> Bool {
        switch value {
        case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: true
        default: false
        }
    }

    // MARK: Scheme and authority. Sections 3.1 and 3.2 of RFC 3986

    /// Skips a scheme and its colon, and returns whether they are there.
    private static func scheme(_ text: ByteSpan, _ index: inout Int) -> Bool {
        guard text.count > 0, text[0].isLetter else { return false }
        var end = 0
        _ = text.skip(&end, while: schemeBytes.contains)
        guard text.consume(":", &end) else { return false }
        index = end
        return true
    }

    private static func startsAuthority(_ text: ByteSpan, _ index: Int) -> Bool {
        index + 1 < text.count && text[index] == UInt8(ascii: "/") && text[index + 1] == UInt8(ascii: "/")
    }

    /// Returns whether the first segment of a relative path has no colon, as `path-noscheme` requires.
    private static func firstSegmentHasNoColon(_ text: ByteSpan, _ start: Int) -> Bool {
        for index in start..<text.count {
            switch text[index] {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
            case UInt8(ascii: ":"): return false
            default: continue
            }
        }
        return true
    }

    private static func authority(_ text: ByteSpan, _ index: inout Int, _ international: Bool) -> Bool {
        let start = index
        let additional: Extension? = international ? .ucschar : nil
        skipPlainHost(text, &index)
        if index == text.count || text[index] == UInt8(ascii: "/") { return true }
        // The skipped bytes may be user information.
        index = start
        var user = index
        if skip(text, &user, userBytes, additional), text.consume("@", &user) { index = user }
        if text.consume("[", &index) {
            guard let close = text.firstIndex(of: "]", from: index),
                isLiteral(text.extracting(index..<close))
            else { return false }
            index = close + 1
        } else if !skip(text, &index, hostBytes, additional) {
            return false
        }
        if text.consume(":", &index) { _ = text.skip(&index, while: \.isDigit) }
        return index == text.count || endsAuthority(text[index])
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Returns whether a text is an `IP-literal` without its brackets.
    private static func isLiteral(_ text: ByteSpan) -> Bool {
        guard text.count > 0, text[0] | 0x20 == UInt8(ascii: "v") else { return IPAddress.isVersion6(text) }
        var index = 1
        guard text.skip(&index, while: \.isHexDigit) > 0, text.consume(".", &index) else { return false }
        return text.skip(&index, while: userBytes.contains) > 0 && index == text.count
    }
}
