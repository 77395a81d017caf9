/// A JSON value of its own, without a text: to build, change, compare and write.
///
/// Two values are equal as JSON Schema means it: numbers by value, strings by their scalars, objects in any order.
public enum JSONValue: Sendable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, with its text.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Members in order.
    case object(JSONObject)

    /// What the value is.
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

    /// The truth value; nil for any other value.
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    /// The number; nil for any other value.
    public var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }
    /// The string; nil for any other value.
    public var string: String? { if case .string(let string) = self { string } else { nil } }
    /// The elements; nil for any other value.
    public var array: [JSONValue]? { if case .array(let array) = self { array } else { nil } }
    /// The object; nil for any other value.
    public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

    /// The member with a name; nil without one or for any other value. Setting makes any other value an object.
    public subscript(name: String) -> JSONValue? {
        get { object?[name] }
        set {
            var object = object ?? [:]
            object[name] = newValue
            self = .object(object)
        }
    }

    /// The element with an index; nil without one or for any other value.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let array) = self, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The value that a pointer leads to from this one; nil without one.
    public func at(_ pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            let child: JSONValue? =
                switch value {
                case .object(let object): object[token]
                case .array: JSONPointer.index(token).flatMap { value[$0] }
                default: nil
                }
            guard let child else { return nil }
            value = child
        }
        return value
    }
}

extension JSONValue: Hashable {
    /// Whether both are the same JSON value.
    public static func == (a: JSONValue, b: JSONValue) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): ExactString(a) == ExactString(b)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }

    /// Feeds the kind and the contents.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .null: break
        case .bool(let bool): hasher.combine(bool)
        case .number(let number): hasher.combine(number)
        case .string(let string): hasher.combine(ExactString(string))
        case .array(let array): hasher.combine(array)
        case .object(let object): hasher.combine(object)
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON.
    public var description: String { text(.compact) }
}
