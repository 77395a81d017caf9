package import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// What a model decodes as the value of a property, found by trying values in recorded objects.
package struct PropertyAcceptance: Sendable, Hashable {
    /// The kinds of values: `string`, `integer`, `number`, `boolean`, `null`, `array`, `object`.
    package let types: Set<String>
    /// The only strings that it decodes, of those that contract and recordings have; nil if it decodes any.
    package let words: Set<String>?
    /// The notations of the dates that it decodes, with 0 for any digit; nil if it is no date.
    package let dates: Set<String>?

    package init(types: Set<String>, words: Set<String>? = nil, dates: Set<String>? = nil) {
        self.types = types
        self.words = words
        self.dates = dates
    }

    /// The kinds of values, in the order in which they are written.
    package static let typeNames = ["string", "integer", "number", "boolean", "null", "array", "object"]

    /// Returns whether the property decodes a value, as far as it is known.
    package func accepts(_ value: Finding.Value) -> Bool {
        switch value {
        case .scalar(.number(let number)):
            types.contains("number") || number.isInteger && types.contains("integer")
        case .scalar(.string(let text)):
            types.contains("string") && words?.contains(text) ?? true
                && dates?.contains(text.notation) ?? true
        default: !types.isDisjoint(with: value.types)
        }
    }

    /// Tries values of each kind in recorded objects that have the property; nil without any.
    init?(of property: PropertyEvidence) {
        let trials = property.compatibility.trials
        guard !trials.isEmpty else { return nil }
        func decodes(_ value: JSONValue) -> Bool { trials.contains { $0.decodes(value) } }
        let recorded = trials.compactMap(\.recorded)
        let words = recorded.compactMap(\.string) + property.words
        let probes = Self.probes + (property.key.isDate ? Self.dateForms : [])
        let strings = Set(words + probes).filter { decodes(.string($0)) }
        var types: Set<String> = strings.isEmpty ? [] : ["string"]
        let others: [(String, JSONValue)] = [
            ("integer", 1), ("number", 0.5), ("boolean", true), ("null", .null), ("array", []),
            ("object", [:]),
        ]
        let containers = recorded.map(\.kind).filter { $0 == .array || $0 == .object }.map(\.typeName)
        for (type, value) in others where decodes(value) || containers.contains(type) { types.insert(type) }
        let isOpen = !strings.isDisjoint(with: Self.probes)
        self.init(
            types: types, words: isOpen || strings.isEmpty || property.key.isDate ? nil : strings,
            dates: property.key.isDate && !strings.isEmpty ? Set(strings.map(\.notation)) : nil)
    }

    /// Strings that a property decodes unless its words are listed: a word, a number, an address.
    private static let probes = ["verbatim", "1", "https://example.com/a"]
    private static let dateForms = [
        "2024-02-29T13:05:09Z", "2024-02-29T13:05:09.123Z", "2024-02-29T13:05:09+02:00",
        "2024-02-29T13:05:09", "2024-02-29 13:05:09", "2024-02-29",
    ]
}

extension PropertyEvidence {
    /// The words that the contract knows as values.
    fileprivate var words: [String] {
        schema.map { SchemaView([$0], binding.contract.references).enumeration.compactMap(\.string) } ?? []
    }
}
