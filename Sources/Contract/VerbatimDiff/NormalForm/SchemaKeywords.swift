import VerbatimContract
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

    var types: TypeSet {
        switch self {
        case .max, .min: .number
        case .maxLength, .minLength: .string
        case .maxItems, .minItems, .maxContains, .minContains: .array
        case .maxProperties, .minProperties: .object
        }
    }

    func keyword(isExclusive: Bool) -> String {
        switch self {
        case .max where isExclusive: "exclusiveMaximum"
        case .min where isExclusive: "exclusiveMinimum"
        default: rawValue
        }
    }
}

struct ValueBound: Hashable, Sendable {
    var value: JSONNumber
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
        guard !value.isInteger, abs(double) < 1e15,
            let integer = Int(exactly: double.rounded(isUpper ? .down : .up))
        else { return self }
        return ValueBound(value: JSONNumber(integer))
    }
}

/// A keyword that is compared by its text.
enum TextKeyword: String, CaseIterable, Sendable {
    case pattern, format, multipleOf, contentMediaType, contentEncoding
    case dateProfile = "x-date-profile"
    case absence = "x-absence"

    /// Whether a value can violate it.
    var isAsserted: Bool { self == .pattern || self == .format || self == .multipleOf }

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
struct Subschema: Hashable, Sendable {
    enum Keyword: String, CaseIterable, Sendable {
        case not, contains
        case `if`, then, `else`
        case propertyNames
        case dependentSchema = "dependentSchemas"
        case unevaluatedItems, unevaluatedProperties, contentSchema
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

    /// The names in `type`, in the order of messages.
    private static let names: [(types: TypeSet, name: String)] = [
        (.object, "object"), (.array, "array"), (.string, "string"), (.boolean, "boolean"),
        (.number, "number"), (.integer, "integer"), (.null, "null"),
    ]

    /// The types that `type` of a schema names, or nil if it is missing.
    init?(of schema: JSON) {
        guard let names = schema.typeNames else { return nil }
        self.init(names.compactMap { name in Self.names.first { $0.name == name }?.types })
    }

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

    /// The types by their names in `type`: `integer or null`.
    var description: String {
        guard self != .all else { return "anything" }
        let known = Self.names.filter { types, _ in
            types == .number ? contains(.fraction) : types == .integer ? isInteger : contains(types)
        }
        return known.isEmpty ? "nothing" : known.map(\.name).joined(separator: " or ")
    }

    /// Whether integers are the only numbers.
    private var isInteger: Bool { contains(.integer) && !contains(.fraction) }
}
