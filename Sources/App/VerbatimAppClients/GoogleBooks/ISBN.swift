/// An International Standard Book Number, with ten or thirteen digits.
///
/// An ISBN-10 equals the ISBN-13 of the same book. Text that is not a valid ISBN is kept, because it may be
/// searched for, and equals only itself.
///
/// https://www.isbn-international.org/content/isbn-users-manual
public struct ISBN: Sendable, Hashable, CustomStringConvertible {
    /// The ISBN as given, without hyphens and spaces, and with a capital X.
    public let description: String
    private let canonical: String

    /// Creates an ISBN from text, with or without hyphens and spaces.
    public init(_ text: String) {
        description = text.filter { $0 != "-" && !$0.isWhitespace }.uppercased()
        canonical = Self.thirteenDigits(fromTen: description) ?? description
    }

    /// Returns whether two ISBNs identify the same book.
    public static func == (lhs: ISBN, rhs: ISBN) -> Bool { lhs.canonical == rhs.canonical }

    /// Hashes the ISBN-13.
    public func hash(into hasher: inout Hasher) { hasher.combine(canonical) }

    /// Returns the ISBN-13 of a valid ISBN-10, or nil if it is not valid.
    private static func thirteenDigits(fromTen text: String) -> String? {
        guard text.utf8.count == 10, text.dropLast().utf8.allSatisfy(\.isDigit) else { return nil }
        let digits = text.dropLast().utf8.map { Int($0 - UInt8(ascii: "0")) }
        let remainder = zip(digits, (2...10).reversed()).reduce(0) { $0 + $1.0 * $1.1 } % 11
        let check = (11 - remainder) % 11
        guard text.hasSuffix(check == 10 ? "X" : String(check)) else { return nil }
        let stem = [9, 7, 8] + digits
        let sum = stem.enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3) }
        return (stem + [(10 - sum % 10) % 10]).map(String.init).joined()
    }
}

extension ISBN: ExpressibleByStringLiteral {
    /// Creates an ISBN from text, with or without hyphens and spaces.
    public init(stringLiteral value: String) { self.init(value) }
}

extension UInt8 {
    fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
