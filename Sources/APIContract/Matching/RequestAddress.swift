import HTTPArchive

/// The URL of a request as matching needs it: the host in lower case, no port that is the scheme's own.
package struct RequestAddress: Sendable {
    /// A decoded item of a query or a form.
    package typealias Field = (name: String, value: String)

    /// `https://host:port`; empty when the URL is not absolute.
    package let origin: String
    /// The path as sent, percent-encoded; at least `/`.
    package let path: String
    /// The items of the query, in order.
    package let query: [Field]

    /// Takes a URL apart.
    package init(_ url: String) {
        var parts = URLParts(url)
        if parts.port == Self.ownPorts[parts.scheme.lowercased()] { parts.port = nil }
        origin = parts.origin.lowercased()
        path = parts.path.isEmpty ? "/" : String(parts.path)
        query = Self.fields(parts.query ?? "")
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
        guard !text.isEmpty else { return [] }
        return URLParts.items(of: text).map { item in
            let name = PercentEncoding.decode(item.name, plusIsSpace: true)
            return (name, PercentEncoding.decode(item.value ?? "", plusIsSpace: true))
        }
    }

    private static let ownPorts: [String: Substring] = ["https": "443", "http": "80"]
}
