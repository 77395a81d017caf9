import VerbatimHAR

/// The URL of a request as matching needs it: the host in lower case, no port that is the scheme's own.
package struct RequestTarget: Sendable {
    /// A decoded item of a query or a form.
    package typealias Field = (name: String, value: String)
    /// An item of a query whose value still has its escapes.
    typealias Item = (name: String, value: Substring)

    /// `https://host:port`; empty when the URL is not absolute.
    package let origin: String
    /// The path as sent, percent-encoded; at least `/`.
    package let path: String
    /// The items of the query, in order.
    package let query: [Field]
    /// The same with their values as sent.
    let items: [Item]

    /// Takes a URL apart.
    package init(_ url: String) {
        var parts = URLParts(url)
        if let port = parts.port, Self.isOwnPort(port, of: parts.scheme) { parts.port = nil }
        origin = parts.origin.lowercased()
        path = parts.path.isEmpty ? "/" : String(parts.path)
        items = Self.items(parts.query ?? "")
        query = Self.decoded(items)
    }

    /// Origin and path, as a template matches it.
    package var text: String { origin + path }

    /// The same with a slash at the end if there is none, and without it if there is.
    ///
    /// A slash at the end tells two operations apart only when both are declared.
    package var textWithOtherEnding: String { path.hasSuffix("/") ? String(text.dropLast()) : text + "/" }

    /// The values of a query parameter, in order.
    package func values(of name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

    /// Decodes the fields of a query or a form, in order.
    ///
    /// https://url.spec.whatwg.org/#application/x-www-form-urlencoded
    package static func fields(_ text: Substring) -> [Field] {
        decoded(items(text))
    }

    private static func items(_ text: Substring) -> [Item] {
        guard !text.isEmpty else { return [] }
        return URLParts.items(of: text).map { item in
            (PercentEncoding.decode(item.name, plusIsSpace: true), item.value ?? "")
        }
    }

    private static func decoded(_ items: [Item]) -> [Field] {
        items.map { ($0.name, PercentEncoding.decode($0.value, plusIsSpace: true)) }
    }

    /// Whether a port is the one a scheme has when none is given.
    static func isOwnPort(_ port: Substring, of scheme: Substring) -> Bool {
        ["https": "443", "http": "80"][scheme.lowercased()] == port
    }
}
