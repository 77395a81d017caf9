import VerbatimJSON

/// The values that a schema allows, in normal form: a union of branches, and perhaps null.
///
/// References are resolved, `allOf` is merged, `anyOf` and `oneOf` are expanded, and null is kept apart. So
/// schemas that allow the same values have the same form, however they are composed.
struct NormalizedSchema {
    /// The schemas of the document that a value has to satisfy. If it is empty, every value is valid.
    var sources: [JSON] = []
    var allowsNull = false
    /// The alternatives for other values. If it is empty, no other value is valid.
    var branches: [SchemaBranch] = []
    /// The choices that were not expanded into branches, which are compared by their text.
    var unexpanded: [String: JSON] = [:]
    /// Whether the branches are those of a `oneOf`.
    var isOneOf = false
    /// Whether a value that satisfies several branches is not allowed.
    var isExclusive = false
    /// Whether the schemas are beyond the limits of a comparison, so that the form says nothing about them.
    var isCut = false

    var types: TypeSet { branches.reduce(into: []) { $0.formUnion($1.types) } }
    var allTypes: TypeSet { allowsNull ? types.union(.null) : types }
    var isNever: Bool { branches.isEmpty && !allowsNull }
    /// Whether every value is allowed.
    var isAnything: Bool { sources.isEmpty }
    /// Whether every value is allowed, whatever the annotations.
    var allowsAll: Bool {
        allowsNull && branches.count == 1 && branches[0].isPlain && allTypes == .all && !isCut
    }
    /// The annotations, if there is only one branch.
    var annotations: SchemaAnnotations? { branches.count == 1 ? branches[0].annotations : nil }
    /// The node that messages quote.
    var node: JSON? { sources.first }
}

/// An alternative of a schema: one without references and without choices.
struct SchemaBranch {
    /// Identifies the form of a part; the forms of a recursive schema refer to each other.
    typealias Index = Int

    /// The references that were resolved, in order: alternatives with the same ones belong together.
    var references: [String] = []
    /// The types of the values, without null once the form is complete.
    var types: TypeSet = .all
    /// The allowed values, if they are enumerated.
    var values: [JSONValue]?
    var limits: [Limit: ValueBound] = [:]
    /// The texts of keywords, all of which apply.
    var texts: [TextKeyword: [String]] = [:]
    /// The date patterns, one of which has to match.
    var dateFormats: [String]?
    var isUnique = false

    /// The forms of the first elements of an array.
    var prefix: [Index] = []
    /// The form of the other elements.
    var items: Index = NormalizedSchemaCache.anything

    /// The named properties, in document order.
    var properties = OrderedGroups<String, Index>()
    var patternProperties = OrderedGroups<String, Index>()
    /// The form of the properties that are neither named nor match a pattern.
    var additional: Index = NormalizedSchemaCache.anything
    var required = UniqueNames()
    /// The properties that another property requires.
    var dependentRequired: [String: Set<String>] = [:]

    /// The schemas about the whole value or some part of it.
    var subschemas: [Subschema: [Index]] = [:]
    var hasUnexpandedChoices = false
    /// The values of the keywords that the comparison does not handle.
    var unhandled: [String: JSONValue] = [:]
    var annotations = SchemaAnnotations()

    /// Returns the form of the property with a name, whether or not the schema names it.
    func form(of name: String, in forms: NormalizedSchemaCache) -> Index {
        if let form = properties[name] { return form }
        let matching = patternProperties.pairs.filter { forms.matches($0.0, name) }.map(\.1)
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

    func form(at index: Int) -> Index { index < prefix.count ? prefix[index] : items }

    /// The test for the text of a string, apart from its length.
    var textTest: TextTest {
        TextTest(
            patterns: texts[.pattern, default: []], formats: texts[.format, default: []],
            dateFormats: dateFormats)
    }

    func acceptsLength(of string: String) -> Bool {
        let count = JSONNumber(string.unicodeScalars.count)
        return isWithin(.maxLength, count) && isWithin(.minLength, count)
    }

    func isWithin(_ limit: Limit, _ number: JSONNumber) -> Bool {
        guard let bound = limits[limit] else { return true }
        if number == bound.value { return !bound.isExclusive }
        return limit.isUpper ? number < bound.value : number > bound.value
    }
}

/// The keywords that no value can violate: https://json-schema.org/draft/2020-12/json-schema-core#section-7.7
struct SchemaAnnotations: Hashable, Sendable {
    var isDeprecated = false
    var sunset: String?
    var isReadOnly = false
    var isWriteOnly = false
    var defaultValue: JSONValue?
    var knownValues: [JSONValue]?
    var isMap: JSONValue?
    var discriminator: String?
    /// The components that the values of the discriminator select.
    var mapping: [String: String] = [:]
    /// The components among which a value selects one, if the schema lists them.
    var choices: Set<String> = []
}

/// Names in document order, each once.
struct UniqueNames: RandomAccessCollection {
    private var names: [String] = []
    private var known: Set<String> = []

    var startIndex: Int { 0 }
    var endIndex: Int { names.count }

    subscript(position: Int) -> String { names[position] }

    func contains(_ name: String) -> Bool { known.contains(name) }

    /// Appends a name unless it is known.
    mutating func append(_ name: String) {
        if known.insert(name).inserted { names.append(name) }
    }
}
