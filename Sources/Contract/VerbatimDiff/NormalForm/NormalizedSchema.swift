import VerbatimJSON

/// The values that a schema allows, in normal form: a union of branches, and perhaps null.
///
/// References are resolved, `allOf` is merged, `anyOf` and `oneOf` are expanded, and null is kept apart. So
/// schemas that allow the same values have the same form, however they are composed.
struct NormalizedSchema: Sendable {
    /// The schemas of the document that a value has to satisfy. If it is empty, every value is valid.
    var sources: [JSON] = []
    /// Whether null is allowed.
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

    /// The types of the allowed values, without null.
    var types: TypeSet { branches.reduce(into: []) { $0.formUnion($1.types) } }
    /// The types of the allowed values.
    var allTypes: TypeSet { allowsNull ? types.union(.null) : types }
    /// Whether no value is allowed.
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
struct SchemaBranch: Sendable {
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
    var properties = NamedForms()
    var patternProperties = NamedForms()
    /// The form of the properties that are neither named nor match a pattern.
    var additional: Index = NormalizedSchemaCache.anything
    var required = UniqueNames()
    /// The properties that another property requires.
    var dependentRequired: [String: Set<String>] = [:]

    /// The schemas about the whole value or some part of it.
    var subschemas: [Subschema: [Index]] = [:]
    /// Whether the form has choices that were not expanded.
    var hasUnexpandedChoices = false
    /// The values of the keywords that the comparison does not handle.
    var unhandled: [String: JSONValue] = [:]
    var annotations = SchemaAnnotations()
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
    var mapping: [String: String] = [:]
}
