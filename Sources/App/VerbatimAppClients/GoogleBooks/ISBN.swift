/// An International Standard Book Number, in either of its lengths.
///
/// The ten-digit number and its thirteen-digit form name the same book and are equal. Text that is no valid
/// number is kept and equals only itself, for a search with it is allowed.
///
/// https://www.isbn-international.org/content/isbn-users-manual
public struct ISBN: Sendable, Hashable, CustomStringConvertible {
    /// The number as given, without hyphens and blanks, and with a capital X.
    public let description: String
    private let canonical: String

    /// Reads a number, with or without hyphens and blanks.
    public init(_ text: String) {
        description = text.filter { $0 != "-" && !$0.isWhitespace }.uppercased()
        canonical = Self.thirteenDigits(fromTen: description) ?? description
    }

    /// Two numbers are equal when they name the same book.
    public static func == (one: ISBN, other: ISBN) -> Bool { one.canonical == other.canonical }

    /// Hashes what the number names.
    public func hash(into hasher: inout Hasher) { hasher.combine(canonical) }

    /// Writes a valid ten-digit number with thirteen digits, or is nil.
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
    /// Reads a number, with or without hyphens and blanks.
    public init(stringLiteral value: String) { self.init(value) }
}

extension UInt8 {
    fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
