/// A path into a JSON value: RFC 6901 (https://www.rfc-editor.org/rfc/rfc6901).
public struct JSONPointer: Sendable {
    /// The reference tokens, decoded, from the root on.
    public var tokens: [String]

    /// Creates a pointer from decoded tokens; without any it points to the root.
    public init(_ tokens: [String] = []) {
        self.tokens = tokens
    }

    /// The path to the whole document.
    public static let root = JSONPointer()

    /// Reads a pointer as in section 3: empty, or tokens that each begin with a slash.
    public init(parsing text: String) throws(ParsingError) {
        guard !text.utf8.isEmpty else {
            self.init()
            return
        }
        var tokens: [String] = []
        for part in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let token = JSONPointer.decoded(part) else { throw ParsingError(text: text) }
            tokens.append(token)
        }
        guard tokens.removeFirst().isEmpty else { throw ParsingError(text: text) }
        self.init(tokens)
    }

    /// The pointer to a member of what this one points to.
    public func appending(_ name: String) -> JSONPointer { JSONPointer(tokens + [name]) }

    /// The pointer to an element of what this one points to.
    public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    /// This pointer, and then another from there.
    public func appending(_ pointer: JSONPointer) -> JSONPointer { JSONPointer(tokens + pointer.tokens) }

    /// The pointer to what holds the value; nil for the root.
    public var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(Array(tokens.dropLast())) }

    /// Why a text is not a pointer.
    public struct ParsingError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The text.
        public let text: String

        /// What a pointer looks like, and what was found.
        public var description: String {
            "'\(text)' is not a JSON Pointer; each token begins with '/', and '~' is written '~0', '/' '~1'"
        }
    }

    /// The token that some bytes spell, unless a tilde in them means nothing.
    private static func decoded(_ part: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = part.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.next() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The array index that a token spells as in section 4: digits without leading zeros.
    package static func index(_ token: String) -> Int? {
        let digits = token.utf8
        guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1,
            digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        return Int(token)
    }
}

extension JSONPointer: Hashable {
    /// Whether both have the same tokens, byte by byte.
    public static func == (a: JSONPointer, b: JSONPointer) -> Bool {
        a.tokens.elementsEqual(b.tokens) { ExactString($0) == ExactString($1) }
    }

    /// Feeds the tokens.
    public func hash(into hasher: inout Hasher) {
        for token in tokens { hasher.combine(ExactString(token)) }
    }
}

extension JSONPointer: CustomStringConvertible {
    /// The pointer as text, as in `/items/0`.
    public var description: String {
        var bytes: [UInt8] = []
        for token in tokens {
            bytes.append(UInt8(ascii: "/"))
            for byte in token.utf8 {
                switch byte {
                case UInt8(ascii: "~"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "0")]
                case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
                default: bytes.append(byte)
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
