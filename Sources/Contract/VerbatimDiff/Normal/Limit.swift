import VerbatimJSON

/// A keyword that bounds a size from one side.
enum Limit: String, CaseIterable, Sendable {
    case max, min, maxLength, minLength, maxItems, minItems, maxContains, minContains, maxProperties,
        minProperties

    /// Whether more of it allows more.
    var isUpper: Bool { rawValue.hasPrefix("max") }

    /// The values it has a say about.
    var types: TypeSet {
        switch self {
        case .max, .min: .number
        case .maxLength, .minLength: .string
        case .maxItems, .minItems, .maxContains, .minContains: .array
        case .maxProperties, .minProperties: .object
        }
    }

    /// The keyword in a schema.
    var keyword: String {
        switch self {
        case .max: "maximum"
        case .min: "minimum"
        default: rawValue
        }
    }

    /// The name in the ids of rules: `max-length`.
    func name(isExclusive: Bool) -> String {
        let name = rawValue.reduce(into: "") { name, letter in
            name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
        return isExclusive ? "exclusive-" + name : name
    }
}

/// The value of a limit.
struct ValueBound: Hashable, Sendable {
    var value: JSONNumber
    /// Whether the value itself is out of bounds.
    var isExclusive = false

    /// Whether it allows less than another one does.
    func isTighter(than other: ValueBound, isUpper: Bool) -> Bool {
        if value == other.value { return isExclusive && !other.isExclusive }
        return isUpper ? value < other.value : value > other.value
    }

    /// The bound of the integers in a range: no fraction, and inclusive.
    func rounded(isUpper: Bool) -> ValueBound {
        let step = isExclusive ? (isUpper ? -1 : 1) : 0
        if let integer = value.int, abs(integer) < Int(Int32.max) {
            return ValueBound(value: JSONNumber(integer + step))
        }
        let double = value.double
        guard !value.isInteger, abs(double) < 1e15 else { return self }
        return ValueBound(value: JSONNumber(Int(double.rounded(isUpper ? .down : .up))))
    }
}
