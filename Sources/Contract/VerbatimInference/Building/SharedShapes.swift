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
        /// The names that the places suggest, with the resources of their responses.
        var names: [Name: Int] = [:]
        var isError = false

        /// The name that most places suggest.
        var name: Name {
            names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? Name(resource: "", own: "")
        }
    }

    /// The name of a shape: its own, and that of the resource it is a part of.
    private struct Name: Hashable, Comparable {
        let resource: String
        let own: String

        static func < (left: Name, right: Name) -> Bool {
            (left.own, left.resource) < (right.own, right.resource)
        }
    }

    private var groups = OrderedGroups<Key, Group>()

    /// With fewer properties, objects with the same names may be of different kinds, unless they are errors.
    private static let leastProperties = 3
    private static let depthLimit = 32

    /// Adds the shape of the body of a response.
    ///
    /// - Parameter resource: The name of what the response is about: `OrgItem`.
    mutating func add(_ shape: ObservedShape, of resource: String, isError: Bool) {
        add(shape, isError ? "Error" : resource, of: resource, depth: 0)
        if isError, let key = Key(shape), !shape.properties.isEmpty {
            groups[key, default: Group()].isError = true
        }
    }

    private mutating func add(
        _ shape: ObservedShape, _ name: String, of resource: String, depth: Int
    ) {
        guard depth < Self.depthLimit else { return }
        if let key = Key(shape), !shape.properties.isEmpty {
            groups[key, default: Group()].shape.merge(shape)
            groups[key, default: Group()].places += 1
            groups[key, default: Group()].names[Name(resource: resource, own: name), default: 0] += 1
        }
        for property in shape.properties {
            let words = ResourceName.words(of: property.name)
            let isWrapper = words.count == 1 && Self.wrappers.contains(words[0].lowercased())
            let own = property.shape.items == nil ? words : ResourceName.singular(words)
            let name = isWrapper && name != "Error" ? resource : ResourceName.joined(own, capitalized: true)
            add(property.shape, name, of: resource, depth: depth + 1)
        }
        if let items = shape.items { add(items, name, of: resource, depth: depth + 1) }
    }

    /// The names of properties that say nothing about what they contain.
    private static let wrappers: Set = [
        "data", "items", "results", "result", "records", "values", "list", "content", "objects", "entries",
        "rows", "hits", "elements", "nodes", "node", "edges", "response", "payload",
    ]

    /// Names the shapes that occur twice. Those with the same name are named after their resources too.
    ///
    /// - Parameter taken: The names that other components have.
    func components(besides taken: Set<String>) -> [(key: Key, name: String, shape: ObservedShape)] {
        let shared = groups.pairs.filter { _, group in
            let isShared = group.isError || group.shape.properties.count >= Self.leastProperties
            return group.places > 1 && isShared && !group.shape.looksLikeMap
        }
        let names = Dictionary(grouping: shared, by: \.1.name.own)
        var unique = DistinctNames(besides: taken)
        return shared.map { key, group in
            let isUnique =
                names[group.name.own, default: []].count < 2 || group.name.own == group.name.resource
            let name = Self.identifier(isUnique ? group.name.own : group.name.resource + group.name.own)
            return (key, unique.take([name]), group.shape)
        }
    }

    private static func identifier(_ name: String) -> String {
        let isDigit = name.utf8.first.map { $0 &- 0x30 < 10 } ?? true
        return isDigit ? "Object" + name : name
    }
}
