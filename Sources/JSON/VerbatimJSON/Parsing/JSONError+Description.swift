extension JSONError: CustomStringConvertible {
    /// Position and reason in one line, as in `3:14: unexpected ',' in an object; expected a name in double quotes`.
    public var description: String { "\(position): \(reason)" }
}

extension JSONError.Reason: CustomStringConvertible {
    /// The reason in words, without the position.
    public var description: String {
        switch self {
        case .byteOrderMark:
            "a byte order mark before the document; save the text as UTF-8 without a BOM"
        case .unexpected(let found, let context):
            "unexpected \(found) \(context.location); expected \(context.expectation)"
        case .invalidNumber(.leadingZero):
            "a number begins with a zero that another digit follows"
        case .invalidNumber(.missingDigit(let byte)):
            "a number has no digit after '\(Unicode.Scalar(byte))'"
        case .invalidEscape:
            #"an unknown escape in a string; known are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits"#
        case .loneSurrogate:
            #"a \u escape of half a surrogate pair; the other half is missing"#
        case .controlCharacter(let byte):
            "an unescaped control character (\(hexadecimal(byte))) in a string"
        case .invalidUTF8:
            "bytes that are not UTF-8"
        case .trailingBytes(let found):
            "unexpected \(found) after the document"
        case .tooDeep(let limit):
            "arrays and objects nested deeper than \(limit)"
        case .duplicateName(let name, let first):
            "the name '\(name.excerpt)' stands twice in one object; first at \(first)"
        case .tooLarge:
            "a text of more than 2^40 bytes or 2^32 values"
        case .unreadable(let words):
            "can not be read: \(words)"
        }
    }
}

extension JSONError.Found: CustomStringConvertible {
    /// The character in quotes, or what else was found.
    public var description: String {
        switch self {
        case .end: "end of text"
        case .byte(let byte) where 0x20..<0x7f ~= byte: "'\(Unicode.Scalar(byte))'"
        case .byte(let byte): "byte \(hexadecimal(byte))"
        case .character(let character): "'\(character)'"
        }
    }
}

extension JSONError.Context {
    fileprivate var location: String {
        switch self {
        case .document: "at the start"
        case .array, .afterElement, .element: "in an array"
        case .object, .afterComma, .afterName, .value, .afterMember: "in an object"
        case .string: "in a string"
        case .literal: "in a literal"
        }
    }

    fileprivate var expectation: String {
        switch self {
        case .document, .value, .element: "a value"
        case .array: "a value or ']'"
        case .afterElement: "',' or ']'"
        case .object: "a name in double quotes or '}'"
        case .afterComma: "a name in double quotes"
        case .afterName: "':'"
        case .afterMember: "',' or '}'"
        case .string: "a closing double quote"
        case .literal: "true, false or null"
        }
    }
}

private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0x0" : "0x") + String(byte, radix: 16)
}

extension String {
    /// The text, cut after 100 characters.
    fileprivate var excerpt: String { count > 100 ? prefix(100) + "..." : self }
}
