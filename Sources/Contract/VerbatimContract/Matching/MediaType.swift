/// A media type or media range, with parameters: `text/javascript; charset=utf-8`, `image/*`.
///
/// RFC 9110, section 8.3.1: https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
package struct MediaType: Sendable, Hashable {
    /// The type and subtype in lower case: `text/javascript`.
    ///
    /// https://mimesniff.spec.whatwg.org/#mime-type-essence
    package let essence: String
    /// The parameters, with names and values in lower case.
    package let parameters: [String: String]
    /// The text as written.
    package let text: String

    /// Parses a media type, or returns nil if there is no `type/subtype`.
    package init?(_ text: String) {
        let parts = text.split(separator: ";").map { $0.trimming(" \t") }
        guard let essence = parts.first?.lowercased(), Self.isEssence(essence) else { return nil }
        self.essence = essence
        self.text = text
        parameters = parts.dropFirst().reduce(into: [:]) { parameters, part in
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimming(" \t\"").lowercased() }
            if pair.count == 2 { parameters[pair[0]] = pair[1] }
        }
    }

    private static func isEssence(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(" ") }
    }

    /// Returns how closely the range matches a media type, higher being closer, or nil if it does not.
    package func closeness(to type: MediaType) -> Int? {
        guard parameters.allSatisfy({ type.parameters[$0.key] == $0.value }) else { return nil }
        if essence == type.essence { return 2 + parameters.count }
        if essence.hasSuffix("/*"), type.essence.hasPrefix(essence.dropLast()) { return 1 }
        return essence == "*/*" ? 0 : nil
    }

    /// Whether the type is JSON.
    package var isJSON: Bool { essence.hasSuffix("/json") || essence.hasSuffix("+json") }
    /// Whether the type is XML.
    package var isXML: Bool { essence.hasSuffix("/xml") || essence.hasSuffix("+xml") }
    /// Whether the type is HTML.
    package var isHTML: Bool { essence == "text/html" }
    /// Whether the type is a bitmap image.
    package var isImage: Bool { essence.hasPrefix("image/") && !isXML }
    /// Whether the type is a URL-encoded form.
    package var isForm: Bool { essence == "application/x-www-form-urlencoded" }
}

extension Substring {
    /// Returns the text without some characters at both ends.
    func trimming(_ characters: String) -> Substring {
        let start = firstIndex { !characters.contains($0) } ?? endIndex
        let end = lastIndex { !characters.contains($0) }.map(index(after:)) ?? start
        return self[start..<end]
    }
}
