/// The header fields of a message, in wire order.
///
/// Names keep the case they came in and are compared without it; a name may occur more than once
/// (two `Set-Cookie` lines stay two fields).
///
/// RFC 9110, section 5: https://www.rfc-editor.org/rfc/rfc9110#section-5
public struct HeaderFields: Sendable, Hashable {
    /// One field line.
    public struct Field: Sendable, Hashable {
        /// The field name, in the case it came in.
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
    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// Joins all values of a name with `, `, or is nil when the name is absent.
    ///
    /// Setting replaces the first line of that name, removes the others, and appends when there was none;
    /// setting nil removes every line.
    public subscript(name: String) -> String? {
        get {
            let values = values(of: name)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set { replace(name, with: newValue) }
    }

    /// Lists the values of a name, one a line, in order.
    public func values(of name: String) -> [String] {
        fields.compactMap { $0.name.equalsIgnoringASCIICase(name) ? $0.value : nil }
    }

    /// Adds a line at the end.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Removes every line of a name.
    public mutating func remove(_ name: String) {
        fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
    }

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
    /// Creates header fields in the order of the literal; a repeated name stays repeated.
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
    /// Compares field names, schemes and hosts: ASCII letters without case, everything else by its bytes.
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
