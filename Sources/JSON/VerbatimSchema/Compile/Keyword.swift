import VerbatimJSON

/// The keywords of draft 2020-12.
///
/// https://json-schema.org/draft/2020-12/json-schema-core and
/// https://json-schema.org/draft/2020-12/json-schema-validation
enum Keyword: String, CaseIterable, BitwiseCopyable {
    case id = "$id"
    case schema = "$schema"
    case reference = "$ref"
    case anchor = "$anchor"
    case dynamicReference = "$dynamicRef"
    case dynamicAnchor = "$dynamicAnchor"
    case vocabulary = "$vocabulary"
    case comment = "$comment"
    case defs = "$defs"

    case prefixItems, items, contains
    case additionalProperties, properties, patternProperties, dependentSchemas, propertyNames
    case `if`, then, `else`, allOf, anyOf, oneOf, not

    case unevaluatedItems, unevaluatedProperties

    case type, const, `enum`
    case multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum
    case maxLength, minLength, pattern
    case maxItems, minItems, uniqueItems, maxContains, minContains
    case maxProperties, minProperties, required, dependentRequired

    case title, description, `default`, deprecated, readOnly, writeOnly, examples
    case format
    case contentEncoding, contentMediaType, contentSchema

    /// Keywords of earlier drafts that the metaschema of 2020-12 retains.
    case definitions, dependencies
    /// Extensions of this package.
    case dateFormats = "x-date-formats"
    case dateProfile = "x-date-profile"

    /// Whether the keyword identifies a schema.
    var isIdentifier: Bool { self == .id || self == .anchor || self == .dynamicAnchor }

    /// The arrangement of subschemas in the value of a keyword.
    enum Subschemas {
        case none, one, array, byName

        /// Returns the subschemas in the value of a keyword.
        func list(in value: JSON) -> [JSON] {
            switch self {
            case .none: []
            case .one: [value]
            case .array: Array(value.elements)
            case .byName: value.members.map(\.value)
            }
        }
    }

    /// The keywords that apply to the properties or elements that the keyword leaves.
    var dependents: Set<Keyword> {
        switch self {
        case .properties, .patternProperties: [.additionalProperties, .unevaluatedProperties]
        case .prefixItems: [.items, .unevaluatedItems]
        default: subschemas == .none && self != .reference ? [] : [.unevaluatedProperties, .unevaluatedItems]
        }
    }

    var subschemas: Subschemas {
        switch self {
        case .items, .contains, .additionalProperties, .propertyNames, .if, .then, .else, .not,
            .unevaluatedItems, .unevaluatedProperties, .contentSchema:
            .one
        case .prefixItems, .allOf, .anyOf, .oneOf: .array
        case .defs, .definitions, .properties, .patternProperties, .dependentSchemas, .dependencies:
            .byName
        default: .none
        }
    }

    /// The vocabulary that defines the keyword. Section 8.1.2 of the core specification.
    var vocabulary: Vocabulary {
        switch self {
        case .id, .schema, .reference, .anchor, .dynamicReference, .dynamicAnchor, .vocabulary, .comment,
            .defs, .definitions, .dependencies, .dateFormats, .dateProfile:
            .core
        case .prefixItems, .items, .contains, .additionalProperties, .properties, .patternProperties,
            .dependentSchemas, .propertyNames, .if, .then, .else, .allOf, .anyOf, .oneOf, .not:
            .applicator
        case .unevaluatedItems, .unevaluatedProperties: .unevaluated
        case .title, .description, .default, .deprecated, .readOnly, .writeOnly, .examples: .metadata
        case .format: [.formatAnnotation, .formatAssertion]
        case .contentEncoding, .contentMediaType, .contentSchema: .content
        default: .validation
        }
    }
}
