/// The header fields of a message, in wire order.
///
/// Names keep their case and are compared without it. A name may occur more than once: two `Set-Cookie` lines
/// are two fields.
///
/// RFC 9110, section 5: https://www.rfc-editor.org/rfc/rfc9110#section-5
public struct HeaderFields: Sendable, Hashable {
    /// One field line.
    public struct Field: Sendable, Hashable {
        /// The field name, in its original case.
        public var name: String
        /// The field value, without surrounding white space.
        public var value: String

        /// Creates a field line.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The field lines, in order.
    public var fields: [Field]

    /// Creates header fields from lines, in order.
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// The values of a name joined by `, `, or nil if the name is absent.
    ///
    /// Setting a value replaces the first line of the name and removes the others; if the name is absent, it
    /// appends a line. Setting nil removes every line.
    public subscript(name: String) -> String? {
        get {
            guard let first = fields.firstIndex(where: { $0.name.equalsIgnoringASCIICase(name) }) else {
                return nil
            }
            let rest = fields[(first + 1)...].filter { $0.name.equalsIgnoringASCIICase(name) }
            return rest.reduce(fields[first].value) { $0 + ", " + $1.value }
        }
        set { replace(name, with: newValue) }
    }

    /// Returns the values of a name, one for each line, in order.
    public func values(of name: String) -> [String] {
        fields.compactMap { $0.name.equalsIgnoringASCIICase(name) ? $0.value : nil }
    }

    /// Appends a line.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Removes every line of a name.
    public mutating func remove(_ name: String) { fields.removeAll { $0.name.equalsIgnoringASCIICase(name) } }

    private mutating func replace(_ name: String, with value: String?) {
        guard let value else { return remove(name) }
        guard let first = fields.firstIndex(where: { $0.name.equalsIgnoringASCIICase(name) }) else {
            return append(name, value)
        }
        fields[first].value = value
        let rest = fields[(first + 1)...].filter { !$0.name.equalsIgnoringASCIICase(name) }
        fields.replaceSubrange((first + 1)..., with: rest)
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// Creates header fields in the order of the literal, which may repeat names.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Field(name: $0.0, value: $0.1) })
    }
}

extension HeaderFields: RandomAccessCollection {
    /// The position of the first line.
    public var startIndex: Int { fields.startIndex }
    /// The position past the last line.
    public var endIndex: Int { fields.endIndex }
    /// The line at a position.
    public subscript(position: Int) -> Field { fields[position] }
}

extension String {
    /// Whether two field names, schemes or hosts are equal: ASCII letters without case, other characters by
    /// their bytes.
    package func equalsIgnoringASCIICase(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return utf8.elementsEqual(other.utf8) {
            $0 == $1 || ($0 ^ $1 == 0x20 && ($0 | 0x20).isLowerCaseASCIILetter)
        }
    }
}

extension UInt8 {
    fileprivate var isLowerCaseASCIILetter: Bool { self >= 0x61 && self <= 0x7a }
}

extension String {
    /// Splits a `Set-Cookie` value into cookies, as some transports join several fields by commas.
    ///
    /// A comma separates cookies if a name and `=` follow it; the comma of `Expires=Wed, 21 Oct 2026` does
    /// not.
    ///
    /// RFC 6265, section 3: https://www.rfc-editor.org/rfc/rfc6265#section-3
    package func splitSetCookie() -> [Substring] {
        var cookies: [Substring] = []
        for piece in split(separator: ",", omittingEmptySubsequences: false) {
            let name = piece.drop { $0 == " " }.prefix { $0 != "=" && $0 != ";" && $0 != " " }
            let beginsCookie = !name.isEmpty && name.endIndex < piece.endIndex && piece[name.endIndex] == "="
            if let last = cookies.last, !beginsCookie {
                cookies[cookies.count - 1] = self[last.startIndex..<piece.endIndex]
            } else {
                cookies.append(piece)
            }
        }
        return cookies
    }
}
