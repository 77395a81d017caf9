/// The type and subtype of a `Content-Type`, lower-case, without parameters.
///
/// RFC 9110, section 8.3.1: https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
struct ContentType: Hashable, ExpressibleByStringLiteral {
    let text: String

    init(_ contentType: String) {
        let type = contentType.prefix { $0 != ";" }
        text = type.filter { !$0.isWhitespace }.lowercased()
    }

    init(stringLiteral value: String) {
        text = value
    }

    var isJSON: Bool { text == "application/json" || text.hasSuffix("+json") }
}
