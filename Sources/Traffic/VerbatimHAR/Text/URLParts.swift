import VerbatimJSON

/// The parts of an absolute URL, without any change to their bytes.
///
/// Foundation's `URL` encodes and rejects; a recording keeps the URL that was sent.
///
/// RFC 3986, appendix B: https://www.rfc-editor.org/rfc/rfc3986#appendix-B
package struct URLParts: Sendable, Hashable {
    /// The part before `://`, as given, or empty.
    package var scheme: Substring
    /// The part before `@`, or nil.
    package var userInfo: Substring?
    package var host: Substring
    /// The part after the colon of the host, or nil.
    package var port: Substring?
    /// The path with its first slash, or empty.
    package var path: Substring
    /// The part after `?`, or nil.
    package var query: Substring?
    /// The part after `#`, or nil.
    package var fragment: Substring?

    /// Splits a URL. For any text, ``text`` joins the parts to the same text.
    package init(_ text: String) {
        // Every request of a server is split several times; only offsets leave the closure.
        var text = text
        let marks = text.withUTF8 { Marks(in: $0) }
        let part = { [text] (start: Int, end: Int) in
            let utf8 = text.utf8
            return text[
                utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)]
        }
        scheme = part(0, marks.scheme)
        userInfo = marks.at.map { part(marks.authority, $0) }
        host = part(marks.at.map { $0 + 1 } ?? marks.authority, marks.colon ?? marks.path)
        port = marks.colon.map { part($0 + 1, marks.path) }
        path = part(marks.path, marks.query ?? marks.fragment ?? marks.end)
        query = marks.query.map { part($0 + 1, marks.fragment ?? marks.end) }
        fragment = marks.fragment.map { part($0 + 1, marks.end) }
    }

    /// The offsets of the characters that separate the parts.
    private struct Marks {
        /// The ends of the scheme, and of the slashes after it; 0 without a scheme.
        var (scheme, authority) = (0, 0)
        /// The `@` after the user, and the colon before the port.
        var at: Int?
        var colon: Int?
        var path = 0
        let query, fragment: Int?
        let end: Int

        init(in text: UnsafeBufferPointer<UInt8>) {
            end = text.count
            fragment = text.firstIndex(of: UInt8(ascii: "#"))
            query = text[..<(fragment ?? end)].firstIndex(of: UInt8(ascii: "?"))
            let rest = text[..<(query ?? fragment ?? end)]
            guard let separator = rest.firstIndex(of: UInt8(ascii: ":")), separator > 0,
                rest[separator...].starts(with: "://".utf8),
                !rest[..<separator].contains(UInt8(ascii: "/"))
            else { return }
            (scheme, authority) = (separator, separator + 3)
            path = rest[authority...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            at = rest[authority..<path].lastIndex(of: UInt8(ascii: "@"))
            let host = rest[(at.map { $0 + 1 } ?? authority)..<path]
            colon = host.lastIndex(of: UInt8(ascii: ":"))
            if let last = colon, host[last...].contains(UInt8(ascii: "]")) { colon = nil }
        }
    }

    package var text: String {
        var text = origin(withUserInfo: true) + path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// Scheme, host and port as given, `https://host:8443`; empty for a relative reference.
    package var origin: String { origin(withUserInfo: false) }

    /// The origin as the web compares it: in lower case, and without the default port of its scheme.
    ///
    /// RFC 6454: https://www.rfc-editor.org/rfc/rfc6454#section-4
    package var webOrigin: String {
        var parts = self
        if hasDefaultPort { parts.port = nil }
        return parts.origin.lowercased()
    }

    /// Whether there is no port, or that of the scheme.
    package var hasDefaultPort: Bool {
        guard let port, !port.isEmpty else { return true }
        return ["http": "80", "https": "443"][scheme.lowercased()] == port
    }

    /// The origin and the path on one line, for messages about a request that no one has redacted: the user,
    /// the query and the fragment may contain keys.
    package var withoutCredentials: String { (origin + path).onOneLine }

    private func origin(withUserInfo: Bool) -> String {
        guard !scheme.isEmpty else { return "" }
        var text = scheme + "://"
        if withUserInfo, let userInfo { text += userInfo + "@" }
        text += host
        if let port { text += ":" + port }
        return String(text)
    }

    /// The percent-encoded query items, in order. A value is nil if there is no `=`.
    package var queryItems: [(name: Substring, value: Substring?)] {
        guard let query, !query.isEmpty else { return [] }
        return URLParts.items(of: query)
    }

    /// Splits a query or a form at `&`, and each item at its first `=`.
    package static func items(of text: Substring) -> [(name: Substring, value: Substring?)] {
        text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { bytes in
            let item = Substring(bytes)
            guard let equals = item.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (item, nil) }
            return (item[..<equals], item[item.utf8.index(after: equals)...])
        }
    }
}
