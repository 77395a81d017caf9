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
        /// The names that the places suggest, with the resources of their responses; a response about the
        /// resource itself counts as several.
        var names: [Name: Int] = [:]
        var isError = false
        /// The name of the kind that a choice distinguishes.
        var kindName: Name?

        /// The name that most places suggest; that of what they are a part of if each suggests another.
        var name: Name {
            if let kindName { return kindName }
            let best = names.max { ($0.value, $1.key) < ($1.value, $0.key) }
            guard let best else { return Name(resource: "", own: "") }
            if names.count > 2, best.value * names.count <= names.values.reduce(0, +) * 2,
                names.keys.allSatisfy({ $0.resource == best.key.resource })
            {
                let own = SharedShapes.element(of: best.key.resource, true)
                return Name(resource: own, own: own)
            }
            // What has the thing itself as a property is an item of a list of it.
            let holdsThing = shape.properties.contains { property in
                property.shape.objects > 0
                    && PropertyName(property.name).objectName(isList: false) == best.key.own
            }
            return holdsThing ? Name(resource: best.key.resource, own: best.key.own + "Item") : best.key
        }
    }

    /// The name of a shape: its own, and that of the object or the resource it is a part of.
    private struct Name: Hashable, Comparable {
        let resource: String
        let own: String

        static func < (left: Name, right: Name) -> Bool {
            (left.own, left.resource) < (right.own, right.resource)
        }
    }

    /// The shapes by the names of their properties, those of another structure apart.
    private var groups = OrderedGroups<ObjectKinds.Key, [Group]>()
    /// The most structures that objects with the same names of properties may have.
    private static let structureLimit = 16

    /// With fewer properties, objects with the same names may be of different kinds, unless they are errors.
    private static let leastProperties = 3

    init(_ kinds: ObjectKinds) {
        self.kinds = kinds
    }

    /// Adds the shape of the body of a response.
    ///
    /// - Parameter resource: The name of what the response is about: `OrgItem`.
    mutating func add(_ shape: ObservedShape, of resource: String, isError: Bool) {
        add(shape, isError ? "Error" : resource, in: resource, of: resource, depth: 0)
        if isError { edit(shape) { $0.isError = true } }
    }

    /// Edits the group of a shape, unless the shape is not to be shared.
    private mutating func edit(_ shape: ObservedShape, _ change: (inout Group) -> Void) {
        guard let key = kinds.key(of: shape), !shape.properties.isEmpty, !shape.isListEnvelope else { return }
        let known = groups[key] ?? []
        let index = known.firstIndex { $0.shape.isAlike(shape) } ?? known.count
        guard index < Self.structureLimit else { return }
        if index == known.count { groups[key, default: []].append(Group()) }
        change(&groups[key, default: []][index])
    }

    private mutating func add(
        _ shape: ObservedShape, _ name: String, in parent: String, of resource: String, depth: Int
    ) {
        guard depth < ObjectKinds.depthLimit else { return }
        if let choice = shape.choice {
            for kind in choice.kinds {
                let own = Self.name(of: kind.values, name)
                edit(kind.shape) { $0.kindName = $0.kindName ?? Name(resource: parent, own: own) }
                add(kind.shape, own, in: parent, of: resource, depth: depth + 1)
            }
            for other in choice.others { add(other, name, in: parent, of: resource, depth: depth + 1) }
            return
        }
        edit(shape) { group in
            group.shape.merge(shape)
            group.places += 1
            let weight = name == resource ? Self.resourceWeight : 1
            group.names[Name(resource: parent, own: name), default: 0] += weight
        }
        for property in shape.properties {
            let kind = PropertyName(property.name)
            let isList = property.shape.items != nil
            let isWrapper = kind.isWrapper && name != "Error"
            let isUnnamed = isWrapper || Self.isData(property.name, among: shape.properties)
            var own =
                isUnnamed
                ? Self.element(of: name, isList || !isWrapper) : kind.objectName(isList: isList)
            if own == "Error", name == own { own += "Item" }
            let isPart = isUnnamed || name == "Attributes"
            add(property.shape, own, in: isPart ? parent : name, of: resource, depth: depth + 1)
        }
        if let items = shape.items { add(items, name, in: parent, of: resource, depth: depth + 1) }
    }

    /// Whether the name of a property is data, such as a number, a locale or the name of a file.
    private static func isData(_ name: String, among properties: [ObservedShape.Property]) -> Bool {
        ObservedShape.isData(name) || name.dropFirst().contains(".")
            || name.utf8.count == 2 && properties.contains { ObservedShape.isData($0.name) }
    }

    /// The name of what a property says nothing about: `Album` for the items of `Albums`.
    private static func element(of name: String, _ isList: Bool) -> String {
        isList
            ? ResourceName.joined(ResourceName.singular(ResourceName.words(of: name)), capitalized: true)
            : name
    }

    /// The number of places that a response about the resource itself counts as.
    private static let resourceWeight = 4

    /// Names the shapes that occur twice. Those with the same name are named after what they are a part of
    /// too, except for the usual one.
    ///
    /// - Parameter taken: The names that other components have.
    func components(besides taken: Set<String>) -> [Component] {
        let all = groups.pairs.flatMap { key, groups in groups.map { (key, $0) } }
        let shared = all.filter { _, group in
            let isShared = group.isError || group.shape.properties.count >= Self.leastProperties
            return group.kindName != nil || group.places > 1 && isShared && !group.shape.looksLikeMap
        }
        let places = Dictionary(grouping: shared.map(\.1), by: \.name.own).mapValues {
            $0.map(\.places).sorted(by: >)
        }
        var unique = DistinctNames(besides: taken)
        return shared.map { key, group in
            // Only one can be in twice as many places as the next.
            let isUsual = places[group.name.own]?.dropFirst().first.map { group.places >= $0 * 2 } ?? true
            let isUnique = isUsual || group.name.own.hasPrefix(group.name.resource)
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
    /// Whether the values of another place have the same structure: no property has values of one type here
    /// and of another one there, besides null, and the objects have most names in common at each level.
    func isAlike(_ other: ObservedShape, depth: Int = 0) -> Bool {
        guard depth < ObjectKinds.depthLimit else { return true }
        let (own, theirs) = (types, other.types)
        guard own.contains(true), theirs.contains(true) else { return true }
        guard zip(own, theirs).contains(where: { $0 && $1 }) else { return false }
        if let items, let others = other.items, !items.isAlike(others, depth: depth + 1) { return false }
        guard !properties.isEmpty, !other.properties.isEmpty, !looksLikeMap, !other.looksLikeMap else {
            return true
        }
        let others = Dictionary(other.properties.map { ($0.name, $0.shape) }) { first, _ in first }
        let common = properties.filter { others[$0.name] != nil }
        let all = properties.count + others.count - common.count
        // Four of five, or all but one.
        guard common.count * 5 >= all * 4 || common.count > 1 && all - common.count == 1 else { return false }
        return common.allSatisfy { property in
            others[property.name].map { property.shape.isAlike($0, depth: depth + 1) } ?? true
        }
    }

    /// Whether the objects only hold a list, and what is needed to page through it: another one has the same
    /// names and holds other things.
    var isListEnvelope: Bool {
        let lists = properties.filter { property in
            property.shape.arrays > 0
                && (property.shape.items.map { $0.objects > 0 } ?? PropertyName(property.name).isWrapper)
        }
        return !lists.isEmpty
            && properties.allSatisfy { property in
                lists.contains { $0.name == property.name } || PropertyName(property.name).isPaging
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
            for other in choice.others { add(other, depth: depth + 1) }
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
