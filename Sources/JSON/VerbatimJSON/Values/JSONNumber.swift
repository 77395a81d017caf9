/// A JSON number, exactly as written: `1.0`, `1` and `1e0` are equal but keep their texts.
///
/// Comparison, hash and divisibility are those of the exact decimal value, whatever the size of the number. The one
/// limit: exponents beyond 10^17 are taken for 10^17.
public struct JSONNumber: Sendable {
    /// The number as it was written.
    public let text: String

    /// Creates a number from a text that follows the grammar of RFC 8259 section 6; nil for any other text.
    public init?(_ text: String) {
        guard let json = try? JSON(parsing: text), json.kind == .number,
            json.text.utf8.count == text.utf8.count
        else { return nil }
        self.init(unchecked: text)
    }

    /// Creates a number from a text that is known to follow the grammar.
    init(unchecked text: String) { self.text = text }

    /// Creates a number from an integer.
    public init(_ integer: some BinaryInteger) {
        self.init(unchecked: String(integer))
    }

    /// Creates a number from a double, with the fewest digits that lead back to it; nil unless it is finite.
    public init?(_ double: Double) {
        guard double.isFinite else { return nil }
        self.init(unchecked: double.description)
    }

    /// Whether the value is an integer, however it is written.
    public var isInteger: Bool { DecimalValue(self).isInteger }

    /// The value as an integer, if it is exactly one that fits.
    public var int: Int? {
        if let short = Int(text) { return short }
        return DecimalValue(self).integer
    }

    /// The nearest double; infinite beyond their range.
    public var double: Double {
        Double(text) ?? .nan
    }

    /// Whether the quotient is an integer, exactly; a divisor of zero has no multiples.
    public func isMultiple(of divisor: JSONNumber) -> Bool {
        DecimalValue(self).isMultiple(of: DecimalValue(divisor))
    }
}

extension JSONNumber: Hashable, Comparable {
    /// Whether both have the same value.
    public static func == (a: JSONNumber, b: JSONNumber) -> Bool {
        a.text == b.text || DecimalValue(a) == DecimalValue(b)
    }

    /// Whether the first value is the smaller one.
    public static func < (a: JSONNumber, b: JSONNumber) -> Bool {
        DecimalValue(a) < DecimalValue(b)
    }

    /// Feeds the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(DecimalValue(self)) }
}

extension JSONNumber: CustomStringConvertible {
    /// The number as it was written.
    public var description: String { text }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
    /// Creates a number from an integer literal.
    public init(integerLiteral value: Int) { self.init(value) }
}
