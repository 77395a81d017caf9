import Foundation
import VerbatimHAR

/// The URL of a request in normal form: the host in lower case, without the default port of its scheme.
package struct RequestTarget: Sendable {
    /// A decoded field of a query or a form.
    package typealias Field = (name: String, value: String)
    /// A field of a query whose value is still percent-encoded.
    typealias Item = (name: String, value: Substring)

    /// The scheme and the authority, `https://host:port`; empty if the URL is not absolute.
    package let origin: String
    /// The path as sent, percent-encoded; at least `/`.
    package let path: String
    package let query: [Field]
    /// The fields of the query with their values as sent, in order.
    let items: [Item]

    package init(_ url: String) {
        let parts = URLParts(url)
        origin = parts.webOrigin
        path = parts.path.isEmpty ? "/" : String(parts.path)
        items = Self.items(parts.query ?? "")
        query = Self.decoded(items)
    }

    /// The origin and the path, which URL templates match.
    package var text: String { origin + path }

    /// The path without a trailing slash and without repeated ones, except in a URL within it.
    package var plainPath: String {
        let slash = UInt8(ascii: "/")
        let hasRepeated = zip(path.utf8, path.utf8.dropFirst()).contains { $0 == slash && $1 == slash }
        guard hasRepeated else { return path != "/" && path.hasSuffix("/") ? String(path.dropLast()) : path }
        var plain: [UInt8] = []
        for byte in path.utf8 {
            let isInURL = plain.count > 1 && plain[plain.count - 2] == UInt8(ascii: ":")
            if byte != slash || plain.last != slash || isInURL { plain.append(byte) }
        }
        if plain.count > 1, plain.last == slash { plain.removeLast() }
        return String(decoding: plain, as: UTF8.self)
    }

    /// The origin and the plain path, and both with a trailing slash.
    ///
    /// Such slashes distinguish two operations only if both are declared.
    package var otherTexts: [String] {
        let plain = origin + (plainPath == "/" ? "" : plainPath)
        return [plain, plain + "/"].filter { $0 != text }
    }

    package func values(of name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

    /// Decodes the fields of a query or a form, in order.
    ///
    /// https://url.spec.whatwg.org/#application/x-www-form-urlencoded
    package static func fields(_ text: Substring) -> [Field] { decoded(items(text)) }

    /// The path of the property that a field of a form has: `card`, `number` for `card[number]`. What is in
    /// an element of a list has an empty part before it: `items[][size]`.
    ///
    /// Other names are the only part of theirs, those of lists included: `ids[]`.
    package static func path(ofField name: String) -> [String] {
        let base = name.prefix { $0 != "[" }
        guard !base.isEmpty, name.hasSuffix("]"), base.count < name.count - 2 else { return [name] }
        let inner = name.dropFirst(base.count + 1).dropLast().components(separatedBy: "][")
        let hasBrackets = inner.contains { $0.contains("[") || $0.contains("]") }
        let areNested = zip(inner, inner.dropFirst()).contains { $0.isEmpty && $1.isEmpty }
        return hasBrackets || areNested || inner.count > pathLimit ? [name] : [String(base)] + inner
    }

    /// The number of properties around one in a form that are read.
    private static let pathLimit = 16

    private static func items(_ text: Substring) -> [Item] {
        guard !text.isEmpty else { return [] }
        return URLParts.items(of: text).map { item in
            (PercentEncoding.decode(item.name, plusIsSpace: true), item.value ?? "")
        }
    }

    private static func decoded(_ items: [Item]) -> [Field] {
        items.map { ($0.name, PercentEncoding.decode($0.value, plusIsSpace: true)) }
    }
}
