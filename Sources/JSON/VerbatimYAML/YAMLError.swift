package import VerbatimJSON

/// The reason why a text cannot be read as YAML, with its position.
package struct YAMLError: Error, Sendable, Hashable {
    /// The violated rule of YAML 1.2, or the value that JSON does not have, or the exceeded limit.
    package var reason: Reason
    package var position: JSONPosition

    package init(reason: Reason, position: JSONPosition) {
        self.reason = reason
        self.position = position
    }

    /// The reason of an error: a violated rule, a value that JSON does not have, or an exceeded limit.
    package struct Reason: Sendable, Hashable, CustomStringConvertible {
        /// The reason as a message without the position.
        package let description: String
        /// Whether the text may be YAML, but has a value that JSON does not have.
        package let isInexpressible: Bool

        init(_ message: String, isInexpressible: Bool = false) {
            description = message.onOneLine
            self.isInexpressible = isInexpressible
        }
    }
}

extension YAMLError: CustomStringConvertible {
    /// Position and reason in one line: `3:14: unexpected ']'; expected a value`.
    package var description: String { "\(position): \(reason)" }
}

// MARK: - Reasons

extension YAMLError.Reason {
    static let invalidUTF8 = Self("invalid UTF-8")
    static let tab = Self("tab in the indentation; use spaces")
    static let invalidEscape = Self(
        #"invalid escape in a string; write a backslash as \\, or use single quotes"#)
    static let loneSurrogate = Self(#"invalid \u escape in a string: half of a surrogate pair"#)
    static let multilineKey = Self("a key of several lines; write it on one line, or after '? '")
    static let numberTooLarge = Self("an integer of more than 64 bits; write it as a decimal")
    static let noDocument = Self("the text has no document")
    static let severalDocuments = Self("a second document; only a text with one document can be read")
    static let mergeConflict = Self("unresolved merge conflict; keep one of the two versions")

    static func encoding(_ name: String) -> Self { Self("the text is \(name); save it as UTF-8") }

    static func controlCharacter(_ byte: UInt8) -> Self {
        Self("control character 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16)); write it as an escape")
    }

    static func unexpected(found: JSONError.Found, expected: String) -> Self {
        let isLineEnd = found == .byte(0x0a) || found == .byte(0x0d)
        return Self("unexpected \(isLineEnd ? "end of line" : found.description); expected \(expected)")
    }

    static func indentation(_ expected: String) -> Self { Self("wrong indentation; \(expected)") }

    static func unterminated(_ construct: String) -> Self { Self("\(construct) does not end") }

    static func misplacedCollection(_ collection: String) -> Self {
        let isMapping = collection == "a mapping"
        return Self(
            "\(collection) must begin on a line of its own"
                + (isMapping ? "; quote a value that contains ': '" : ""))
    }

    static func invalidProperty(_ property: String) -> Self { Self("invalid \(property)") }

    static func unknownHandle(_ handle: String) -> Self {
        Self("tag handle '\(handle)' is not declared; add a %TAG directive")
    }

    static func unknownAnchor(_ name: String) -> Self {
        Self("no anchor '&\(name.excerpt())' before this alias")
    }

    static func tagMismatch(tag: String, found: String) -> Self {
        Self("tag '\(tag)' does not allow \(found)")
    }

    static func duplicateKey(_ name: String, first: JSONPosition) -> Self {
        Self("duplicate key '\(name.excerpt(100))' in a mapping; first at \(first)", isInexpressible: true)
    }

    static func unsupportedKey(_ key: String) -> Self {
        Self("\(key) as a key has no equivalent in JSON; use a string", isInexpressible: true)
    }

    static func unsupportedNumber(_ number: String) -> Self {
        Self("\(number) has no equivalent in JSON; quote it for a string", isInexpressible: true)
    }

    static func recursiveAlias(_ name: String) -> Self {
        Self("alias '*\(name.excerpt())' is in the node that it repeats", isInexpressible: true)
    }

    static func aliasesTooLarge(limit: Int) -> Self {
        Self("the aliases repeat more than \(limit >> 20) MiB; write what differs, or use '$ref'")
    }

    static func tooDeep(limit: Int) -> Self { Self("sequences and mappings are nested deeper than \(limit)") }

    static func tooLarge(limit: Int) -> Self { Self("the text has more than \(limit >> 20) MiB") }

    /// Creates the reason of an error in the translated document, which only limits and names can violate.
    init(_ reason: JSONError.Reason) {
        switch reason {
        case .duplicateName(let name, let first): self = .duplicateKey(name, first: first)
        case .tooDeep(let limit): self = .tooDeep(limit: limit)
        default: self = .tooLarge(limit: Int(clamping: Int64(1) << 32))
        }
    }
}
