import VerbatimJSON

/// The types of JSON values, with numbers told apart by whether they have a fraction.
///
/// So `number` is two of them, and that an integer is a number is a matter of sets.
struct TypeSet: OptionSet, Hashable, Sendable {
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

    /// The types that a `type` keyword names, or nil without one.
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

    /// The types as `type` would name them: `integer or null`.
    var words: String {
        guard self != .all else { return "anything" }
        let names: [(TypeSet, String)] = [
            (.object, "object"), (.array, "array"), (.string, "string"), (.boolean, "boolean"),
            (.fraction, "number"), (.integer, "integer"), (.null, "null"),
        ]
        let known = names.filter { contains($0.0) && !($0.1 == "integer" && contains(.fraction)) }
        return known.isEmpty ? "nothing" : known.map(\.1).joined(separator: " or ")
    }
}
