/// What inference asks of texts before it promises it, in the words of the keywords `format` and `x-date-formats`.
package struct TextForm: Sendable {
    private let pattern: DatePattern

    /// The dates of a Unicode pattern such as `yyyy-MM-dd`; nil when it has letters that mean nothing.
    package init?(datePattern: String) {
        guard let pattern = try? DatePattern(datePattern) else { return nil }
        self.pattern = pattern
    }

    /// Whether a text, in UTF-8, is such a date.
    package func accepts(_ text: Span<UInt8>) -> Bool { pattern.matches(text) }

    /// Whether a text has the format `uri`.
    package static func isURI(_ text: Span<UInt8>) -> Bool { Format.uri.accepts(text) }

    /// Whether a text has the format `uuid`.
    package static func isUUID(_ text: Span<UInt8>) -> Bool { Format.uuid.accepts(text) }
}
