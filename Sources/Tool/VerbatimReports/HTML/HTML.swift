import VerbatimJSON

/// A piece of an HTML document.
///
/// It is written as a string literal. Its text is markup, and an interpolated value is escaped unless it is a
/// piece of HTML itself, so that no text of a recording can become markup:
///
///     let cell: HTML = "<td>\(value)</td>"
struct HTML: Sendable, ExpressibleByStringInterpolation {
    private(set) var text = ""

    init(stringLiteral markup: String) {
        text = markup
    }

    init(stringInterpolation: Interpolation) {
        text = stringInterpolation.text
    }

    /// Creates nothing.
    init() {}

    /// Creates HTML of a constant, such as a style sheet, as it is.
    init(constant markup: StaticString) {
        text = "\(markup)"
    }

    static func += (html: inout HTML, other: HTML) { html.text += other.text }

    /// A string literal and its interpolated values.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ markup: String) { text += markup }

        mutating func appendInterpolation(_ value: some StringProtocol) {
            text += String(value).escapedForHTML
        }

        mutating func appendInterpolation(_ number: Int) { text += String(number) }

        mutating func appendInterpolation(_ piece: HTML) { text += piece.text }

        mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { text += piece.text } }

        mutating func appendInterpolation(_ piece: HTML?) { text += piece?.text ?? "" }
    }
}

extension String {
    /// The text on one line, safe between tags and in quoted attributes.
    ///
    /// Control characters and characters that are not seen are escaped as in JSON: see
    /// ``Swift/String/onOneLine``.
    fileprivate var escapedForHTML: String { onOneLine.escapedMarkup }

    /// The text with the characters of markup as references.
    var escapedMarkup: String {
        guard utf8.contains(where: { Self.markup.contains($0) }) else { return self }
        var escaped = ""
        escaped.reserveCapacity(utf8.count + 16)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static let markup = Set("&<>\"'".utf8)
}
