/// A JSON value that is independent of a document, to be built, changed, compared and written.
///
/// Values are equal as JSON Schema defines it: numbers by value, strings by their Unicode scalars, objects in
/// any order (https://json-schema.org/draft/2020-12/json-schema-core#section-4.2.2).
public enum JSONValue: Sendable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number as written.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)

    /// Creates an object of the members that have a value.
    package init(members: [(String, JSONValue?)]) {
        self = .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
    }

    package init(count: Int) { self = .number(JSONNumber(count)) }

    /// The kind of the value.
    public var kind: JSON.Kind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The Boolean, or nil for any other value.
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    /// The number, or nil for any other value.
    public var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }
    /// The string, or nil for any other value.
    public var string: String? { if case .string(let string) = self { string } else { nil } }
    /// The elements, or nil for any other value.
    public var array: [JSONValue]? { if case .array(let array) = self { array } else { nil } }
    /// The object, or nil for any other value.
    public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

    /// The value of the first member with a name, or nil if it is missing.
    ///
    /// Setting a member of any value but an object replaces the value by an object.
    public subscript(name: String) -> JSONValue? {
        get { object?[name] }
        set {
            var object = object ?? [:]
            // The object is changed without a copy unless it is shared.
            self = .null
            object[name] = newValue
            self = .object(object)
        }
    }

    /// The element at an index, or nil if it is missing.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let array) = self, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The value at a pointer, or nil if it is missing.
    public subscript(pointer: JSONPointer) -> JSONValue? {
        pointer.tokens.reduce(Optional(self)) { value, token in
            switch value {
            case .object(let object)?: object[token]
            case .array?: JSONPointer.index(token).flatMap { value?[$0] }
            default: nil
            }
        }
    }
}

extension JSONValue: Hashable {
    /// Whether two values are equal as JSON.
    public static func == (a: JSONValue, b: JSONValue) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): ExactString(a) == ExactString(b)
        case (.array(let a), .array(let b)):
            LargeStackThread.isNeeded ? LargeStackThread.run { a == b } : a == b
        case (.object(let a), .object(let b)):
            LargeStackThread.isNeeded ? LargeStackThread.run { a == b } : a == b
        default: false
        }
    }

    /// Hashes the kind and the contents.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .null: break
        case .bool(let bool): hasher.combine(bool)
        case .number(let number): hasher.combine(number)
        case .string(let string): hasher.combine(ExactString(string))
        case .array, .object:
            if LargeStackThread.isNeeded { return LargeStackThread.run { hashContents(into: &hasher) } }
            hashContents(into: &hasher)
        }
    }

    private func hashContents(into hasher: inout Hasher) {
        if case .array(let array) = self { hasher.combine(array) }
        if case .object(let object) = self { hasher.combine(object) }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON.
    public var description: String { text(.compact) }
}

extension JSONValue: ExpressibleByNilLiteral {
    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// Creates a number, or `null` from a literal beyond the range of doubles, about which the compiler
    /// warns.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map { .number($0) } ?? .null }
}

extension JSONValue: ExpressibleByStringInterpolation {
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Creates an object with the members in the order of the literal.
    public init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(JSONObject(members)) }
}

extension JSONValue: Codable {
    /// Decodes a text of JSON.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self = try JSON(parsing: try container.decode(String.self)).value
        } catch let error as JSONError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
        }
    }

    /// Encodes the value as a text of JSON, which keeps its numbers as they are written.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text(.compact))
    }
}

extension JSON {
    /// Creates a document from a value; nil if the value is nested too deeply for a document.
    package init?(_ value: JSONValue) {
        guard let json = try? JSON(parsing: value.text(.compact)) else { return nil }
        self = json
    }
}

extension JSONValue {
    /// Returns the number of values in the value, itself included, or a limit if there are more.
    package func size(upTo limit: Int) -> Int {
        var size = 1
        switch self {
        case .array(let elements):
            for element in elements where size < limit { size += element.size(upTo: limit - size) }
        case .object(let object):
            for member in object.members where size < limit { size += member.value.size(upTo: limit - size) }
        case .null, .bool, .number, .string: break
        }
        return min(size, limit)
    }
}
