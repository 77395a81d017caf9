import VerbatimJSON

/// A keyword that limits a size from one side.
enum Limit: String, CaseIterable, Sendable {
    case max = "maximum"
    case min = "minimum"
    case maxLength, minLength, maxItems, minItems, maxContains, minContains, maxProperties, minProperties

    /// Whether a greater bound allows more values.
    var isUpper: Bool {
        switch self {
        case .max, .maxLength, .maxItems, .maxContains, .maxProperties: true
        case .min, .minLength, .minItems, .minContains, .minProperties: false
        }
    }

    /// Whether it limits a number of characters, elements or properties, which is never negative.
    var isSize: Bool { self != .max && self != .min }

    /// The types of the values it applies to.
    var types: TypeSet {
        switch self {
        case .max, .min: .number
        case .maxLength, .minLength: .string
        case .maxItems, .minItems, .maxContains, .minContains: .array
        case .maxProperties, .minProperties: .object
        }
    }

    /// The keyword in a schema.
    func keyword(isExclusive: Bool) -> String {
        switch self {
        case .max where isExclusive: "exclusiveMaximum"
        case .min where isExclusive: "exclusiveMinimum"
        default: rawValue
        }
    }

    /// The keyword in the ids of rules.
    func ruleKeyword(isExclusive: Bool) -> LimitKeyword {
        switch self {
        case .max: isExclusive ? .exclusiveMax : .max
        case .min: isExclusive ? .exclusiveMin : .min
        case .maxLength: .maxLength
        case .minLength: .minLength
        case .maxItems: .maxItems
        case .minItems: .minItems
        case .maxContains: .maxContains
        case .minContains: .minContains
        case .maxProperties: .maxProperties
        case .minProperties: .minProperties
        }
    }
}

/// The value of a limit.
struct ValueBound: Hashable, Sendable {
    var value: JSONNumber
    /// Whether the bound itself is not allowed.
    var isExclusive = false

    /// Returns whether it allows fewer values than another bound.
    func isTighter(than other: ValueBound, isUpper: Bool) -> Bool {
        if value == other.value { return isExclusive && !other.isExclusive }
        return isUpper ? value < other.value : value > other.value
    }

    /// Returns the inclusive bound of the integers within the limit.
    func rounded(isUpper: Bool) -> ValueBound {
        let step = isExclusive ? (isUpper ? -1 : 1) : 0
        if let integer = value.int, integer.magnitude < Int32.max.magnitude {
            return ValueBound(value: JSONNumber(integer + step))
        }
        let double = value.double
        guard !value.isInteger, abs(double) < 1e15 else { return self }
        return ValueBound(value: JSONNumber(Int(double.rounded(isUpper ? .down : .up))))
    }
}

/// A keyword that is compared by its text.
package enum TextKeyword: String, CaseIterable, Sendable {
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

    /// Whether a value can violate it.
    var isAsserted: Bool { self == .pattern || self == .format || self == .multipleOf }

    /// The types of the values it applies to.
    var types: TypeSet {
        switch self {
        case .multipleOf: .number
        case .format: [.string, .integer, .fraction]
        case .absence: .all
        default: .string
        }
    }
}

/// A keyword that holds a schema, but not that of a property or an element.
package struct Subschema: Hashable, Sendable {
    package enum Keyword: String, CaseIterable, Sendable {
        case not, contains
        case `if`, then, `else`
        case propertyNames = "property-names"
        case dependentSchema = "dependent-schema"
        case unevaluatedItems = "unevaluated-items"
        case unevaluatedProperties = "unevaluated-properties"
        case contentSchema = "content-schema"

        /// The keyword in a schema.
        var keyword: String {
            switch self {
            case .not, .contains, .if, .then, .else: rawValue
            case .propertyNames: "propertyNames"
            case .dependentSchema: "dependentSchemas"
            case .unevaluatedItems: "unevaluatedItems"
            case .unevaluatedProperties: "unevaluatedProperties"
            case .contentSchema: "contentSchema"
            }
        }
    }

    let keyword: Keyword
    /// The name if there are several: the property of `dependentSchemas`.
    var name = ""
}

/// The types of JSON values, with integers and fractions apart: `number` is the union of both.
struct TypeSet: OptionSet, Hashable, Sendable, CustomStringConvertible {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    static let null = TypeSet(rawValue: 1)
    static let boolean = TypeSet(rawValue: 2)
    static let integer = TypeSet(rawValue: 4)
    static let fraction = TypeSet(rawValue: 8)
    static let string = TypeSet(rawValue: 16)
    static let array = TypeSet(rawValue: 32)
    static let object = TypeSet(rawValue: 64)

    static let number: TypeSet = [.integer, .fraction]
    static let scalar: TypeSet = [.boolean, .integer, .fraction, .string]
    static let all = TypeSet(rawValue: 127)

    /// The types of a `type` keyword, or nil if it is missing.
    init?(keyword: JSON) {
        switch keyword.kind {
        case .string: self = keyword.string.flatMap(Self.init(name:)) ?? []
        case .array: self = TypeSet(keyword.elements.compactMap { $0.string.flatMap(TypeSet.init(name:)) })
        default: return nil
        }
    }

    /// The type of a value.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool: self = .boolean
        case .number(let number): self = number.isInteger ? .integer : .fraction
        case .string: self = .string
        case .array: self = .array
        case .object: self = .object
        }
    }

    private init?(name: String) {
        switch name {
        case "null": self = .null
        case "boolean": self = .boolean
        case "integer": self = .integer
        case "number": self = .number
        case "string": self = .string
        case "array": self = .array
        case "object": self = .object
        default: return nil
        }
    }

    /// The types by their names in `type`: `integer or null`.
    var description: String {
        guard self != .all else { return "anything" }
        let names: [(TypeSet, String)] = [
            (.object, "object"), (.array, "array"), (.string, "string"), (.boolean, "boolean"),
            (.fraction, "number"), (.integer, "integer"), (.null, "null"),
        ]
        let known = names.filter { contains($0.0) && !($0.1 == "integer" && contains(.fraction)) }
        return known.isEmpty ? "nothing" : known.map(\.1).joined(separator: " or ")
    }
}
