import VerbatimContract
import VerbatimJSON

/// A schema before and after a change.
struct ExampleSchemas {
    let old: JSONValue
    let new: JSONValue

    init(_ old: JSONValue, _ new: JSONValue) {
        self.old = old
        self.new = new
    }

    /// The change back.
    var reversed: ExampleSchemas { ExampleSchemas(new, old) }
}

extension ChangeKind {
    /// A change of a schema that is of this kind, whatever has the schema.
    ///
    /// Of two kinds that are each other's change back, one has the reversed example of the other.
    var example: ExampleSchemas {
        switch self {
        case .presence: ExampleSchemas([:], [:])
        case .lifecycle(let change): change.example
        case .access(let change): change.example
        case .extent(let change): change.example
        case .type(let change): change.example
        case .value(let change): change.example
        case .format(let change): change.example
        case .limit(let keyword, let change): keyword.example(of: change)
        case .text(let keyword, let change): keyword.examples.pair(of: change)
        case .subschema(let keyword, let change): keyword.examples.pair(of: change)
        case .composition(let change): change.example
        case .discriminator(let change): change.example
        case .array(let change): change.example
        case .object(let change): change.example
        }
    }
}

/// Schemas without a keyword, with it, and with another value of it.
private struct KeywordExamples {
    let without: JSONValue
    let with: JSONValue
    let other: JSONValue

    init(_ without: JSONValue, _ with: JSONValue, _ other: JSONValue) {
        self.without = without
        self.with = with
        self.other = other
    }

    /// The example of a keyword beside a type.
    init(_ type: String, _ keyword: String, _ value: JSONValue, _ otherValue: JSONValue) {
        var (with, other): (JSONValue, JSONValue) = (["type": .string(type)], ["type": .string(type)])
        with[keyword] = value
        other[keyword] = otherValue
        self.init(["type": .string(type)], with, other)
    }

    func pair(of change: KeywordChange) -> ExampleSchemas {
        switch change {
        case .added: ExampleSchemas(without, with)
        case .removed: ExampleSchemas(with, without)
        case .changed: ExampleSchemas(with, other)
        }
    }
}

extension LifecycleChange {
    fileprivate var example: ExampleSchemas {
        let text: JSONValue = ["type": "string"]
        let deprecated: JSONValue = ["type": "string", "deprecated": true]
        return switch self {
        case .deprecated, .recordedChanged: ExampleSchemas(text, deprecated)
        case .reactivated: ExampleSchemas(deprecated, text)
        case .deprecatedWithSunset:
            ExampleSchemas(text, ["type": "string", "deprecated": true, "x-sunset": "2027-01-31"])
        }
    }
}

extension AccessChange {
    fileprivate var example: ExampleSchemas {
        let text: JSONValue = ["type": "string"]
        return switch self {
        case .becameWriteOnly: ExampleSchemas(text, ["type": "string", "writeOnly": true])
        case .becameNotWriteOnly: Self.becameWriteOnly.example.reversed
        case .becameReadOnly: ExampleSchemas(text, ["type": "string", "readOnly": true])
        case .becameNotReadOnly: Self.becameReadOnly.example.reversed
        }
    }
}

extension ExtentChange {
    fileprivate var example: ExampleSchemas {
        switch self {
        case .opened: ExampleSchemas(false, [:])
        case .closed: Self.opened.example.reversed
        case .schemaWidened: ExampleSchemas(["type": "string"], [:])
        case .schemaNarrowed: Self.schemaWidened.example.reversed
        case .extensionChanged:
            ExampleSchemas(["type": "string", "x-unit": "cm"], ["type": "string", "x-unit": "inch"])
        default:
            ExampleSchemas(
                ["type": "string", "xml": ["name": "note"]], ["type": "string", "xml": ["name": "remark"]])
        }
    }
}

extension TypeChange {
    fileprivate var example: ExampleSchemas {
        switch self {
        case .changed: ExampleSchemas(["type": "string"], ["type": "integer"])
        case .generalized: ExampleSchemas(["type": "integer"], ["type": "number"])
        case .specialized: Self.generalized.example.reversed
        case .widened: ExampleSchemas(["type": "string"], ["type": ["string", "integer"]])
        case .narrowed: Self.widened.example.reversed
        case .becameNullable: ExampleSchemas(["type": "string"], ["type": ["string", "null"]])
        case .becameNotNullable: Self.becameNullable.example.reversed
        case .becameMap:
            ExampleSchemas(
                ["type": "object", "properties": ["de": ["type": "string"], "pages": ["type": "integer"]]],
                ["type": "object", "additionalProperties": ["type": "string"]])
        case .becameObject: Self.becameMap.example.reversed
        }
    }
}

extension ValueChange {
    fileprivate var example: ExampleSchemas {
        let text: JSONValue = ["type": "string"]
        func known(_ values: JSONValue) -> JSONValue { ["type": "string", "x-known-values": values] }
        return switch self {
        case .enumValueAdded:
            ExampleSchemas(
                ["type": "string", "enum": ["new", "used"]],
                ["type": "string", "enum": ["new", "used", "lost"]])
        case .enumValueRemoved: Self.enumValueAdded.example.reversed
        case .enumDropped: ExampleSchemas(["type": "string", "enum": ["new", "used"]], text)
        case .becameEnum: Self.enumDropped.example.reversed
        case .constAdded: Self.constRemoved.example.reversed
        case .constRemoved: ExampleSchemas(["type": "string", "const": "ok"], text)
        case .constChanged:
            ExampleSchemas(["type": "string", "const": "ok"], ["type": "string", "const": "success"])
        case .defaultAdded: ExampleSchemas(text, ["type": "string", "default": "new"])
        case .defaultRemoved: Self.defaultAdded.example.reversed
        case .defaultChanged:
            ExampleSchemas(["type": "string", "default": "new"], ["type": "string", "default": "used"])
        case .knownValueAdded: ExampleSchemas(known(["novel"]), known(["novel", "play"]))
        case .knownValueRemoved: Self.knownValueAdded.example.reversed
        }
    }
}

extension FormatChange {
    fileprivate var example: ExampleSchemas {
        let text: JSONValue = ["type": "string"]
        func dates(_ formats: JSONValue) -> JSONValue { ["type": "string", "x-date-formats": formats] }
        return switch self {
        case .numberFormatChanged:
            ExampleSchemas(["type": "integer", "format": "int32"], ["type": "integer", "format": "int64"])
        case .dateFormatAdded: ExampleSchemas(dates(["yyyy"]), dates(["yyyy", "yyyy-MM"]))
        case .dateFormatRemoved: Self.dateFormatAdded.example.reversed
        case .dateFormatUnset: ExampleSchemas(dates(["yyyy"]), text)
        case .dateFormatSet: Self.dateFormatUnset.example.reversed
        }
    }
}

extension LimitKeyword {
    fileprivate func example(of change: LimitChange) -> ExampleSchemas {
        let (without, five, ten) = (schema(nil), schema(5), schema(10))
        return switch change {
        case .increased: ExampleSchemas(five, ten)
        case .decreased: ExampleSchemas(ten, five)
        case .unset: ExampleSchemas(five, without)
        case .set: ExampleSchemas(without, five)
        }
    }

    private func schema(_ limit: JSONValue?) -> JSONValue {
        var schema: JSONValue =
            switch self {
            case .max, .min: ["type": "integer"]
            case .exclusiveMax, .exclusiveMin: ["type": "number"]
            case .maxLength, .minLength: ["type": "string"]
            case .maxItems, .minItems: ["type": "array"]
            case .maxContains, .minContains: ["type": "array", "contains": ["type": "string"]]
            case .maxProperties, .minProperties: ["type": "object"]
            }
        schema[keyword] = limit
        return schema
    }
}

extension TextKeyword {
    fileprivate var examples: KeywordExamples {
        switch self {
        case .pattern: KeywordExamples("string", "pattern", "^[0-9]+$", "^[A-Z]+$")
        case .format: KeywordExamples("string", "format", "date", "date-time")
        case .multipleOf: KeywordExamples("integer", "multipleOf", 4, 6)
        case .contentMediaType:
            KeywordExamples("string", "contentMediaType", "application/json", "text/xml")
        case .contentEncoding: KeywordExamples("string", "contentEncoding", "base64", "quoted-printable")
        case .dateProfile:
            KeywordExamples(
                "string", "x-date-profile", ["fraction": "never"], ["fraction": "always"])
        case .absence: KeywordExamples("string", "x-absence", "null", "empty")
        }
    }
}

extension Subschema.Keyword {
    fileprivate var examples: KeywordExamples {
        switch self {
        case .not:
            KeywordExamples(
                ["type": ["string", "integer"]],
                ["type": ["string", "integer"], "not": ["type": "string", "maxLength": 2]],
                ["type": ["string", "integer"], "not": ["type": "string", "maxLength": 1, "pattern": "a"]])
        case .contains:
            KeywordExamples(
                "array", "contains", ["type": "string", "maxLength": 1], ["type": "string", "maxLength": 2])
        case .if:
            KeywordExamples(
                ["type": "object"], Self.conditional("isbn", then: "title"),
                Self.conditional("id", then: "title"))
        case .then:
            KeywordExamples(
                Self.conditional("isbn", else: "id"), Self.conditional("isbn", then: "title", else: "id"),
                Self.conditional("isbn", then: "author", else: "id"))
        case .else:
            KeywordExamples(
                Self.conditional("isbn", then: "title"), Self.conditional("isbn", then: "title", else: "id"),
                Self.conditional("isbn", then: "title", else: "link"))
        case .propertyNames:
            KeywordExamples("object", "propertyNames", ["maxLength": 3], ["maxLength": 5])
        case .dependentSchema:
            KeywordExamples(
                "object", "dependentSchemas", ["isbn": ["required": ["title"]]],
                ["isbn": ["required": ["author"]]])
        case .unevaluatedItems:
            KeywordExamples(
                ["type": "array", "not": ["minItems": 9]],
                ["type": "array", "not": ["minItems": 9], "unevaluatedItems": ["maxLength": 1]],
                ["type": "array", "not": ["minItems": 9], "unevaluatedItems": ["maxLength": 2]])
        case .unevaluatedProperties:
            KeywordExamples(
                ["type": "object", "not": ["required": ["id"]]],
                ["type": "object", "not": ["required": ["id"]], "unevaluatedProperties": ["maxLength": 1]],
                ["type": "object", "not": ["required": ["id"]], "unevaluatedProperties": ["maxLength": 2]])
        case .contentSchema:
            KeywordExamples("string", "contentSchema", ["type": "object"], ["type": "array"])
        }
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

extension CompositionChange {
    fileprivate var example: ExampleSchemas {
        switch self {
        case .anyOfAdded: ExampleSchemas(["anyOf": Self.kinds("book")], ["anyOf": Self.kinds("book", "song")])
        case .anyOfRemoved: Self.anyOfAdded.example.reversed
        case .oneOfAdded: ExampleSchemas(["oneOf": Self.kinds("book")], ["oneOf": Self.kinds("book", "song")])
        case .oneOfRemoved: Self.oneOfAdded.example.reversed
        case .wrapped: ExampleSchemas(Self.kind("book"), ["oneOf": Self.kinds("book")])
        case .unwrapped: Self.wrapped.example.reversed
        case .oneOfBecameAnyOf:
            ExampleSchemas(
                ["oneOf": [["required": ["isbn"]], ["required": ["id"]]], "type": "object"],
                ["anyOf": [["required": ["isbn"]], ["required": ["id"]]], "type": "object"])
        case .anyOfBecameOneOf: Self.oneOfBecameAnyOf.example.reversed
        }
    }

    /// Schemas of objects that a property identifies, and a film.
    private static func kinds(_ names: String...) -> JSONValue { .array((names + ["film"]).map(kind)) }

    private static func kind(_ name: String) -> JSONValue {
        ["type": "object", "required": ["kind"], "properties": ["kind": ["const": .string(name)]]]
    }
}

extension DiscriminatorChange {
    fileprivate var example: ExampleSchemas {
        func named(_ name: String) -> JSONValue {
            ["type": "object", "discriminator": ["propertyName": .string(name)]]
        }
        func mapped(_ mapping: JSONValue) -> JSONValue {
            ["type": "object", "discriminator": ["propertyName": "kind", "mapping": mapping]]
        }
        return switch self {
        case .added: ExampleSchemas(["type": "object"], named("kind"))
        case .removed: Self.added.example.reversed
        case .propertyNameChanged: ExampleSchemas(named("kind"), named("type"))
        case .mappingAdded:
            ExampleSchemas(mapped(["book": "Book"]), mapped(["book": "Book", "song": "Song"]))
        case .mappingDeleted: Self.mappingAdded.example.reversed
        case .mappingChanged: ExampleSchemas(mapped(["book": "Book"]), mapped(["book": "Volume"]))
        }
    }
}

extension ArrayChange {
    fileprivate var example: ExampleSchemas {
        switch self {
        case .uniqueItemsRemoved: ExampleSchemas(["type": "array", "uniqueItems": true], ["type": "array"])
        case .uniqueItemsAdded: Self.uniqueItemsRemoved.example.reversed
        case .prefixItemsAdded: Self.prefixItemsRemoved.example.reversed
        case .prefixItemsRemoved:
            ExampleSchemas(["type": "array", "prefixItems": [["type": "string"]]], ["type": "array"])
        }
    }
}

extension ObjectChange {
    fileprivate var example: ExampleSchemas {
        let object: JSONValue = ["type": "object"]
        func dependent(_ name: JSONValue) -> JSONValue {
            ["type": "object", "dependentRequired": ["isbn": [name]]]
        }
        return switch self {
        case .patternPropertyAdded: Self.patternPropertyRemoved.example.reversed
        case .patternPropertyRemoved:
            ExampleSchemas(["type": "object", "patternProperties": ["^title": ["type": "string"]]], object)
        case .dependentRequiredAdded: Self.dependentRequiredRemoved.example.reversed
        case .dependentRequiredRemoved: ExampleSchemas(dependent("title"), object)
        case .dependentRequiredChanged: ExampleSchemas(dependent("title"), dependent("author"))
        case .mapDecisionChanged:
            ExampleSchemas(["type": "object", "x-map": true], ["type": "object", "x-map": false])
        }
    }
}
