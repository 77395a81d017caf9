import VerbatimHAR

/// The words by which segments and properties are known as names.
extension PathNames {
    /// The last words of the properties whose values identify an object.
    private static let identities: Set = [
        "id", "name", "login", "slug", "key", "username", "handle", "code", "uid", "identifier", "symbol",
        "hostname", "fqdn", "zone", "domain", "ticker", "entity", "namespace", "shortname",
    ]
    /// The words that need no other before them.
    private static let whole: Set = [
        "hostname", "fqdn", "zone", "domain", "ticker", "symbol", "username", "login", "entity", "namespace",
        "shortname",
    ]
    /// The properties that hold the whole object that a response is about.
    private static let wrappers: Set = ["data", "result", "attributes", "item", "sys", "metadata"]

    static func isWrapper(_ property: String) -> Bool {
        wrappers.contains(property) || property.isEmpty || PropertyName(property).isWrapper
    }

    /// Whether the values of a property are never the words of an API: `login`, `slug`.
    static func isNameOnly(_ place: Place) -> Bool {
        let property = ResourceName.words(of: place.property).joined().lowercased()
        return ["login", "slug", "username", "handle", "displayname"].contains(property)
    }

    /// Whether the words of a property are those of a key: `speciesCode`.
    static func isKey(_ words: [String]) -> Bool {
        ["id", "code", "key", "slug", "symbol"].contains(words.last?.lowercased())
    }

    /// Whether the values of a property are kinds or states of things: `status`, `accountType`.
    static func isKind(_ property: String) -> Bool {
        ResourceName.words(of: property).last.map {
            ["type", "kind", "status", "state", "category", "role"].contains($0.lowercased())
        } ?? false
    }

    /// Whether the name of a property alone says what its values identify.
    static func saysAll(_ property: String) -> Bool { whole.contains(property) }

    /// The last word of a property if its values identify objects.
    static func identity(_ property: String) -> String? {
        let word = ResourceName.words(of: property).last?.lowercased()
        return word.flatMap { identities.contains($0) ? $0 : nil }
    }

    /// The words of a segment or of a property in the singular: `filterStatus` for `filter_statuses`.
    static func singular(_ segment: String) -> String {
        ResourceName.joined(ResourceName.singular(ResourceName.words(of: segment)), capitalized: false)
    }

    static func camelCase(_ property: String) -> String {
        ResourceName.joined(ResourceName.words(of: property), capitalized: false)
    }

    /// Whether a text is what APIs have as a fixed word: a plural, a verb, a file.
    static func isWord(_ text: String) -> Bool {
        !SiblingComparison.mayBeName(text) || PathResource.isFunction(text) || SiblingComparison.isFile(text)
    }

    /// Whether a text is no usual word, as it has digits, hyphens or capital letters.
    static func isDistinctive(_ text: String) -> Bool {
        let isWord = text.contains("-") ? SiblingComparison.isFixed(text) : isWord(text)
        return text.utf8.count > 4 && !text.utf8.allSatisfy { $0 &- 0x61 < 26 } && !isWord
            && !IdentifierForm.isVersion(Array(text.utf8)) && IdentifierForm(text) != .number
    }

    /// The property by which things are found: `name` for `/recordsByName`, `id` for `/userbyid`; nil for
    /// what somebody did, `acquired-by-acme`, and for other segments.
    static func key(of function: String) -> String? {
        if function.hasSuffix("byid") { return "id" }
        let words = ResourceName.words(of: function)
        guard let by = words.lastIndex(where: { ["By", "by"].contains($0) }), by + 1 < words.count,
            by == 0 || !words[by - 1].hasSuffix("ed")
        else { return nil }
        return ResourceName.joined(Array(words[(by + 1)...]), capitalized: false)
    }
}
