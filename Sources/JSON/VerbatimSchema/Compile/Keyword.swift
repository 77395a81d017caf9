@_spi(Tape) package import VerbatimJSON

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

    var isIdentifier: Bool { self == .id || self == .anchor || self == .dynamicAnchor }

    enum Subschemas {
        case none, one, array, byName

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
        case .defs, .definitions, .properties, .patternProperties, .dependentSchemas, .dependencies: .byName
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

extension JSON {
    /// The schemas directly inside a schema.
    package var subschemas: [JSON] {
        members.flatMap { Keyword(rawValue: $0.name)?.subschemas.list(in: $0.value) ?? [] }
    }
}

/// The vocabularies that the `$vocabulary` of a metaschema lists.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.2
struct Vocabulary: OptionSet, Sendable {
    let rawValue: UInt16

    static let core = Vocabulary(rawValue: 1)
    static let applicator = Vocabulary(rawValue: 2)
    static let unevaluated = Vocabulary(rawValue: 4)
    static let validation = Vocabulary(rawValue: 8)
    static let metadata = Vocabulary(rawValue: 16)
    static let formatAnnotation = Vocabulary(rawValue: 32)
    static let formatAssertion = Vocabulary(rawValue: 64)
    static let content = Vocabulary(rawValue: 128)
    /// Not a vocabulary: marks schemas of draft 2019-09, which are supported as far as they agree with
    /// 2020-12.
    static let draft2019 = Vocabulary(rawValue: 256)

    /// The vocabularies of https://json-schema.org/draft/2020-12/schema.
    static let standard: Vocabulary = [
        .core, .applicator, .unevaluated, .validation, .metadata, .formatAnnotation, .content,
    ]

    /// The vocabularies by their URIs, in the order of their bits.
    static let byURI: [String: Vocabulary] = {
        let names = [
            "core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation",
            "format-assertion", "content",
        ]
        let bits = names.enumerated().map { number, name in
            ("https://json-schema.org/draft/2020-12/vocab/\(name)", Vocabulary(rawValue: 1 << number))
        }
        return Dictionary(bits) { first, _ in first }
    }()
}

/// A member of a schema object: a keyword, or an unknown name, with its value.
struct SchemaMember {
    /// The keyword, or nil if it is unknown.
    let keyword: Keyword?
    let name: JSON
    let value: JSON

    /// The keywords by the bytes of their names; their entries have their order.
    private static let (table, keywords) = {
        var table = KeyTable()
        let keywords = table.addSubtable(of: Keyword.allCases.map(\.rawValue)).subtable
        return (FixedKeyTable(table), keywords)
    }()

    /// Returns the members of a schema object, in document order.
    static func members(of schema: JSON) -> [SchemaMember] {
        schema.read { tape, node in
            let search = table.search
            var members: [SchemaMember] = []
            members.reserveCapacity(tape.count(node))
            var name = tape.first(in: node)
            let end = tape.next(after: node)
            while name < end {
                let entry = tape.entry(of: name, in: keywords, of: search)
                members.append(
                    SchemaMember(
                        keyword: entry < 0 ? nil : Keyword.allCases[entry], name: schema.value(atNode: name),
                        value: schema.value(atNode: name + 1)))
                name = tape.next(after: name + 1)
            }
            return members
        } ?? []
    }
}
