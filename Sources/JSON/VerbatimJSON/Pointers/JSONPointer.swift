/// A JSON Pointer: the path to a value in a document (https://www.rfc-editor.org/rfc/rfc6901).
public struct JSONPointer: Sendable {
    /// The decoded reference tokens, from the root.
    public var tokens: [String]

    /// Creates a pointer from decoded tokens; without tokens it is the root.
    public init(_ tokens: [String] = []) { self.tokens = tokens }

    /// The pointer to the whole document.
    public static let root = JSONPointer()

    /// Parses a pointer as in section 3: an empty string, or tokens that each begin with a slash.
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

    /// Returns the pointer to a member of the value that this pointer identifies.
    public func appending(_ name: String) -> JSONPointer { JSONPointer(tokens + [name]) }

    /// Returns the pointer to an element of the value that this pointer identifies.
    public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    /// Returns this pointer followed by another.
    public func appending(_ pointer: JSONPointer) -> JSONPointer { JSONPointer(tokens + pointer.tokens) }

    /// The pointer to the containing array or object, or nil for the root.
    public var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(Array(tokens.dropLast())) }

    /// The error of a string that is not a JSON Pointer.
    public struct ParsingError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The string.
        public let text: String

        /// The string, and the syntax of a pointer.
        public var description: String {
            "invalid JSON Pointer '\(text)'; each token begins with '/', and '~' is written '~0', '/' '~1'"
                .onOneLine
        }
    }

    /// Decodes a token, or returns nil if a tilde in it is not part of an escape.
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

    /// Returns the array index that a token denotes, as in section 4: digits without leading zeros.
    package static func index(_ token: String) -> Int? {
        let digits = token.utf8
        guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1,
            digits.allSatisfy(\.isDigit)
        else { return nil }
        return Int(token)
    }
}

extension JSONPointer: Hashable {
    /// Whether two pointers have the same tokens, compared byte by byte.
    public static func == (a: JSONPointer, b: JSONPointer) -> Bool {
        a.tokens.elementsEqual(b.tokens) { ExactString($0) == ExactString($1) }
    }

    /// Hashes the tokens.
    public func hash(into hasher: inout Hasher) {
        for token in tokens { hasher.combine(ExactString(token)) }
    }
}

extension JSONPointer: CustomStringConvertible {
    /// The pointer as a string, as in `/items/0`.
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

extension JSONPointer {
    /// The place in a document as people write it: `paths["/items"].get.responses.404`. Names with other
    /// characters than letters, digits, `_`, `-`, `$` and `*` are in brackets.
    package var path: String {
        tokens.enumerated().map { index, token in
            let isPlain =
                !token.isEmpty && token.utf8.allSatisfy { $0.isLetterOrDigit || "_-$*".utf8.contains($0) }
            return isPlain ? (index > 0 ? "." : "") + token : "[\(token.quotedExcerpt())]"
        }.joined()
    }
}

extension JSONPointer: Codable, CodingKeyRepresentable {
    /// Decodes the pointer from its string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(parsing: try container.decode(String.self))
        } catch let error as ParsingError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
        }
    }

    /// Encodes the pointer as its string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Creates the pointer from a key; nil if the key is no pointer.
    public init?<Key: CodingKey>(codingKey: Key) {
        guard let pointer = try? JSONPointer(parsing: codingKey.stringValue) else { return nil }
        self = pointer
    }

    /// The pointer as a key.
    public var codingKey: any CodingKey { description.codingKey }
}

// MARK: Patterns

extension JSONPointer {
    /// The token of a pattern that stands for any token.
    package static let anyToken = "*"

    /// Returns whether a pointer matches this pattern, in which the token `*` stands for any token.
    package func matches(_ pointer: JSONPointer) -> Bool { Self.matches(tokens, pointer.tokens) }

    /// Returns whether tokens match a pattern, in which `*` stands for any token.
    package static func matches(_ pattern: [String], _ tokens: [String]) -> Bool {
        pattern.count == tokens.count
            && zip(pattern, tokens).allSatisfy { $0 == anyToken || ExactString($0) == ExactString($1) }
    }

    /// The pattern of this pointer and of those that differ from it in array indices only: `/items/*/id`.
    ///
    /// The name of a member that reads as an index becomes `*` as well.
    package var pattern: JSONPointer {
        JSONPointer(tokens.map { Self.index($0) == nil ? $0 : Self.anyToken })
    }
}
