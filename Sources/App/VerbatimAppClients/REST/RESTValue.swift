public import Foundation

/// The value of a body parameter.
public enum RESTValue: Sendable, Hashable {
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction, such as an amount of money.
    case decimal(Decimal)
    /// True or false.
    case bool(Bool)
}

extension RESTValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// Creates text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Creates true or false.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension RESTValue: Encodable {
    /// Writes the value itself, without a wrapper around it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        }
    }
}

extension RESTValue: CustomStringConvertible {
    /// The value as it stands in a form.
    public var description: String {
        switch self {
        case .string(let value): value
        case .integer(let value): String(value)
        case .decimal(let value): value.description
        case .bool(let value): String(value)
        }
    }
}
