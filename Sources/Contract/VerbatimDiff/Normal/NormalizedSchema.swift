import VerbatimJSON

/// What a schema allows, in normal form: a union of shapes, and perhaps null.
///
/// References are resolved, `allOf` is merged, `anyOf` and `oneOf` are taken apart, and null is a word of its own, so
/// that however a schema was put together, the form is the same.
struct NormalizedSchema: Sendable {
    /// The schemas of the document that a value must keep, every one; none for anything.
    var sources: [JSON] = []
    /// Whether null is allowed.
    var allowsNull = false
    /// What other values may look like: no shape for nothing.
    var shapes: [SchemaBranch] = []
    /// Whether the shapes are those of a `oneOf`.
    var isOneOf = false
    /// Whether a value may have only one of the shapes although it could have two.
    var isExclusive = false

    /// The types of the values it allows, without null.
    var types: TypeSet { shapes.reduce(into: []) { $0.formUnion($1.types) } }
    /// Whether it allows nothing at all.
    var isNever: Bool { shapes.isEmpty && !allowsNull }
    /// Whether it allows everything.
    var isAnything: Bool { sources.isEmpty }
    /// The node to name when the location of the schema is told.
    var node: JSON? { sources.first }
}

/// What values of some types may look like: a schema without references and without choices.
struct SchemaBranch: Sendable {
    /// Stands for the form of a part; the forms of a recursive schema point at each other.
    typealias Index = Int

    /// The types of the values; null is the form's.
    var types: TypeSet = .all
    /// The only values there are.
    var values: [JSONValue]?
    var limits: [Limit: ValueBound] = [:]
    /// Keywords with a text, all of which hold: `pattern`, `format`, `multipleOf`.
    var texts: [TextKeyword: [String]] = [:]
    /// The date patterns of which one must match.
    var dateFormats: [String]?
    var isUnique = false

    /// The first elements of an array, each with a form of its own.
    var prefix: [Index] = []
    /// The form of the other elements.
    var items: Index = NormalizedSchemaCache.anything

    /// The members that are named, in document order.
    var properties: [(name: String, form: Index)] = []
    var patternProperties: [(pattern: String, form: Index)] = []
    /// The form of the members that nothing else has a say about.
    var additional: Index = NormalizedSchemaCache.anything
    var required: [String] = []
    /// The members that another member asks for.
    var dependentRequired: [String: Set<String>] = [:]

    /// Keywords with a schema about the whole value or about some part of it.
    var subschemas: [Subschema: [Index]] = [:]
    /// What the tool has no word for, by keyword.
    var others: [String: JSONValue] = [:]
    var notes = SchemaAnnotations()

    /// The form of a property that the shape names.
    func property(_ name: String) -> Index? { properties.first { $0.name == name }?.form }

    /// Whether any keyword speaks about the value as a whole beside its type.
    var hasConditions: Bool { !subschemas.isEmpty || !others.isEmpty }

    /// Whether it says no more than which values there are.
    var isEnumeration: Bool {
        values != nil && types.isSubset(of: .scalar) && !hasConditions
    }
}

/// A keyword whose value is a text, or as good as one, that is either the same or another.
enum TextKeyword: String, CaseIterable, Sendable {
    case pattern, format
    case multipleOf = "multiple-of"
    case contentMediaType = "content-media-type"
    case contentEncoding = "content-encoding"
    case dateProfile = "date-profile"
    case absence

    /// The keyword in a schema.
    var keyword: String {
        switch self {
        case .pattern, .format: rawValue
        case .multipleOf: "multipleOf"
        case .contentMediaType: "contentMediaType"
        case .contentEncoding: "contentEncoding"
        case .dateProfile, .absence: "x-" + rawValue
        }
    }

    /// Whether a value can break it.
    var isAsserted: Bool { self == .pattern || self == .format || self == .multipleOf }

    /// The values it has a say about.
    var types: TypeSet {
        switch self {
        case .multipleOf: .number
        case .format: [.string, .integer, .fraction]
        case .absence: .all
        default: .string
        }
    }
}

/// A keyword that holds a schema which is not that of a member or element of its own.
struct Subschema: Hashable, Sendable {
    enum Keyword: String, CaseIterable, Sendable {
        case not, contains
        case `if`, then, `else`
        case propertyNames = "property-names"
        case dependentSchema = "dependent-schema"
        case unevaluatedItems = "unevaluated-items"
        case unevaluatedProperties = "unevaluated-properties"
        case contentSchema = "content-schema"
    }

    let keyword: Keyword
    /// Which of several: the member that `dependentSchemas` is about.
    var name = ""
}

/// What a schema says that no value can break.
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
