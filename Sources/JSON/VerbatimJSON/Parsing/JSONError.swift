/// Why a text is not a JSON document, and where.
public struct JSONError: Error, Sendable, Hashable {
    /// The rule of RFC 8259 that the text breaks, or the limit that it passes.
    public var reason: Reason
    /// The first byte that can not belong to a document.
    public var position: JSONPosition

    /// Creates an error from its parts.
    public init(reason: Reason, position: JSONPosition) {
        self.reason = reason
        self.position = position
    }

    /// What can be wrong with a text.
    public enum Reason: Sendable, Hashable {
        /// The text begins with a byte order mark, which RFC 8259 section 8.1 forbids to write.
        case byteOrderMark
        /// A character that the grammar does not allow in its place.
        case unexpected(found: Found, in: Context)
        /// A number that breaks the grammar of RFC 8259 section 6.
        case invalidNumber(NumberFault)
        /// An escape that RFC 8259 section 7 does not know.
        case invalidEscape
        /// A `\u` escape of one half of a surrogate pair, which names no character.
        case loneSurrogate
        /// An unescaped control character in a string.
        case controlCharacter(UInt8)
        /// Bytes that are not UTF-8, as RFC 3629 defines it.
        case invalidUTF8
        /// Something other than white space after the value of the document.
        case trailingBytes(found: Found)
        /// More nested arrays and objects than the limit.
        case tooDeep(limit: Int)
        /// A name that its object has already; reported only when the options say so.
        case duplicateName(String, first: JSONPosition)
        /// A text of more than 2^40 bytes or 2^32 values.
        case tooLarge
        /// A file that can not be read, with the words of the operating system.
        case unreadable(String)
    }

    /// What stands in the location of an error.
    public enum Found: Sendable, Hashable {
        /// The end of the text.
        case end
        /// A byte of the text.
        case byte(UInt8)
        /// A character beyond ASCII.
        case character(Character)
    }

    /// What the parser was reading.
    public enum Context: Sendable, Hashable {
        /// The value of the document, before its first byte.
        case document
        /// After `[` or between two elements.
        case array, afterElement
        /// After `{`, or after a comma between two members.
        case object, afterComma
        /// After a name, before its colon.
        case afterName
        /// After the colon of a member, or after a comma of an array.
        case value, element
        /// After the value of a member.
        case afterMember
        /// Inside a string, a literal name.
        case string, literal
    }

    /// What a number lacks or has too much.
    public enum NumberFault: Sendable, Hashable {
        /// A zero before another digit of the integer part.
        case leadingZero
        /// No digit after the minus sign, the point or the exponent.
        case missingDigit(after: UInt8)
    }
}
