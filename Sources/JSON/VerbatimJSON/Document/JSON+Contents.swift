extension JSON {
    /// The string, decoded; nil for any other value.
    @inlinable public var string: String? {
        guard exists, tape.word(reference).isString else { return nil }
        return tape.string(reference)
    }

    /// The truth value; nil for any other value.
    @inlinable public var bool: Bool? {
        guard exists else { return nil }
        switch tape.word(reference).tag {
        case TapeWord.Tag.true: return true
        case TapeWord.Tag.false: return false
        default: return nil
        }
    }

    /// The number, with its text; nil for any other value.
    public var number: JSONNumber? {
        guard exists, tape.word(reference).isNumber else { return nil }
        return JSONNumber(unchecked: tape.text(reference))
    }

    /// The number as an integer, if it is exactly one, however it is written; nil for any other value.
    public var int: Int? { number?.int }

    /// The number as the nearest double; nil for any other value, infinite beyond the range of doubles.
    public var double: Double? { number?.double }

    /// The value as a tree of its own, independent of the document; `null` if it is not there.
    public var value: JSONValue {
        switch kind {
        case nil, .null: .null
        case .bool: .bool(bool == true)
        case .number: .number(JSONNumber(unchecked: tape.text(reference)))
        case .string: .string(tape.string(reference))
        case .array: .array(elements.map(\.value))
        case .object: .object(JSONObject(members.map { ($0.name, $0.value.value) }))
        }
    }
}
