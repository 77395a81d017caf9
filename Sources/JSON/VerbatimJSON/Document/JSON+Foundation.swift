public import Foundation

extension JSON {
    /// Parses UTF-8 data.
    public init(parsing data: Data, options: ParsingOptions = .init()) throws(JSONError) {
        try self.init(data.withUnsafeBytes { SourceBytes(copying: $0) }, options)
    }

    /// Maps a file into memory and parses it in place; see `init(contentsOfFile:options:)`.
    public init(contentsOf file: URL, options: ParsingOptions = .init()) throws(JSONError) {
        try self.init(contentsOfFile: file.path, options: options)
    }

    /// The number as a decimal of up to 38 digits, or nil for any other value.
    public var decimal: Decimal? { number?.decimal }
}

extension JSONNumber {
    /// The number as a decimal, rounded to 38 digits, or nil if its exponent does not fit.
    public var decimal: Decimal? {
        let locale = Locale(identifier: "en_US_POSIX")
        guard let decimal = Decimal(string: text, locale: locale), !decimal.isNaN else { return nil }
        return decimal
    }

    /// Creates a number from a decimal, or nil if it is not a number.
    public init?(_ decimal: Decimal) {
        self.init(decimal.description)
    }
}
