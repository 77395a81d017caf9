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
    /// The host, as given.
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
        var rest = text[...]
        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
            fragment = rest[rest.utf8.index(after: hash)...]
            rest = rest[..<hash]
        }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = rest[rest.utf8.index(after: mark)...]
            rest = rest[..<mark]
        }
        guard let separator = rest.firstSchemeSeparator else {
            (scheme, host, path) = ("", "", rest)
            return
        }
        scheme = rest[..<separator]
        rest = rest[rest.utf8.index(separator, offsetBy: 3)...]
        let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        path = rest[slash...]
        (userInfo, host, port) = URLParts.authority(rest[..<slash])
    }

    private static func authority(_ text: Substring) -> (Substring?, Substring, Substring?) {
        var rest = text
        var userInfo: Substring?
        if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
            userInfo = rest[..<at]
            rest = rest[rest.utf8.index(after: at)...]
        }
        guard let colon = rest.utf8.lastIndex(of: UInt8(ascii: ":")),
            !rest[colon...].utf8.contains(UInt8(ascii: "]"))
        else { return (userInfo, rest, nil) }
        return (userInfo, rest[..<colon], rest[rest.utf8.index(after: colon)...])
    }

    /// The whole URL.
    package var text: String {
        var text = origin(withUserInfo: true) + path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// Scheme, host and port as given, `https://host:8443`; empty for a relative reference.
    package var origin: String { origin(withUserInfo: false) }

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

extension Substring {
    fileprivate var firstSchemeSeparator: Index? {
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), colon > startIndex,
            utf8[colon...].starts(with: "://".utf8),
            utf8[..<colon].allSatisfy({ $0 != UInt8(ascii: "/") })
        else { return nil }
        return colon
    }
}
