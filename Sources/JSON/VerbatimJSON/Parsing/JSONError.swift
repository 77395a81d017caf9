/// The reason why a text is not a JSON document, with its position.
public struct JSONError: Error, Sendable, Hashable {
    /// The violated rule of RFC 8259, or the exceeded limit.
    public var reason: Reason
    /// The position of the first byte that cannot belong to a document.
    public var position: JSONPosition

    /// Creates an error from its parts.
    public init(reason: Reason, position: JSONPosition) {
        self.reason = reason
        self.position = position
    }

    /// The reason of an error.
    public enum Reason: Sendable, Hashable {
        /// A byte order mark, which RFC 8259 section 8.1 forbids to write.
        case byteOrderMark
        /// A character that the grammar does not allow there.
        case unexpected(found: Found, in: Context)
        /// A number that violates the grammar of RFC 8259 section 6.
        case invalidNumber(NumberFault)
        /// An escape that RFC 8259 section 7 does not define.
        case invalidEscape
        /// A `\u` escape of one half of a surrogate pair, which does not encode a character.
        case loneSurrogate
        /// An unescaped control character in a string.
        case controlCharacter(UInt8)
        /// Bytes that are not UTF-8, as RFC 3629 defines it.
        case invalidUTF8
        /// Anything but white space after the value of the document.
        case trailingBytes(found: Found)
        /// Arrays and objects nested deeper than the limit.
        case tooDeep(limit: Int)
        /// A duplicate name in an object, if the options reject it; `first` is the position of the first one.
        case duplicateName(String, first: JSONPosition)
        /// A line that `git merge` writes where it could not merge two versions of the text.
        case mergeConflict
        /// A text of more than 2^40 bytes or 2^32 values.
        case tooLarge
        /// A file that cannot be read, with the message of the operating system.
        case unreadable(String)
    }

    /// The contents of the text at the position of an error.
    public enum Found: Sendable, Hashable {
        /// The end of the text.
        case end
        /// An ASCII byte, or one that is not UTF-8.
        case byte(UInt8)
        /// A character beyond ASCII.
        case character(Character)
    }

    /// The state of the parser at an error.
    public enum Context: Sendable, Hashable {
        /// Before the value of the document.
        case document
        /// After `[`, or after an element.
        case array, afterElement
        /// After `{`, or after a comma between two members.
        case object, afterComma
        /// After a name, before its colon.
        case afterName
        /// After the colon of a member, or after a comma of an array.
        case value, element
        /// After the value of a member.
        case afterMember
        /// Inside a string, or inside a literal name.
        case string, literal
    }

    /// The fault of a number.
    public enum NumberFault: Sendable, Hashable {
        /// A zero before another digit of the integer part.
        case leadingZero
        /// No digit after the minus sign, the decimal point or the exponent.
        case missingDigit(after: UInt8)
    }
}

extension JSONError: CustomStringConvertible {
    /// Position and reason in one line: `3:14: unexpected ',' in an object; expected a name in double
    /// quotes`.
    public var description: String { "\(position): \(reason)" }
}

extension JSONError.Reason: CustomStringConvertible {
    /// The reason as a message without the position.
    public var description: String {
        switch self {
        case .byteOrderMark: "unexpected byte order mark; save the text as UTF-8 without a BOM"
        case .unexpected(let found, let context):
            "unexpected \(found) \(context.description.location); expected \(context.description.expectation)"
        case .invalidNumber(.leadingZero): "leading zero in a number"
        case .invalidNumber(.missingDigit(let byte)):
            "missing digit after '\(Unicode.Scalar(byte))' in a number"
        case .invalidEscape: #"invalid escape in a string; expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#
        case .loneSurrogate: #"invalid \u escape in a string: half of a surrogate pair"#
        case .controlCharacter(let byte): "unescaped control character (\(hexadecimal(byte))) in a string"
        case .invalidUTF8: "invalid UTF-8"
        case .trailingBytes(let found): "unexpected \(found) after the document"
        case .tooDeep(let limit): "arrays and objects are nested deeper than \(limit)"
        case .duplicateName(let name, let first):
            "duplicate name '\(name.excerpt(100))' in an object; first at \(first)"
        case .mergeConflict: "unresolved merge conflict; keep one of the two versions"
        case .tooLarge: "the text has more than 2^40 bytes or 2^32 values"
        case .unreadable(let message): "cannot be read: \(message)"
        }
    }
}

extension JSONError.Found: CustomStringConvertible {
    /// The character in quotation marks, or `end of text`, or the byte in hexadecimal.
    public var description: String {
        switch self {
        case .end: "end of text"
        case .byte(let byte) where 0x20..<0x7f ~= byte: "'\(Unicode.Scalar(byte))'"
        case .byte(let byte): "byte \(hexadecimal(byte))"
        case .character(let character): "'\(character)'".onOneLine
        }
    }
}

extension JSONError.Context {
    fileprivate var description: (location: String, expectation: String) {
        switch self {
        case .document: ("at the start", "a value")
        case .array: ("in an array", "a value or ']'")
        case .element: ("in an array", "a value")
        case .afterElement: ("in an array", "',' or ']'")
        case .object: ("in an object", "a name in double quotes or '}'")
        case .afterComma: ("in an object", "a name in double quotes")
        case .afterName: ("in an object", "':'")
        case .value: ("in an object", "a value")
        case .afterMember: ("in an object", "',' or '}'")
        case .string: ("in a string", "a closing double quote")
        case .literal: ("in a literal", "true, false or null")
        }
    }
}

private func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0x0" : "0x") + String(byte, radix: 16) }
