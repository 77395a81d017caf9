import VerbatimJSON

extension ChangeKind {
    /// The kinds about schemas within a schema, and about arrays and objects.
    package static let structure =
        subschemas + [
            anyOfAdded, anyOfRemoved, oneOfAdded, oneOfRemoved, kindAdded, kindRemoved, wrapped, unwrapped,
            oneOfBecameAnyOf,
            anyOfBecameOneOf, discriminatorAdded, discriminatorRemoved, discriminatorNameChanged,
            mappingAdded, mappingDeleted, mappingChanged, uniqueItemsRemoved, uniqueItemsAdded,
            prefixItemsAdded, prefixItemsRemoved, patternPropertyAdded, patternPropertyRemoved,
            dependentRequiredAdded, dependentRequiredRemoved, dependentRequiredChanged, mapDecisionChanged,
        ]
}

// MARK: - Keywords that are there or not

/// A change of a keyword that is there or not.
enum KeywordChange: String, CaseIterable {
    case added, removed, changed

    var back: KeywordChange {
        switch self {
        case .added: .removed
        case .removed: .added
        case .changed: .changed
        }
    }
}

/// The rows of a keyword that is there or not.
struct KeywordRow {
    /// The keyword in the ids of rules.
    let name: String
    let subject: String
    let noun: String
    let severity: RuleSeverity
    /// The harm if it is removed, and if it is another one.
    let reasons: (removed: String, changed: String)
    /// Whether a value can violate it.
    let isAsserted: Bool
    /// Schemas without it, with it, and with another value of it.
    let without: JSONValue, with: JSONValue, other: JSONValue

    func kind(
        _ change: KeywordChange, back: @autoclosure @escaping @Sendable () -> ChangeKind
    ) -> ChangeKind {
        let name = "\(name)-\(change.rawValue)"
        let object = ("aeiou".contains(noun.prefix(1)) ? "an " : "a ") + noun
        return switch change {
        case .added:
            ChangeKind(
                name, .narrows("has \(object)"), "\(subject) was added.", back: back(), from: without,
                to: with)
        case .removed:
            ChangeKind(
                name, .widens(severity, "no longer has \(object)", reasons.removed),
                "\(subject) was removed.",
                except: isAsserted ? [:] : ChangeException.inRequests(.warning, reasons.removed),
                back: back(), from: with, to: without)
        case .changed:
            ChangeKind(
                name, .replaces(severity, "has a different \(noun)", reasons.changed),
                "\(subject) is different.", back: back(), from: with, to: other)
        }
    }
}

extension String {
    /// The keyword of a schema in the ids of rules: `max-length` of `maxLength`.
    var kebabCased: String { reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" } }
}

// MARK: - Subschemas

extension ChangeKind {
    private static let subschemas = Subschema.Keyword.allCases.flatMap { keyword in
        KeywordChange.allCases.map { subschema(keyword, $0) }
    }

    /// Returns the row of a change of a keyword that holds a schema.
    static func subschema(_ keyword: Subschema.Keyword, _ change: KeywordChange) -> ChangeKind {
        keyword.row.kind(change, back: .subschema(keyword, change.back))
    }
}

extension Subschema.Keyword {
    fileprivate var row: KeywordRow {
        switch self {
        case .not:
            row(
                "'not' schema", ["type": ["string", "integer"]], ["type": "string", "maxLength": 2],
                ["type": "string", "maxLength": 1, "pattern": "a"])
        case .contains:
            row(
                "schema of an element it must contain", ["type": "array"],
                ["type": "string", "maxLength": 1], ["type": "string", "maxLength": 2])
        case .if:
            row(
                "condition ('if')", without: ["type": "object"],
                with: Self.conditional("isbn", then: "title"), other: Self.conditional("id", then: "title"))
        case .then:
            row(
                "condition ('then')", without: Self.conditional("isbn", else: "id"),
                with: Self.conditional("isbn", then: "title", else: "id"),
                other: Self.conditional("isbn", then: "author", else: "id"))
        case .else:
            row(
                "condition ('else')", without: Self.conditional("isbn", then: "title"),
                with: Self.conditional("isbn", then: "title", else: "id"),
                other: Self.conditional("isbn", then: "title", else: "link"))
        case .propertyNames:
            row("schema for the names of properties", ["type": "object"], ["maxLength": 3], ["maxLength": 5])
        case .dependentSchema:
            row(
                "schema that depends on a property", ["type": "object"], ["isbn": ["required": ["title"]]],
                ["isbn": ["required": ["author"]]])
        case .unevaluatedItems:
            row(
                "schema for unevaluated elements", ["type": "array", "not": ["minItems": 9]],
                ["maxLength": 1], ["maxLength": 2])
        case .unevaluatedProperties:
            row(
                "schema for unevaluated properties", ["type": "object", "not": ["required": ["id"]]],
                ["maxLength": 1], ["maxLength": 2])
        case .contentSchema:
            row("schema for its content", ["type": "string"], ["type": "object"], ["type": "array"])
        }
    }

    private func row(
        _ noun: String, _ schema: JSONValue, _ value: JSONValue, _ otherValue: JSONValue
    ) -> KeywordRow {
        var (with, other) = (schema, schema)
        (with[rawValue], other[rawValue]) = (value, otherValue)
        return row(noun, without: schema, with: with, other: other)
    }

    private func row(_ noun: String, without: JSONValue, with: JSONValue, other: JSONValue) -> KeywordRow {
        let isContent = self == .contentSchema
        let content = "the content is decoded differently"
        return KeywordRow(
            name: self == .dependentSchema ? "dependent-schema" : rawValue.kebabCased,
            subject: "The schema of `\(rawValue)`", noun: noun, severity: isContent ? .breaking : .warning,
            reasons: isContent
                ? (content, content) : ("a condition no longer applies", "a different condition applies"),
            isAsserted: !isContent, without: without, with: with, other: other)
    }

    private static func conditional(
        _ condition: String, then: String? = nil, else other: String? = nil
    ) -> JSONValue {
        var schema: JSONValue = ["type": "object", "if": ["required": [.string(condition)]]]
        schema["then"] = then.map { ["required": [.string($0)]] }
        schema["else"] = other.map { ["required": [.string($0)]] }
        return schema
    }
}

// MARK: - Alternatives

extension ChangeKind {
    private static let otherSchema = ChangeEffect.widens(
        .breaking, "may match another schema", "a model of the old schema does not decode the new one")

    static let anyOfAdded: ChangeKind = .init(
        "any-of-added", otherSchema, "`anyOf` has another schema.", back: anyOfRemoved,
        from: ["anyOf": media("book")], to: ["anyOf": media("book", "song")])
    static let anyOfRemoved: ChangeKind = .init(
        "any-of-removed", .narrows("may match one schema less"), "`anyOf` has a schema less.",
        back: anyOfAdded)
    static let oneOfAdded: ChangeKind = .init(
        "one-of-added", otherSchema, "`oneOf` has another schema.", back: oneOfRemoved,
        from: ["oneOf": media("book")], to: ["oneOf": media("book", "song")])
    static let oneOfRemoved: ChangeKind = .init(
        "one-of-removed", .narrows("may match one schema less"), "`oneOf` has a schema less.",
        back: oneOfAdded)
    static let kindAdded: ChangeKind = .init(
        "kind-added",
        .widens(
            .warning, "may be of another kind", "a closed enumeration of the kinds does not decode a new one"),
        "`oneOf` or `anyOf` with a `discriminator` has another schema.", back: kindRemoved,
        from: kinds("book"), to: kinds("book", "song"))
    static let kindRemoved: ChangeKind = .init(
        "kind-removed", .narrows("may be of one kind less"),
        "`oneOf` or `anyOf` with a `discriminator` has a schema less.", back: kindAdded)
    static let wrapped: ChangeKind = .init(
        "wrapped-in-one-of",
        .widens(
            .breaking, "may match one of several schemas",
            "a model of the old schema does not decode the new one"),
        "The old schema is one of several in `oneOf` now.", back: unwrapped,
        from: medium("book"), to: ["oneOf": media("book")])
    static let unwrapped: ChangeKind = .init(
        "unwrapped-from-one-of", .narrows("matches a single schema"),
        "The new schema was one of several in `oneOf`.", back: wrapped)
    static let oneOfBecameAnyOf: ChangeKind = .init(
        "one-of-became-any-of",
        .widens(
            .warning, "may match several schemas at once",
            "code that tries one schema after another may choose the wrong one"),
        "The schemas of `oneOf` are those of `anyOf` now.", back: anyOfBecameOneOf,
        from: ["oneOf": [["required": ["isbn"]], ["required": ["id"]]], "type": "object"],
        to: ["anyOf": [["required": ["isbn"]], ["required": ["id"]]], "type": "object"])
    static let anyOfBecameOneOf: ChangeKind = .init(
        "any-of-became-one-of", .narrows("matches exactly one schema"),
        "The schemas of `anyOf` are those of `oneOf` now.", back: oneOfBecameAnyOf)

    /// Schemas of objects that a property identifies, and a film.
    private static func media(_ names: String...) -> JSONValue { .array((names + ["film"]).map(medium)) }

    private static func kinds(_ names: String...) -> JSONValue {
        ["oneOf": .array((names + ["film"]).map(medium)), "discriminator": ["propertyName": "kind"]]
    }

    private static func medium(_ name: String) -> JSONValue {
        ["type": "object", "required": ["kind"], "properties": ["kind": ["const": .string(name)]]]
    }

    // MARK: The property that identifies an alternative

    private static let switched = "a hand-written decoder switches on this property"

    static let discriminatorAdded: ChangeKind = .init(
        "discriminator-added", .annotates(.info, "has a discriminator", "the values are the same"),
        "`discriminator` names the property that identifies the schema of an object.",
        back: discriminatorRemoved, from: ["type": "object"], to: discriminator("kind"))
    static let discriminatorRemoved: ChangeKind = .init(
        "discriminator-removed", .annotates(.breaking, "no longer has a discriminator", switched),
        "`discriminator` was removed.", back: discriminatorAdded)
    static let discriminatorNameChanged: ChangeKind = .init(
        "discriminator-property-name-changed",
        .annotates(.breaking, "has a different discriminator property", switched),
        "`propertyName` of `discriminator` names another property.", back: discriminatorNameChanged,
        from: discriminator("kind"), to: discriminator("type"))
    static let mappingAdded: ChangeKind = .init(
        "discriminator-mapping-added",
        .annotates(.warning, "has a new discriminator value", "a closed enumeration does not decode it"),
        "`mapping` of `discriminator` has another value.", back: mappingDeleted,
        from: discriminator("kind", ["book": "Book"]),
        to: discriminator("kind", ["book": "Book", "song": "Song"]))
    static let mappingDeleted: ChangeKind = .init(
        "discriminator-mapping-deleted", .annotates(.breaking, "lacks a discriminator value", switched),
        "`mapping` of `discriminator` has a value less.", back: mappingAdded)
    static let mappingChanged: ChangeKind = .init(
        "discriminator-mapping-changed",
        .annotates(.breaking, "has a discriminator value that selects a different schema", switched),
        "A value in `mapping` of `discriminator` selects another schema.", back: mappingChanged,
        from: discriminator("kind", ["book": "Book"]), to: discriminator("kind", ["book": "Volume"]))

    private static func discriminator(_ name: String, _ mapping: JSONValue? = .none) -> JSONValue {
        var discriminator: JSONValue = ["propertyName": .string(name)]
        discriminator["mapping"] = mapping
        return ["type": "object", "discriminator": discriminator]
    }

    // MARK: Arrays and objects

    static let uniqueItemsRemoved: ChangeKind = .init(
        "unique-items-removed",
        .widens(
            .warning, "may have equal elements", "a set loses elements, a dictionary with unique keys fails"),
        "`uniqueItems` is no longer `true`.", back: uniqueItemsAdded,
        from: ["type": "array", "uniqueItems": true], to: ["type": "array"])
    static let uniqueItemsAdded: ChangeKind = .init(
        "unique-items-added", .narrows("no longer has equal elements"), "`uniqueItems` is now `true`.",
        back: uniqueItemsRemoved)
    static let prefixItemsAdded: ChangeKind = .init(
        "prefix-items-added", .narrows("has more elements with a schema of their own"),
        "`prefixItems` has more schemas than before.", back: prefixItemsRemoved)
    static let prefixItemsRemoved: ChangeKind = .init(
        "prefix-items-removed",
        .widens(
            .warning, "has fewer elements with a schema of their own", "an element may be of a different type"
        ),
        "`prefixItems` has fewer schemas than before.", back: prefixItemsAdded,
        from: ["type": "array", "prefixItems": [["type": "string"]]], to: ["type": "array"])
    static let patternPropertyAdded: ChangeKind = .init(
        "pattern-property-added", .narrows("has a schema for properties by pattern"),
        "`patternProperties` has another pattern.", back: patternPropertyRemoved)
    static let patternPropertyRemoved: ChangeKind = .init(
        "pattern-property-removed",
        .widens(
            .warning, "no longer has a schema for properties by pattern",
            "a dictionary may have other keys or values"),
        "`patternProperties` has a pattern less.", back: patternPropertyAdded,
        from: ["type": "object", "patternProperties": ["^title": ["type": "string"]]],
        to: ["type": "object"])
    static let dependentRequiredAdded: ChangeKind = .init(
        "dependent-required-added", .narrows("has properties that require others"),
        "`dependentRequired` has another property.", back: dependentRequiredRemoved)
    static let dependentRequiredRemoved: ChangeKind = .init(
        "dependent-required-removed",
        .widens(.warning, "no longer has properties that require others", "a condition no longer applies"),
        "`dependentRequired` has a property less.", back: dependentRequiredAdded,
        from: ["type": "object", "dependentRequired": ["isbn": ["title"]]], to: ["type": "object"])
    static let dependentRequiredChanged: ChangeKind = .init(
        "dependent-required-changed",
        .replaces(.warning, "has properties that require different ones", "a different condition applies"),
        "`dependentRequired` lists other names for a property.", back: dependentRequiredChanged,
        from: ["type": "object", "dependentRequired": ["isbn": ["title"]]],
        to: ["type": "object", "dependentRequired": ["isbn": ["author"]]])
    static let mapDecisionChanged: ChangeKind = .init(
        "map-decision-changed",
        .annotates(.off, "has a different value of x-map", "it only matters to inference"),
        "`x-map` says whether an object is a dictionary.", back: mapDecisionChanged,
        from: ["type": "object", "x-map": true], to: ["type": "object", "x-map": false])
}
