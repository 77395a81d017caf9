import VerbatimJSON

extension JSONValue {
    /// Creates a number in the provider's spelling, such as `-1.00`.
    static func decimal(_ text: String) -> JSONValue {
        JSONNumber(text).map(JSONValue.number) ?? .string(text)
    }

    static func integer(_ number: Int) -> JSONValue {
        .number(JSONNumber(number))
    }

    static func strings(_ texts: [String]) -> JSONValue {
        .array(texts.map(JSONValue.string))
    }
}

extension JSONObject {
    /// Appends a member if there is a value.
    mutating func append(_ name: String, ifPresent value: JSONValue?) {
        if let value { append(name, value) }
    }
}
