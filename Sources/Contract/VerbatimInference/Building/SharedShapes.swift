import VerbatimJSON

/// The shapes of objects that occur in several places of responses, which become components.
///
/// Objects with the same names of properties are of one kind, whichever of them are null or absent.
struct SharedShapes {
    /// The names of the properties of an object.
    struct Key: Hashable {
        private let names: Set<String>

        /// - Returns: nil if other values than objects and null have the shape.
        init?(_ shape: ObservedShape) {
            guard shape.objects > 0, shape.objects + shape.nulls == shape.count else { return nil }
            names = Set(shape.properties.map(\.name))
        }
    }

    /// The places of a shape.
    private struct Group {
        var shape = ObservedShape()
        var places = 0
        var names: [String: Int] = [:]
        var isError = false
    }

    private var groups = OrderedGroups<Key, Group>()

    /// With fewer properties, objects with the same names may be of different kinds, unless they are errors.
    private static let leastProperties = 3
    private static let depthLimit = 32

    /// Adds the shape of the body of a response.
    ///
    /// - Parameter resource: The name of what the response is about: `OrgItem`.
    mutating func add(_ shape: ObservedShape, of resource: String, isError: Bool) {
        add(shape, isError ? "Error" : resource, of: resource, isError: isError, depth: 0)
    }

    private mutating func add(
        _ shape: ObservedShape, _ name: String, of resource: String, isError: Bool, depth: Int
    ) {
        guard depth < Self.depthLimit else { return }
        if let key = Key(shape), !shape.properties.isEmpty {
            groups[key, default: Group()].shape.merge(shape)
            groups[key, default: Group()].places += 1
            groups[key, default: Group()].names[name, default: 0] += 1
            if isError, depth == 0 { groups[key, default: Group()].isError = true }
        }
        for property in shape.properties {
            let words = ResourceName.words(of: property.name)
            let isWrapper = words.count == 1 && Self.wrappers.contains(words[0].lowercased()) && !isError
            let name = ResourceName.joined(ResourceName.singular(words), capitalized: true)
            add(
                property.shape, isWrapper ? resource : name, of: resource, isError: isError, depth: depth + 1)
        }
        if let items = shape.items { add(items, name, of: resource, isError: isError, depth: depth + 1) }
    }

    /// The names of properties that say nothing about what they contain.
    private static let wrappers: Set = [
        "data", "items", "results", "result", "records", "values", "list", "content", "objects", "entries",
        "rows", "hits", "elements", "nodes", "node", "edges", "response", "payload",
    ]

    /// Names the shapes that occur twice.
    ///
    /// - Parameter taken: The names that other components have.
    func components(besides taken: Set<String>) -> [(key: Key, name: String, shape: ObservedShape)] {
        var taken = taken
        return groups.pairs.compactMap { key, group in
            let isShared = group.isError || group.shape.properties.count >= Self.leastProperties
            guard group.places > 1, isShared, !group.shape.looksLikeMap else { return nil }
            let common = group.names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
            let name =
                common.isEmpty || common.utf8.first.map { $0 &- 0x30 < 10 } ?? true
                ? "Object" + common : common
            let free =
                ([""] + (2...taken.count + 2).map(String.init)).lazy.map { name + $0 }
                .first { !taken.contains($0) } ?? name
            taken.insert(free)
            return (key, free, group.shape)
        }
    }
}
