extension JSON {
    /// The decoded string, or nil for any other value.
    @inlinable public var string: String? {
        guard exists, tape.word(reference).isString else { return nil }
        return tape.string(reference)
    }

    /// The Boolean, or nil for any other value.
    @inlinable public var bool: Bool? {
        guard exists else { return nil }
        switch tape.word(reference).tag {
        case TapeWord.Tag.true: return true
        case TapeWord.Tag.false: return false
        default: return nil
        }
    }

    /// The number as written, or nil for any other value.
    public var number: JSONNumber? {
        guard exists, tape.word(reference).isNumber else { return nil }
        return JSONNumber(unchecked: tape.text(reference))
    }

    /// The number as an integer, or nil if it is not exactly one; `1.0` and `1e0` are.
    public var int: Int? { number?.int }

    /// The double nearest to the number, infinite beyond the range of doubles; nil for any other value.
    public var double: Double? { number?.double }

    /// A copy of the value that is independent of the document; `null` if the value is missing.
    public var value: JSONValue {
        switch kind {
        case nil, .null: .null
        case .bool: .bool(bool == true)
        case .number: .number(JSONNumber(unchecked: tape.text(reference)))
        case .string: .string(tape.string(reference))
        case .array, .object: LargeStackThread.isNeeded ? LargeStackThread.run { contents } : contents
        }
    }

    /// A copy of an array or object.
    private var contents: JSONValue {
        if kind == .array { return .array(elements.map(\.value)) }
        return .object(JSONObject(members.map { ($0.name, $0.value.value) }))
    }
}
