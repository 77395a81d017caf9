import VerbatimJSON

/// The shapes of objects that occur in several places of responses, or are one of the kinds that a choice
/// distinguishes; they become components.
struct SharedShapes {
    /// A shape that becomes a component.
    struct Component {
        let key: ObjectKinds.Key
        let name: String
        let shape: ObservedShape
    }

    private let kinds: ObjectKinds
    /// The places of a shape.
    private struct Group {
        var shape = ObservedShape()
        var places = 0
        /// The names that the places suggest, with the resources of their responses.
        var names: [Name: Int] = [:]
        var isError = false
        /// The name of the kind that a choice distinguishes.
        var kindName: Name?
        /// Whether the values of a property have other types in one place than in another.
        var isMixed = false

        /// The name that most places suggest.
        var name: Name {
            kindName ?? names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
                ?? Name(resource: "", own: "")
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

    private var groups = OrderedGroups<ObjectKinds.Key, Group>()

    /// With fewer properties, objects with the same names may be of different kinds, unless they are errors.
    private static let leastProperties = 3

    init(_ kinds: ObjectKinds) {
        self.kinds = kinds
    }

    /// Adds the shape of the body of a response.
    ///
    /// - Parameter resource: The name of what the response is about: `OrgItem`.
    mutating func add(_ shape: ObservedShape, of resource: String, isError: Bool) {
        add(shape, isError ? "Error" : resource, of: resource, depth: 0)
        if isError, let key = kinds.key(of: shape), !shape.properties.isEmpty {
            groups[key, default: Group()].isError = true
        }
    }

    private mutating func add(
        _ shape: ObservedShape, _ name: String, of resource: String, depth: Int
    ) {
        guard depth < ObjectKinds.depthLimit else { return }
        if let choice = shape.choice {
            for kind in choice.kinds {
                let own = Self.name(of: kind.values, name)
                if let key = kinds.key(of: kind.shape), groups[key]?.kindName == nil {
                    groups[key, default: Group()].kindName = Name(resource: resource, own: own)
                }
                add(kind.shape, own, of: resource, depth: depth + 1)
            }
            return
        }
        if let key = kinds.key(of: shape), !shape.properties.isEmpty {
            if !groups[key, default: Group()].shape.mayBeAlike(shape) {
                groups[key, default: Group()].isMixed = true
            }
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
    func components(besides taken: Set<String>) -> [Component] {
        let shared = groups.pairs.filter { _, group in
            let isShared = group.isError || group.shape.properties.count >= Self.leastProperties
            let isAlike = !group.isMixed && !group.shape.looksLikeMap
            return group.kindName != nil || group.places > 1 && isShared && isAlike
        }
        let names = Dictionary(grouping: shared, by: \.1.name.own)
        var unique = DistinctNames(besides: taken)
        return shared.map { key, group in
            let isUnique =
                names[group.name.own, default: []].count < 2 || group.name.own == group.name.resource
            let name = Self.identifier(isUnique ? group.name.own : group.name.resource + group.name.own)
            return Component(key: key, name: unique.take([name]), shape: group.shape)
        }
    }

    /// The name of a kind of objects: `Permission`, `PushEvent`, or `CardSource` for a `card` among sources.
    ///
    /// - Parameter name: The name of the objects of all kinds.
    static func name(of values: [String], _ name: String) -> String {
        let words = words(of: values[0])
        let kind = ResourceName.joined(ResourceName.singular(words), capitalized: true)
        let isName = ResourceName.singular(words) != words || kind.hasSuffix(name)
        return identifier(isName ? kind : kind + name)
    }

    /// The ending that the names of kinds have in common, by the mapping of a discriminator.
    static func ending(of mapping: JSONValue?) -> String {
        let endings = (mapping?.object?.members ?? []).lazy.compactMap { value, target -> String? in
            let kind = ResourceName.joined(words(of: value), capitalized: true)
            let name = DiscriminatedChoices.name(in: target.string ?? "")
            return name.hasPrefix(kind) ? String(name.dropFirst(kind.count)) : nil
        }
        return endings.first ?? ""
    }

    private static func words(of value: String) -> [String] {
        ResourceName.words(of: value).map { $0.uppercased() == $0 ? $0.lowercased() : $0 }
    }

    private static func identifier(_ name: String) -> String {
        let isDigit = name.utf8.first.map(\.isDigit) ?? true
        return isDigit ? "Object" + name : name
    }
}

extension ObservedShape {
    /// Whether no property has values of one type here and of another one there, besides null.
    fileprivate func mayBeAlike(_ other: ObservedShape) -> Bool {
        let others = Dictionary(other.properties.map { ($0.name, $0.shape) }) { first, _ in first }
        return properties.allSatisfy { property in
            guard let other = others[property.name] else { return true }
            let pairs = Array(zip(property.shape.types, other.types))
            let areKnown = property.shape.types.contains(true) && other.types.contains(true)
            return !areKnown || pairs.contains { $0 && $1 }
        }
    }
}

/// The kinds of objects that choices distinguish, by which objects elsewhere are recognized.
///
/// Objects with the same names of properties are alike, whichever of them are null or absent, unless a choice
/// shows that the value of one of the properties makes them differ.
struct ObjectKinds {
    /// What the objects that one component describes have in common.
    struct Key: Hashable {
        let names: Set<String>
        let kind: Kind?
    }

    /// The property that shows the kind of an object, with its values.
    struct Kind: Hashable {
        let property: String
        /// The values, sorted.
        var values: [String]
    }

    private var kinds: [Set<String>: [Kind]] = [:]

    static let depthLimit = 32

    /// Adds the kinds in a shape.
    mutating func add(_ shape: ObservedShape, depth: Int = 0) {
        guard depth < Self.depthLimit else { return }
        if let choice = shape.choice {
            for kind in choice.kinds {
                add(Kind(property: choice.discriminator, values: kind.values), of: kind.shape)
                add(kind.shape, depth: depth + 1)
            }
            return
        }
        for property in shape.properties { add(property.shape, depth: depth + 1) }
        if let items = shape.items { add(items, depth: depth + 1) }
    }

    /// Adds a kind; kinds with a value in common are one.
    private mutating func add(_ kind: Kind, of shape: ObservedShape) {
        let names = Set(shape.properties.map(\.name))
        let known = kinds[names] ?? []
        let same = known.filter {
            $0.property == kind.property && !Set($0.values).isDisjoint(with: kind.values)
        }
        let values = Set(same.flatMap(\.values) + kind.values).sorted()
        kinds[names] = known.filter { !same.contains($0) } + [Kind(property: kind.property, values: values)]
    }

    /// The key of the objects of a shape; nil if other values than objects and null have it, or several kinds
    /// of objects.
    func key(of shape: ObservedShape) -> Key? {
        guard shape.choice == nil, shape.objects > 0, shape.objects + shape.nulls == shape.count else {
            return nil
        }
        let names = Set(shape.properties.map(\.name))
        let kind = kinds[names]?.first { kind in
            shape.values(decidedBy: kind.property).map { Set(kind.values).isSuperset(of: $0) } ?? false
        }
        return Key(names: names, kind: kind)
    }
}

/// Names that differ from each other.
struct DistinctNames {
    private var taken: Set<String>
    /// The next number after each name that was taken.
    private var numbers: [String: Int] = [:]

    init(besides taken: Set<String>) {
        self.taken = taken
    }

    /// Takes the first of some names that is free, or the first with a number.
    mutating func take(_ names: [String]) -> String {
        if let free = names.first(where: { taken.insert($0).inserted }) { return free }
        let name = names.first ?? ""
        var number = numbers[name, default: 2]
        while !taken.insert("\(name)\(number)").inserted { number += 1 }
        numbers[name] = number + 1
        return "\(name)\(number)"
    }
}
