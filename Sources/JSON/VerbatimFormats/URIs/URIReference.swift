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
    enum Extension { case ucschar, ucscharOrPrivate }

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
            guard let close = text.firstIndex(of: "]", from: index), isLiteral(text.extracting(index..<close))
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

    // MARK: Fast path

    /// Skips bytes that are allowed in a path or query.
    @inline(__always)
    static func skipPlainPath(_ text: ByteSpan, _ index: inout Int) {
        skip(text, &index) { word in
            isIn(word, 0x61, 0x7A) | isIn(word, 0x26, 0x3B) | isIn(word, 0x40, 0x5A) | isIn(word, 0x5F, 0x5F)
                | isIn(word, 0x3D, 0x3D)
        }
    }

    /// Skips bytes that are allowed in a host name.
    @inline(__always)
    static func skipPlainHost(_ text: ByteSpan, _ index: inout Int) {
        skip(text, &index) { word in
            isIn(word, 0x61, 0x7A) | isIn(word, 0x2D, 0x2E) | isIn(word, 0x30, 0x39) | isIn(word, 0x41, 0x5A)
        }
    }

    @inline(__always)
    private static func skip(_ text: ByteSpan, _ index: inout Int, while plain: (UInt64) -> UInt64) {
        guard let start = text.buffer.baseAddress else { return }
        let bytes = UnsafeRawPointer(start)
        while index &+ 8 <= text.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
            let stops = ~(plain(word) & ~word) & 0x8080_8080_8080_8080
            guard stops == 0 else {
                index &+= stops.trailingZeroBitCount / 8
                return
            }
            index &+= 8
        }
    }

    /// Returns a word with the highest bit of each byte set if the byte, below 0x80, is in a range; no carry.
    @inline(__always)
    private static func isIn(_ word: UInt64, _ low: UInt64, _ high: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let bytes = word & (0x7F &* ones)
        return (bytes &+ (0x80 &- low) &* ones) & ~(bytes &+ (0x7F &- high) &* ones)
    }
}

/// URI templates of any level. https://www.rfc-editor.org/rfc/rfc6570#section-2
enum URITemplate {
    static func matches(_ text: ByteSpan) -> Bool {
        var index = 0
        while index < text.count {
            guard text.consume("{", &index) ? expression(text, &index) : literals(text, &index) else {
                return false
            }
        }
        return true
    }

    /// `literals` of section 2.1, with the apostrophe of erratum 6937.
    private static let literalBytes = ASCIISet(lettersDigitsAnd: "!#$&'()*+,-./:;=?@[]_~")

    private static func literals(_ text: ByteSpan, _ index: inout Int) -> Bool {
        let start = index
        return URIReference.skip(text, &index, literalBytes, .ucscharOrPrivate) && index > start
    }

    /// Matches an expression after its opening brace. Sections 2.2 to 2.4
    private static func expression(_ text: ByteSpan, _ index: inout Int) -> Bool {
        if index < text.count, operators.contains(text[index]) { index += 1 }
        repeat {
            guard variable(text, &index) else { return false }
            if text.consume("*", &index) { continue }
            if text.consume(":", &index), !prefixLength(text, &index) { return false }
        } while text.consume(",", &index)
        return text.consume("}", &index)
    }

    private static let operators = Set("+#./;?&=,!@|".utf8)

    /// `varname`: letters, digits, `_` and percent-encoded octets, separated by single dots.
    private static func variable(_ text: ByteSpan, _ index: inout Int) -> Bool {
        repeat {
            let start = index
            while index < text.count {
                if text[index].isLetterOrDigit || text[index] == UInt8(ascii: "_") {
                    index += 1
                } else if text[index] == UInt8(ascii: "%") {
                    guard URIReference.percentEncoded(text, &index) else { return false }
                } else {
                    break
                }
            }
            guard index > start else { return false }
        } while text.consume(".", &index)
        return true
    }

    /// `max-length`: 1 to 9999, without a leading zero.
    private static func prefixLength(_ text: ByteSpan, _ index: inout Int) -> Bool {
        let start = index
        return 1...4 ~= text.skip(&index, while: \.isDigit) && text[start] != UInt8(ascii: "0")
    }
}
