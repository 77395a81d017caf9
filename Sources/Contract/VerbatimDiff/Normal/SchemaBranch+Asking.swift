import VerbatimJSON

extension SchemaBranch {
    /// The form of the member with a name, whether or not it is named.
    func form(of name: String, in forms: NormalizedSchemaCache) -> Index {
        if let form = property(name) { return form }
        let matching = patternProperties.filter { TextTest.matches($0.pattern, name) }.map(\.form)
        guard let first = matching.first else { return additional }
        return matching.dropFirst().reduce(first) { forms.form(ofBoth: $0, $1) }
    }

    /// Whether it says no more than which types there are.
    var isPlain: Bool {
        values == nil && limits.isEmpty && texts.isEmpty && dateFormats == nil && !isUnique && prefix.isEmpty
            && items == NormalizedSchemaCache.anything && properties.isEmpty && patternProperties.isEmpty
            && additional == NormalizedSchemaCache.anything && required.isEmpty && dependentRequired.isEmpty
            && !hasConditions
    }

    /// The form of the element with an index.
    func form(at index: Int) -> Index { index < prefix.count ? prefix[index] : items }

    /// Whether a value keeps what is said about its type, its size and its text.
    ///
    /// Nothing is asked about the inside of arrays and objects.
    func accepts(scalar value: JSONValue) -> Bool {
        guard types.contains(TypeSet(value)) else { return false }
        if let values, !values.contains(value) { return false }
        switch value {
        case .number(let number): return accepts(number)
        case .string(let string): return accepts(string)
        default: return true
        }
    }

    private func accepts(_ number: JSONNumber) -> Bool {
        let multiples = texts[.multipleOf, default: []].compactMap { JSONNumber($0) }
        return isWithin(.max, number) && isWithin(.min, number)
            && multiples.allSatisfy { number.isMultiple(of: $0) }
    }

    private func accepts(_ string: String) -> Bool { isLongEnough(string) && textTest.accepts(string) }

    /// What is asked of the text of a string, apart from its length.
    var textTest: TextTest {
        TextTest(
            patterns: texts[.pattern, default: []], formats: texts[.format, default: []],
            dateFormats: dateFormats)
    }

    /// Whether the length of a string is within its limits.
    func isLongEnough(_ string: String) -> Bool {
        let count = JSONNumber(string.unicodeScalars.count)
        return isWithin(.maxLength, count) && isWithin(.minLength, count)
    }

    private func isWithin(_ limit: Limit, _ number: JSONNumber) -> Bool {
        guard let bound = limits[limit] else { return true }
        if number == bound.value { return !bound.isExclusive }
        return limit.isUpper ? number < bound.value : number > bound.value
    }
}
