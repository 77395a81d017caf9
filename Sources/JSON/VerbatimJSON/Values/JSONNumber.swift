/// A JSON number, exactly as written: `1.0`, `1` and `1e0` are equal but keep their texts.
///
/// Numbers of any size are compared, hashed and divided exactly, as decimals. The only limit: exponents
/// beyond 10^17 count as 10^17.
public struct JSONNumber: Sendable {
    /// The number as written.
    public let text: String

    /// Creates a number from a string, or nil unless the string has the grammar of RFC 8259 section 6.
    public init?(_ text: String) {
        guard Self.isNumber(text) else { return nil }
        self.init(unchecked: text)
    }

    /// Whether a string has the grammar: `-0.5e+3`.
    private static func isNumber(_ text: String) -> Bool {
        var rest = text.utf8[...]
        rest.skip("-")
        let hasZero = rest.first == UInt8(ascii: "0")
        let count = rest.skipDigits()
        guard count == 1 || count > 1 && !hasZero else { return false }
        if rest.skip("."), rest.skipDigits() == 0 { return false }
        if rest.skip("eE") {
            rest.skip("+-")
            if rest.skipDigits() == 0 { return false }
        }
        return rest.isEmpty
    }

    /// Creates a number from a string that is known to have the grammar.
    init(unchecked text: String) { self.text = text }

    /// Creates a number from an integer.
    public init(_ integer: some BinaryInteger) { self.init(unchecked: String(integer)) }

    /// Creates a number from a double with the fewest digits that round-trip, or nil unless the double is
    /// finite.
    public init?(_ double: Double) {
        guard double.isFinite else { return nil }
        self.init(unchecked: double.description)
    }

    /// Whether the value is an integer; `1.0` and `1e0` are.
    public var isInteger: Bool { DecimalValue(self).isInteger }

    /// The value as an integer, or nil if it is not exactly one or does not fit.
    public var int: Int? {
        if let short = Int(text) { return short }
        return DecimalValue(self).integer
    }

    /// The nearest double, infinite beyond the range of doubles.
    public var double: Double { Double(text) ?? .nan }

    /// Returns whether the exact quotient is an integer. There are no multiples of zero.
    public func isMultiple(of divisor: JSONNumber) -> Bool {
        DecimalValue(self).isMultiple(of: DecimalValue(divisor))
    }
}

extension Substring.UTF8View {
    /// Removes the first byte if it is one of some characters, and returns whether it was.
    @discardableResult
    fileprivate mutating func skip(_ characters: String) -> Bool {
        guard let first, characters.utf8.contains(first) else { return false }
        removeFirst()
        return true
    }

    /// Removes the digits at the start, and returns their number.
    fileprivate mutating func skipDigits() -> Int {
        let count = prefix(while: \.isDigit).count
        removeFirst(count)
        return count
    }
}

extension JSONNumber: Hashable, Comparable {
    /// Whether two numbers have the same value.
    public static func == (a: JSONNumber, b: JSONNumber) -> Bool {
        a.text == b.text || DecimalValue(a) == DecimalValue(b)
    }

    /// Whether the first value is less than the second.
    public static func < (a: JSONNumber, b: JSONNumber) -> Bool { DecimalValue(a) < DecimalValue(b) }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(DecimalValue(self)) }
}

extension JSONNumber: CustomStringConvertible {
    /// The number as written.
    public var description: String { text }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
    /// Creates a number from an integer literal.
    public init(integerLiteral value: Int) { self.init(value) }
}

extension JSONNumber: Codable {
    /// Decodes the text of a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let number = JSONNumber(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a number of JSON")
        }
        self = number
    }

    /// Encodes the number as a text, which is what was written.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
