/// What a text can be asked to be: a `format` of JSON Schema, or a date pattern of `x-date-formats`.
///
/// Inference asks with it whether every text it met would pass, before it writes the keyword.
package struct TextForm: Sendable {
    private enum Check {
        case format(Format)
        case date(DatePattern)
    }

    private let check: Check

    /// The format of a name such as `uri`; nil when there is none.
    package init?(format name: String) {
        guard let format = Format.byName[name] else { return nil }
        check = .format(format)
    }

    /// The dates of a Unicode pattern such as `yyyy-MM-dd`; nil when it has letters that mean nothing.
    package init?(datePattern: String) {
        guard let pattern = try? DatePattern(datePattern) else { return nil }
        check = .date(pattern)
    }

    /// Whether a text, in UTF-8, has this form.
    package func accepts(_ text: Span<UInt8>) -> Bool {
        switch check {
        case .format(let format): format.accepts(text)
        case .date(let pattern): pattern.matches(text)
        }
    }
}
