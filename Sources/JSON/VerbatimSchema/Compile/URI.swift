/// A URI reference in its five components, which can be resolved against a base.
///
/// https://www.rfc-editor.org/rfc/rfc3986#section-5
package struct URI {
    var scheme: Substring?
    var authority: Substring?
    var path: Substring
    var query: Substring?
    var fragment: Substring?

    /// Splits a text as the regular expression of appendix B does; any text matches it.
    package init(_ text: String) {
        var rest = text[...]
        fragment = URI.cut(&rest, at: "#")
        query = URI.cut(&rest, at: "?")
        if let colon = rest.firstIndex(where: { ":/".contains($0) }), rest[colon] == ":",
            colon > rest.startIndex
        {
            scheme = rest[..<colon]
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            let host = rest.dropFirst(2)
            let end = host.firstIndex(of: "/") ?? host.endIndex
            authority = host[..<end]
            rest = host[end...]
        }
        path = rest
    }

    /// Removes and returns the part after a separator.
    private static func cut(_ text: inout Substring, at separator: Character) -> Substring? {
        guard let index = text.firstIndex(of: separator) else { return nil }
        defer { text = text[..<index] }
        return text[text.index(after: index)...]
    }

    /// The recomposed reference. Section 5.3.
    package var text: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// Returns the target of the reference relative to a base URI. Section 5.2.2.
    package func resolved(against base: URI) -> URI {
        var target = self
        if scheme != nil {
            target.path = URI.removingDots(path)
            return target
        }
        target.scheme = base.scheme
        if authority != nil {
            target.path = URI.removingDots(path)
            return target
        }
        target.authority = base.authority
        if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else {
            target.path = URI.removingDots(path.hasPrefix("/") ? path : merged(onto: base))
        }
        return target
    }

    /// Merges a relative path with that of the base. Section 5.2.3.
    private func merged(onto base: URI) -> Substring {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.lastIndex(of: "/") else { return path }
        return base.path[...slash] + path
    }

    /// Removes dot segments; a path without them, such as that of a URN, is returned as it is. Section 5.2.4.
    private static func removingDots(_ path: Substring) -> Substring {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        guard segments.contains(where: { $0 == "." || $0 == ".." }) else { return path }
        var kept: [Substring] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                if kept.count > 1 || kept.first?.isEmpty == false { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return kept.joined(separator: "/")[...]
    }

    var withoutFragment: URI {
        var copy = self
        copy.fragment = nil
        return copy
    }

    /// The percent-decoded fragment (section 2.1), empty if it is missing; nil if it is not UTF-8.
    var decodedFragment: String? {
        guard let fragment, fragment.contains("%") else { return fragment.map(String.init) ?? "" }
        var bytes: [UInt8] = []
        var rest = fragment.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
