import VerbatimRegex

/// Small identifiers.
enum MiscFormats {
    /// `UUID`, of any version. https://www.rfc-editor.org/rfc/rfc4122#section-3
    static func isUUID(_ text: Span<UInt8>) -> Bool {
        guard text.count == 36 else { return false }
        for index in 0..<36 {
            let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
            guard isHyphen ? text[index] == UInt8(ascii: "-") : text[index].isHexDigit else { return false }
        }
        return true
    }

    /// `json-pointer`. https://www.rfc-editor.org/rfc/rfc6901#section-3
    static func isJSONPointer(_ text: Span<UInt8>) -> Bool {
        jsonPointer(text, from: 0)
    }

    private static func jsonPointer(_ text: Span<UInt8>, from start: Int) -> Bool {
        guard start < text.count else { return true }
        guard text[start] == UInt8(ascii: "/") else { return false }
        for index in start..<text.count where text[index] == UInt8(ascii: "~") {
            let next = index + 1
            guard next < text.count, text[next] == UInt8(ascii: "0") || text[next] == UInt8(ascii: "1")
            else { return false }
        }
        return true
    }

    /// `relative-json-pointer`.
    /// https://datatracker.ietf.org/doc/html/draft-handrews-relative-json-pointer-01#section-3
    static func isRelativeJSONPointer(_ text: Span<UInt8>) -> Bool {
        var index = 0
        let digits = text.skip(&index, while: \.isDigit)
        guard digits == 1 || digits > 1 && text[0] != UInt8(ascii: "0") else { return false }
        if text.take("#", &index) { return index == text.count }
        return jsonPointer(text, from: index)
    }

    /// `regex`: a pattern with the `u` flag. https://tc39.es/ecma262/#sec-patterns
    static func isRegularExpression(_ text: Span<UInt8>) -> Bool {
        Pattern.isWellFormed(text.string)
    }
}

extension Span<UInt8> {
    /// The text as a string.
    var string: String {
        var unicode = String.UnicodeScalarView()
        for value in UTF8Scalar.all(self) { unicode.append(Unicode.Scalar(value) ?? "\u{FFFD}") }
        return String(unicode)
    }
}
