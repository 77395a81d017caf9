import VerbatimJSON

/// The shapes of objects that occur in several places of responses, or are one of the kinds that a choice
/// distinguishes; they become components.
struct SharedShapes {
    /// A shape that becomes a component.
    struct Component {
        let name: String
        /// The shape of all objects that it describes.
        let shape: ObservedShape
        /// The shapes of those with the same names of properties.
        let variants: [Variant]
        /// Whether only errors are of this kind, as others with so few properties say something else.
        var isOnlyError = false

        var kind: ObjectKinds.Kind? { variants.first?.key.kind }
    }

    typealias Variant = (key: ObjectKinds.Key, shape: ObservedShape)

    private let kinds: ObjectKinds
    /// The places of a shape.
    private struct Group {
        var shape = ObservedShape()
        var places = 0
        /// The names that the places suggest, with the resources of their responses; a response about the
        /// resource itself counts as several.
        private(set) var names: [Name: Int] = [:]
        /// The numbers of places that suggest a name, whatever they are a part of.
        private(set) var support: [String: Int] = [:]
        /// The names of subjects with those before them in the paths.
        var qualified: [String: Set<String>] = [:]
        var isError = false
        /// What the first response with it is about, unless that is an error.
        var subject: Subject?
        /// Whether an error has it, perhaps within it.
        var isInError = false
        /// How deep within responses it is.
        var depth = 0
        /// How deep within a response it is whose path is that of a collection of it; nil if none is.
        var resourceDepth: Int?
        /// The name of the kind that a choice distinguishes.
        var kindName: Name?

        /// The name that most places suggest, and those that others do; that of what they are a part of if
        /// each suggests another.
        var ranking: [Name] {
            if let kindName { return [kindName] }
            // What calls return, whether they succeed or fail, is no error.
            if isError, subject != nil, shape.properties.count >= SharedShapes.leastProperties {
                return [Name(resource: "Response", own: "Response")]
            }
            let ranked = names.sorted { left, right in
                (support[left.key.own, default: 0], left.value, right.key.length, right.key)
                    > (support[right.key.own, default: 0], right.value, left.key.length, left.key)
            }.map(\.key)
            guard let best = ranked.first else { return [] }
            let element = SharedShapes.element(of: best.resource, true)
            let words = support.keys.map(ResourceName.words)
            if Set(support.keys) == ["Start", "End"], shape.properties.contains(where: \.isTime) {
                return [Name(resource: element, own: element + "Time")]
            }
            if support.count > 1, let own = SharedShapes.meaning(of: shape) {
                return [Name(resource: element, own: own)]
            }
            if support.count == 2, let ending = SharedShapes.ending(of: words) {
                return [Name(resource: element, own: ending)]
            }
            if support.count > (element == best.resource ? 2 : 1),
                support[best.own, default: 0] * support.count <= support.values.reduce(0, +) * 2,
                names.keys.allSatisfy({ $0.resource == best.resource })
            {
                let own = SharedShapes.common(words) ?? element
                return [Name(resource: element, own: own)]
            }
            let isSame = names.count == 2 && Set(names.keys.map(\.resource)).count == 1
            if isSame, depth > 0, resourceDepth == nil, let own = SharedShapes.either(of: support) {
                return [Name(resource: element, own: own)]
            }
            // Beside a list of things there may be more than its pages.
            let holdsList =
                depth == 0 && !shape.isNamed
                && shape.properties.contains { property in
                    property.shape.items.map { $0.objects > 0 } ?? false
                        && (PropertyName(property.name).isWrapper && property.name != "content"
                            || best.own.isNamesake(
                                of: PropertyName(property.name).objectName(isList: true)))
                }
            if holdsList, !isError, !SharedShapes.isSearch(best.own), !best.own.hasSuffix("List") {
                return [Name(resource: best.resource, own: best.own + "List")]
            }
            // What has the thing itself as a property is an item of a list of it, or the whole response.
            let holdsThing = shape.properties.contains { property in
                property.shape.objects > 0
                    && best.own.isNamesake(of: PropertyName(property.name).objectName(isList: false))
            }
            guard holdsThing else { return ranked }
            // All paths may say more of it: `AdminAccount` for `/admin/accounts`.
            let qualified = qualified[best.own, default: []]
            if depth > 0, qualified.count == 1, let own = qualified.first, own != best.own {
                return [Name(resource: best.resource, own: own)]
            }
            return [Name(resource: best.resource, own: best.own + (depth == 0 ? "Response" : "Item"))]
        }

        mutating func merge(_ other: Group) {
            shape.merge(other.shape)
            places += other.places
            names.merge(other.names, uniquingKeysWith: +)
            support.merge(other.support, uniquingKeysWith: +)
            qualified.merge(other.qualified) { $0.union($1) }
            isError = isError || other.isError
            depth = max(depth, other.depth)
            resourceDepth = [resourceDepth, other.resourceDepth].compactMap(\.self).min()
        }

        mutating func suggest(_ name: Name, _ weight: Int) {
            names[name, default: 0] += weight
            support[name.own, default: 0] += weight
        }
    }

    /// The name of a shape: its own, and that of the object or the resource it is a part of.
    private struct Name: Hashable, Comparable {
        let resource: String
        let own: String

        static func < (left: Name, right: Name) -> Bool {
            (left.own, left.resource) < (right.own, right.resource)
        }

        /// The length by which the shorter of two names is taken, unless it says nothing: `Item`.
        var length: Int {
            ["Item", "Entry", "Element", "Node", "Object"].contains(own) ? .max : own.utf8.count
        }

        /// What objects of one kind have in common; those of a part with what they are a part of.
        var family: String {
            if SharedShapes.parts.contains(own) { return resource + own }
            return own.hasSuffix("Response") ? own.dropLast(8) + "Item" : own
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

    /// The names of what says that something happened, to whatever resource.
    private static let events: Set = ["Error", "Deletion"]

    /// Adds the shape of the body of a response.
    ///
    /// - Parameters:
    ///   - resource: What the response is about.
    ///   - isDeleted: Whether the resource is gone.
    mutating func add(
        _ shape: ObservedShape, of resource: PathResource, isDeleted: Bool = false, isError: Bool
    ) {
        // What only answers a deletion says that it happened, whatever was deleted.
        let name = isError ? "Error" : isDeleted ? "Deletion" : resource.name
        let weight = isDeleted ? 0 : resource.weight
        let subject = Subject(
            name: name, qualified: isDeleted ? name : resource.qualifiedName, weight: weight,
            isCollection: resource.isCollection, isThing: resource.isThing && !isDeleted, isError: isError)
        add(shape, name, in: resource.name, of: subject, depth: 0)
        if isError { edit(shape, named: name) { $0.isError = true } }
    }

    /// What a response is about.
    private struct Subject {
        let name: String
        /// The name with that of what comes before it in the path.
        let qualified: String
        /// The number of places that an object with this name counts as.
        let weight: Int
        let isCollection: Bool
        /// Whether it is a thing of a collection.
        let isThing: Bool
        let isError: Bool

        /// A name with that of the subject before it, then with what comes before that in the path.
        func qualifying(_ other: String) -> [String] {
            other.hasPrefix(name)
                ? [qualified + other.dropFirst(name.count)] : [name + other, qualified + other]
        }
    }

    /// Edits the group of a shape, unless the shape is not to be shared.
    private mutating func edit(
        _ shape: ObservedShape, named name: String, _ change: (inout Group) -> Void
    ) {
        guard let key = kinds.key(of: shape), !shape.properties.isEmpty, !shape.isEnvelope else { return }
        let known = groups[key] ?? []
        let index =
            known.firstIndex { group in
                (group.support[name] != nil || !group.shape.differsInKind(from: shape))
                    && group.shape.isAlike(shape)
            } ?? known.count
        guard index < Self.structureLimit else { return }
        if index == known.count { groups[key, default: []].append(Group()) }
        change(&groups[key, default: []][index])
    }

    private mutating func add(
        _ shape: ObservedShape, _ name: String, in parent: String, of subject: Subject, depth: Int,
        within outer: ObservedShape? = nil
    ) {
        guard depth < ObjectKinds.depthLimit, shape.document == nil else { return }
        let stated = Self.events.contains(name) ? nil : shape.statedKind.map(Self.name(ofKind:))
        let name = stated ?? name
        if let choice = shape.choice {
            for kind in choice.kinds {
                let own = Self.name(of: kind.values, name)
                edit(kind.shape, named: own) { $0.kindName = $0.kindName ?? Name(resource: parent, own: own) }
                add(kind.shape, own, in: parent, of: subject, depth: depth + 1)
            }
            for other in choice.others { add(other, name, in: parent, of: subject, depth: depth + 1) }
            return
        }
        edit(shape, named: name) { group in
            group.shape.merge(shape)
            group.places += 1
            // What contains objects of its own kind is not named after what they are to it.
            let isInner = outer.map { !$0.properties.isEmpty && $0.isAlike(shape) } ?? false
            group.suggest(
                Name(resource: parent, own: name),
                isInner ? 0 : name == subject.name ? subject.weight : 1)
            group.isInError = group.isInError || subject.isError
            group.depth = max(group.depth, depth)
            if name == subject.name { group.qualified[name, default: []].insert(subject.qualified) }
            if name == subject.name, subject.isThing {
                group.resourceDepth = min(group.resourceDepth ?? depth, depth)
            }
            if !subject.isError { group.subject = group.subject ?? subject }
        }
        for property in shape.properties where !shape.hasArguments(in: property) {
            let kind = PropertyName(property.name)
            let isList = property.shape.items != nil
            let isNoun =
                kind.mayBeNoun && shape.isNamed || property.name == "records" && !subject.isCollection
            let isWrapper = kind.isWrapper && name != "Error" && !(isList && isNoun)
            let isUnnamed = isWrapper || Self.isData(property.name, among: shape.properties)
            let isPerson = property.shape.identifiesItself || property.shape.items?.identifiesItself ?? false
            var own =
                isUnnamed
                ? Self.element(of: name == "Meta" ? subject.name : name, isList || !isWrapper)
                : kind.objectName(isList: isList, isPerson: isPerson)
            if own == "Error", name == own { own += "Item" }
            let isPart = isUnnamed || name == "Attributes"
            add(
                property.shape, own, in: isPart ? parent : name, of: subject, depth: depth + 1, within: shape)
        }
        if let items = shape.items {
            add(items, name, in: parent, of: subject, depth: depth + 1, within: outer)
        }
    }

    /// Whether the name of a property is data, such as a number, a locale or the name of a file.
    private static func isData(_ name: String, among properties: [ObservedShape.Property]) -> Bool {
        ObservedShape.isData(name) || name.dropFirst().contains(".")
            || name.utf8.count == 2 && properties.contains { ObservedShape.isData($0.name) }
    }

    /// The name of what a property says nothing about: `Album` for the items of `Albums`.
    private static func element(of name: String, _ isList: Bool) -> String {
        guard isList else { return name }
        return isSearch(name)
            ? name + "Result"
            : ResourceName.joined(ResourceName.singular(ResourceName.words(of: name)), capitalized: true)
    }

    /// Whether the name is that of a search, which finds things of many kinds.
    private static func isSearch(_ name: String) -> Bool { name.hasSuffix("Search") }

    /// Names the shapes that occur twice. Those with the same name are named after what they are a part of
    /// too, except for the usual one.
    ///
    /// - Parameter taken: The names that other components have.
    func components(besides taken: Set<String>) -> [Component] {
        let all = variants()
        let shared = all.filter { family in
            let isShared = family.group.isError || family.group.shape.properties.count >= Self.leastProperties
            return family.group.kindName != nil
                || family.group.places > 1 && isShared && !family.group.shape.looksLikeMap
        }.map { (family: $0, ranking: $0.group.ranking) }
        let usual = Self.usual(among: shared.map { ($0.family.group, $0.ranking.first?.own ?? "") })
        // What occurs at one path only is no component, but is the thing itself.
        let things = all.filter { $0.group.places == 1 && $0.group.resourceDepth == 0 }.map {
            (name: $0.group.ranking.first?.own, shape: $0.group.shape)
        }
        var unique = DistinctNames(besides: taken)
        return shared.enumerated().map { index, item in
            let (family, ranking) = item
            let own = ranking.first?.own ?? ""
            let isOfThing =
                family.group.resourceDepth != 0
                && things.contains { $0.name == own && family.group.shape.isSummary(of: $0.shape) }
            let names =
                (isOfThing ? [own + "Summary"] : [])
                + ranking.enumerated().flatMap { rank, name -> [String] in
                    let isWhole = name.own.hasPrefix(name.resource) || family.usual.isError
                    let full = Self.identifier(isWhole ? name.own : name.resource + name.own)
                    guard let other = usual[name.own], other != index else {
                        return [rank == 0 && usual[name.own] == index ? Self.identifier(name.own) : full]
                    }
                    let resource = shared[other].family.group
                    let isSummary =
                        resource.resourceDepth != nil && family.group.shape.isSummary(of: resource.shape)
                    return isSummary ? [name.own + "Summary", full] : [full]
                }
            // What happened to fail first names no error.
            let qualified =
                family.usual.isError
                ? ["ErrorResponse"] : names.first.flatMap { family.group.subject?.qualifying($0) } ?? []
            return Component(
                name: unique.take(names + qualified), shape: family.group.shape, variants: family.variants,
                isOnlyError: family.usual.isError
                    && family.group.shape.properties.count < Self.leastProperties)
        }
    }

    /// The groups that have some names without those of what they are a part of: what paths name so, or else
    /// what is in twice as many places as the next.
    private static func usual(among groups: [(group: Group, name: String)]) -> [String: Int] {
        // A reference needs the name of what it refers to.
        let named = groups.indices.filter { groups[$0].name != "Reference" || groups[$0].group.shape.isNamed }
        return Dictionary(grouping: named) { groups[$0].name }.compactMapValues { indices in
            let resources = indices.filter { groups[$0].group.resourceDepth != nil }
            let least = resources.compactMap { groups[$0].group.resourceDepth }.min()
            let first = resources.filter { groups[$0].group.resourceDepth == least }
            let whole = first.first { index in
                let shape = groups[index].group.shape
                return first.allSatisfy { $0 == index || groups[$0].group.shape.isSummary(of: shape) }
            }
            if let whole { return whole }
            let sorted = indices.sorted { groups[$0].group.places > groups[$1].group.places }
            let places = sorted.map { groups[$0].group.places }
            return places.count == 1 || places[0] >= places[1] * 2 ? sorted[0] : nil
        }
    }

    // MARK: Variants

    /// A group with what is almost the same.
    private struct Family {
        /// The usual form, to which others are compared, so that no chain of them leads far away.
        let usual: Group
        /// The names that most places suggest.
        let names: [String]
        var group: Group
        var variants: [Variant]

        init(_ group: Group, _ key: ObjectKinds.Key) {
            usual = group
            names = group.ranking.prefix(SharedShapes.nameLimit).map(\.family)
            self.group = group
            variants = [(key, group.shape)]
        }

        /// Whether another one has the same objects with some properties more or less: both have a name in
        /// common, or so many properties that this is no coincidence. Errors have half of them in common.
        func includes(_ other: Family) -> Bool {
            let isNamed = names.contains(where: other.names.contains)
            let count = min(usual.shape.properties.count, other.usual.shape.properties.count)
            let areErrors = usual.isInError && other.usual.isInError
            // What an error holds is no error of the same kind.
            if areErrors, usual.shape.holds(other.usual.shape) || other.usual.shape.holds(usual.shape) {
                return false
            }
            if !areErrors, count < tellingProperties, usual.shape.excludes(other.usual.shape),
                other.usual.shape.excludes(usual.shape)
            {
                return false
            }
            // What each adds would make an object of everything.
            guard group.shape.properties.count < usual.shape.properties.count * 2,
                usual.kindName == nil, other.usual.kindName == nil,
                isNamed ? areErrors || count >= leastProperties : count >= tellingProperties
            else { return false }
            let areObjects = isNamed && !isApart(from: other) || count >= tellingProperties * 3
            let objects: LikenessContext = names.first == other.names.first ? .namesakes : .objects
            return usual.shape.isAlike(
                other.usual.shape, isNamed && areErrors ? .errors : areObjects ? objects : .none)
        }

        /// Whether responses are about both, at paths of one name: all users, and those of an app.
        private func isApart(from other: Family) -> Bool {
            guard let own = usual.subject, let theirs = other.usual.subject else { return false }
            return own.name == theirs.name && own.qualified != theirs.qualified
        }
    }

    /// With as many properties, of which most are alike, objects are of one kind.
    static let tellingProperties = 10
    private static let nameLimit = 4
    /// The largest number of groups with one name, and of large ones, to which each is compared.
    private static let familyLimit = 32
    /// What other objects are a part of, too.
    private static let parts: Set = [
        "Attributes", "Relationships", "Meta", "Metadata", "Links", "Options", "Config", "Settings", "Params",
    ]

    /// The groups with those that are almost the same, in the order of the numbers of their places.
    private func variants() -> [Family] {
        let all = groups.pairs.flatMap { key, groups in groups.map { Family($0, key) } }
        let sorted = all.enumerated().sorted {
            ($1.element.group.places, $0.offset) < ($0.element.group.places, $1.offset)
        }
        var families: [Family] = []
        var (byName, large) = ([String: [Int]](), [Int]())
        for (_, family) in sorted {
            let known = family.names.flatMap { byName[$0, default: []].prefix(Self.familyLimit) }
            let isLarge = family.usual.shape.properties.count >= Self.tellingProperties
            let candidates = known + (isLarge ? Array(large.prefix(Self.familyLimit)) : [])
            if let index = candidates.first(where: { families[$0].includes(family) }) {
                families[index].group.merge(family.group)
                families[index].variants += family.variants
                continue
            }
            for name in family.names { byName[name, default: []].append(families.count) }
            if isLarge { large.append(families.count) }
            families.append(family)
        }
        return families
    }
}
