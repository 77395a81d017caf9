import VerbatimJSON

/// Makes operation ids: `getOrgItem` for `GET /api/v1/orgs/{orgId}/items/{itemId}`.
struct OperationName {
    private var names: DistinctNames

    /// The number of words after the method.
    private static let wordLimit = 12
    /// Segments at the start of a path that name no resource.
    private static let prefixes: Set = ["api", "rest", "services"]

    /// - Parameter document: The document whose operation ids are taken.
    init(besides document: JSONValue) {
        let items = (document["paths"]?.object?.members ?? []).map(\.value)
        let operations = (items + items.compactMap { $0["additionalOperations"] })
            .flatMap { $0.object?.members ?? [] }
        names = DistinctNames(besides: Set(operations.compactMap { $0.value["operationId"]?.string }))
    }

    /// Returns the name of an operation, which no other has.
    mutating func name(of position: OperationPosition) -> String {
        let name = Self.name(position.method, position.path)
        return names.take(position.path.hasSuffix("}") ? [name, name + "ById"] : [name])
    }

    /// The name of what an operation is about: `Item` for `/orgs/{orgId}/items`.
    static func resource(of path: String) -> String {
        let named = path.prefix { $0 != "#" }.split(separator: "/").last { !$0.hasPrefix("{") } ?? ""
        let words = ResourceName.singular(ResourceName.words(of: String(named)))
        return ResourceName.joined(words, capitalized: true)
    }

    private static func name(_ method: String, _ path: String) -> String {
        if let fragment = path.firstIndex(of: "#") { return String(path[path.index(after: fragment)...]) }
        let segments = path.split(separator: "/").map(String.init)
        let named = segments.drop { segment in
            prefixes.contains(segment.lowercased()) || IdentifierForm.isVersion(Array(segment.utf8))
        }
        let words = named.indices.flatMap { index -> [String] in
            guard !named[index].hasPrefix("{") else { return [] }
            let words = ResourceName.words(of: named[index])
            let hasParameter = index + 1 < named.endIndex && named[index + 1].hasPrefix("{")
            return hasParameter ? ResourceName.singular(words) : words
        }
        return ResourceName.joined(ResourceName.words(of: method), capitalized: false)
            + ResourceName.joined(
                words.isEmpty ? ["root"] : Array(words.prefix(wordLimit)), capitalized: true)
    }
}
