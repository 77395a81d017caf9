import VerbatimJSON

/// A piece of an HTML document.
///
/// It is written as a string literal. Its text is markup, and an interpolated value is escaped unless it is a
/// piece of HTML itself, so that no text of a recording can become markup:
///
///     let cell: HTML = "<td>\(value)</td>"
struct HTML: Sendable, ExpressibleByStringInterpolation {
    private(set) var text = ""

    init(stringLiteral markup: String) { text = markup }

    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    init() {}

    /// Creates HTML of a constant, such as a style sheet, as it is.
    init(constant markup: StaticString) { text = "\(markup)" }

    static func += (html: inout HTML, other: HTML) { html.text += other.text }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ markup: String) { text += markup }

        mutating func appendInterpolation(_ value: some StringProtocol) {
            text += Markup.html.escaped(String(value).onOneLine)
        }

        mutating func appendInterpolation(_ number: Int) { text += String(number) }

        mutating func appendInterpolation(_ piece: HTML) { text += piece.text }

        mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { text += piece.text } }

        mutating func appendInterpolation(_ piece: HTML?) { text += piece?.text ?? "" }
    }
}

/// The identifiers in a document: equal ones get a number.
struct UniqueIDs {
    private var counts: [String: Int] = [:]

    mutating func id(_ name: String) -> String {
        let count = counts[name, default: 0] + 1
        counts[name] = count
        return count > 1 ? "\(name)-\(count)" : name
    }
}

/// The characters that a language of markup reads, with the references that mean them as text.
struct Markup: Sendable {
    private let references: [Unicode.Scalar: String]
    /// Whether each character of ASCII has a reference; few have one.
    private let marks: [Bool]

    /// HTML, between tags and in quoted attributes.
    static let html = Markup(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"])
    /// GitHub's Markdown, which is HTML with characters of its own.
    static let markdown = html.with("`|*_[]~\\$".unicodeScalars.map { ($0, "&#\($0.value);") })
    /// The content of an element of XML 1.0, in which `]]>` must not occur. Two characters cannot be written.
    static let xml = Markup([
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\u{fffe}": "\u{fffd}", "\u{ffff}": "\u{fffd}",
    ])
    /// The value of an attribute of XML, which keeps its line feeds.
    static let xmlAttribute = xml.with([("\"", "&quot;"), ("\n", "&#10;"), ("\t", "&#9;")])

    private init(_ references: [Unicode.Scalar: String]) {
        self.references = references
        marks = (0..<0x80).map { references[Unicode.Scalar($0)] != nil }
    }

    private func with(_ others: [(Unicode.Scalar, String)]) -> Markup {
        Markup(references.merging(others) { first, _ in first })
    }

    /// Returns text in which no character has a meaning.
    func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            let mayBeMark = scalar.isASCII ? marks[Int(scalar.value)] : scalar.value >= 0xfffe
            if mayBeMark, let reference = references[scalar] {
                escaped += reference
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
