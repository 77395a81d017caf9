public import VerbatimJSON

/// The reason why a text cannot be read as YAML, with its position.
public struct YAMLError: Error, Sendable, Hashable {
    /// The violated rule of YAML 1.2, or the value that JSON does not have, or the exceeded limit.
    public var reason: Reason
    /// The position of the problem.
    public var position: JSONPosition

    /// Creates an error from its parts.
    public init(reason: Reason, position: JSONPosition) {
        self.reason = reason
        self.position = position
    }

    /// The reason of an error.
    public enum Reason: Sendable, Hashable {
        /// An encoding other than UTF-8, by its name.
        case encoding(String)
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// A character that YAML forbids (section 5.1).
        case controlCharacter(UInt8)
        /// A character that the syntax does not allow there.
        case unexpected(found: JSONError.Found, expected: String)
        /// A line that is indented less or more than the collection that it belongs to.
        case indentation(String)
        /// A tab in white space that has to be spaces (section 6.1).
        case tab
        /// A collection or quoted scalar that does not end.
        case unterminated(String)
        /// An escape that section 5.7 does not define.
        case invalidEscape
        /// A `\u` escape of one half of a surrogate pair.
        case loneSurrogate
        /// A key that spans lines where it must be on one (section 7.4).
        case multilineKey
        /// A block collection on a line on which none may begin.
        case misplacedCollection(String)
        /// Two anchors or two tags of a node, or either of an alias.
        case surplusProperty(String)
        /// A tag or anchor that violates section 6.9.
        case invalidProperty(String)
        /// A tag handle that no directive declares.
        case unknownHandle(String)
        /// An alias without an anchor before it.
        case unknownAnchor(String)
        /// A directive that violates section 6.8.
        case invalidDirective(String)
        /// A scalar or collection that its tag does not allow.
        case tagMismatch(tag: String, found: String)
        /// A duplicate key in a mapping; `first` is the position of the first one.
        case duplicateKey(String, first: JSONPosition)
        /// A key that is no string in JSON: a sequence, a mapping, or nothing.
        case unsupportedKey(String)
        /// Infinity, or a value that is not a number.
        case unsupportedNumber(String)
        /// A hexadecimal or octal integer of more than 64 bits.
        case numberTooLarge
        /// An alias in its own node.
        case recursiveAlias(String)
        /// Aliases that copy more bytes of JSON than the limit.
        case aliasesTooLarge(limit: Int)
        /// A text without a document, or with several where one is expected.
        case noDocument, severalDocuments
        /// Collections nested deeper than the limit.
        case tooDeep(limit: Int)
        /// A text of more bytes than the limit.
        case tooLarge(limit: Int)
        /// A line that `git merge` writes where it could not merge two versions of the text.
        case mergeConflict

        /// Whether the text may be YAML, but has a value that JSON does not have.
        public var isInexpressible: Bool {
            switch self {
            case .duplicateKey, .unsupportedKey, .unsupportedNumber, .recursiveAlias: true
            default: false
            }
        }
    }
}

extension YAMLError: CustomStringConvertible {
    /// Position and reason in one line: `3:14: unexpected ']'; expected a value`.
    public var description: String { "\(position): \(reason)" }
}

extension YAMLError.Reason: CustomStringConvertible {
    /// The reason as a message without the position.
    public var description: String { message.onOneLine }

    private var message: String {
        switch self {
        case .encoding(let name): "the text is \(name); save it as UTF-8"
        case .invalidUTF8: "invalid UTF-8"
        case .controlCharacter(let byte):
            "control character 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16)); write it as an escape"
        case .unexpected(.byte(0x0a), let expected), .unexpected(.byte(0x0d), let expected):
            "unexpected end of line; expected \(expected)"
        case .unexpected(let found, let expected): "unexpected \(found); expected \(expected)"
        case .indentation(let expected): "wrong indentation; \(expected)"
        case .tab: "tab in the indentation; use spaces"
        case .unterminated(let construct): "\(construct) does not end"
        case .invalidEscape: #"invalid escape in a string; write a backslash as \\, or use single quotes"#
        case .loneSurrogate: #"invalid \u escape in a string: half of a surrogate pair"#
        case .multilineKey: "a key of several lines; write it on one line, or after '? '"
        case .misplacedCollection("a mapping"):
            "a mapping must begin on a line of its own; quote a value that contains ': '"
        case .misplacedCollection(let collection): "\(collection) must begin on a line of its own"
        case .surplusProperty(let property): property
        case .invalidProperty(let property): "invalid \(property)"
        case .unknownHandle(let handle): "tag handle '\(handle)' is not declared; add a %TAG directive"
        case .unknownAnchor(let name): "no anchor '&\(name.excerpt())' before this alias"
        case .invalidDirective(let problem): problem
        case .tagMismatch(let tag, let found): "tag '\(tag)' does not allow \(found)"
        case .duplicateKey(let name, let first):
            "duplicate key '\(name.excerpt(100))' in a mapping; first at \(first)"
        case .unsupportedKey(let key): "\(key) as a key has no equivalent in JSON; use a string"
        case .unsupportedNumber(let number): "\(number) has no equivalent in JSON; quote it for a string"
        case .numberTooLarge: "an integer of more than 64 bits; write it as a decimal"
        case .recursiveAlias(let name): "alias '*\(name.excerpt())' is in the node that it repeats"
        case .aliasesTooLarge(let limit):
            "the aliases repeat more than \(limit >> 20) MiB; write what differs, or use '$ref'"
        case .noDocument: "the text has no document"
        case .severalDocuments: "a second document; only a text with one document can be read"
        case .tooDeep(let limit): "sequences and mappings are nested deeper than \(limit)"
        case .tooLarge(let limit): "the text has more than \(limit >> 20) MiB"
        case .mergeConflict: "unresolved merge conflict; keep one of the two versions"
        }
    }
}

extension YAMLError.Reason {
    /// Creates the reason of an error in the translated document, which only limits and names can violate.
    init(_ reason: JSONError.Reason) {
        switch reason {
        case .duplicateName(let name, let first): self = .duplicateKey(name, first: first)
        case .tooDeep(let limit): self = .tooDeep(limit: limit)
        default: self = .tooLarge(limit: 1 << 32)
        }
    }
}
