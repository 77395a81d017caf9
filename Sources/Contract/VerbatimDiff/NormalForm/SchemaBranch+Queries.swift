import VerbatimJSON
import VerbatimSchema

extension SchemaBranch {
    /// Returns the form of a named property, or nil.
    func property(_ name: String) -> Index? { properties[name] }

    /// Returns the form of the property with a name, whether or not the schema names it.
    func form(of name: String, in forms: NormalizedSchemaCache) -> Index {
        if let form = property(name) { return form }
        let matching = patternProperties.filter { forms.matches($0.name, name) }.map(\.form)
        guard let first = matching.first else { return additional }
        return matching.dropFirst().reduce(first) { forms.form(ofBoth: $0, $1) }
    }

    /// Whether it has assertions beside types and values that apply to the value as a whole.
    var hasConditions: Bool { !subschemas.isEmpty || !unhandled.isEmpty || hasUnexpandedChoices }

    /// Whether it only enumerates scalar values.
    var isEnumeration: Bool { values != nil && types.isSubset(of: .scalar) && !hasConditions }

    /// Whether it only restricts types.
    var isPlain: Bool {
        values == nil && limits.isEmpty && texts.isEmpty && dateFormats == nil && !isUnique && prefix.isEmpty
            && items == NormalizedSchemaCache.anything && properties.isEmpty && patternProperties.isEmpty
            && additional == NormalizedSchemaCache.anything && required.isEmpty && dependentRequired.isEmpty
            && !hasConditions
    }

    /// Returns the form of the element with an index.
    func form(at index: Int) -> Index { index < prefix.count ? prefix[index] : items }

    /// The test for the text of a string, apart from its length.
    var textTest: TextTest {
        TextTest(
            patterns: texts[.pattern, default: []], formats: texts[.format, default: []],
            dateFormats: dateFormats)
    }

    /// Returns whether the length of a string is within the limits.
    func acceptsLength(of string: String) -> Bool {
        let count = JSONNumber(string.unicodeScalars.count)
        return isWithin(.maxLength, count) && isWithin(.minLength, count)
    }

    fileprivate func isWithin(_ limit: Limit, _ number: JSONNumber) -> Bool {
        guard let bound = limits[limit] else { return true }
        if number == bound.value { return !bound.isExclusive }
        return limit.isUpper ? number < bound.value : number > bound.value
    }
}

/// Tests values for the keywords for their type, size and text, but not those for parts.
struct ScalarTest {
    private let branch: SchemaBranch
    private let values: Set<JSONValue>?
    private let multiples: [JSONNumber]
    private let text: TextTest

    /// Creates a test by all keywords of a branch, or by all but its enumeration.
    init(_ branch: SchemaBranch, ignoringEnumeration: Bool = false) {
        self.branch = branch
        values = ignoringEnumeration ? nil : branch.values.map { Set($0) }
        multiples = branch.texts[.multipleOf, default: []].compactMap { JSONNumber($0) }
        text = branch.textTest
    }

    /// Returns whether a value passes.
    func accepts(_ value: JSONValue) -> Bool {
        guard branch.types.contains(TypeSet(value)) else { return false }
        if let values, !values.contains(value) { return false }
        switch value {
        case .number(let number):
            return branch.isWithin(.max, number) && branch.isWithin(.min, number)
                && multiples.allSatisfy { number.isMultiple(of: $0) }
        case .string(let string): return branch.acceptsLength(of: string) && text.accepts(string)
        default: return true
        }
    }
}

/// Tests strings for patterns and formats, with the validator that checks recordings.
struct TextTest {
    /// The patterns and formats; nil if every string is valid, or if no string is.
    private let schema: CompiledSchema?
    private let isInvalid: Bool

    /// Creates a test for all of several patterns and formats, and one of several date patterns.
    ///
    /// No string passes if one of them is invalid.
    init(patterns: [String] = [], formats: [String] = [], dateFormats: [String]? = nil) {
        var keywords =
            patterns.map { ("pattern", JSONValue.string($0)) } + formats.map { ("format", .string($0)) }
        if let dateFormats { keywords.append(("x-date-formats", .array(dateFormats.map(JSONValue.string)))) }
        guard !keywords.isEmpty else {
            schema = nil
            isInvalid = false
            return
        }
        let all: JSONValue = ["allOf": .array(keywords.map { .object([$0.0: $0.1]) })]
        schema = JSON(all).flatMap { document in
            try? Schema(document).compile(options: CompileOptions(formats: .assertion))
        }
        isInvalid = schema == nil
    }

    /// Returns whether a string passes.
    func accepts(_ text: String) -> Bool {
        guard let schema else { return !isInvalid }
        return JSON(.string(text)).map(schema.accepts) ?? false
    }
}

extension JSON {
    /// Creates a document from a value.
    init?(_ value: JSONValue) {
        guard let json = try? JSON(parsing: value.text(.compact)) else { return nil }
        self = json
    }
}
