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
    struct Group {
        var shape = ObservedShape()
        var places = 0
        /// The names that the places suggest, with the resources of their responses; a response about the
        /// resource itself counts as several.
        private(set) var names: [Name: Int] = [:]
        /// The numbers of places that suggest a name, whatever they are a part of.
        private(set) var support: [String: Int] = [:]
        /// The names of what its holders are a part of: `Order` for the address of the customer of an order.
        var wholes: Set<String> = []
        /// The names of subjects with those before them in the paths.
        var qualified: [String: Set<String>] = [:]
        /// The names of the things of collections whose paths are those of whole responses.
        var things: Set<String> = []
        /// The names of things that whole responses hold alone, under those names.
        var wrapped: Set<String> = []
        var isError = false
        /// What the first response with it is about, unless that is an error.
        private(set) var subject: Subject?
        /// Whether other responses with it are about something else.
        private(set) var hasOtherSubjects = false
        /// Whether an error has it, perhaps within it.
        var isInError = false
        /// How deep within responses it is.
        var depth = 0
        /// How deep within a response it is whose path is that of a collection of it; nil if none is.
        var resourceDepth: Int?
        /// The name of the kind that a choice distinguishes.
        var kindName: Name?

        mutating func merge(_ other: Group) {
            shape.merge(other.shape)
            places += other.places
            names.merge(other.names, uniquingKeysWith: +)
            support.merge(other.support, uniquingKeysWith: +)
            wholes.formUnion(other.wholes)
            wrapped.formUnion(other.wrapped)
            things.formUnion(other.things)
            qualified.merge(other.qualified) { $0.union($1) }
            hasOtherSubjects = hasOtherSubjects || other.hasOtherSubjects
            if let subject = other.subject { include(subject) }
            isError = isError || other.isError
            depth = max(depth, other.depth)
            resourceDepth = [resourceDepth, other.resourceDepth].compactMap(\.self).min()
        }

        mutating func include(_ other: Subject) {
            hasOtherSubjects = hasOtherSubjects || subject.map { $0.qualified != other.qualified } ?? false
            subject = subject ?? other
        }

        mutating func suggest(_ name: Name, _ weight: Int) {
            guard !name.own.isEmpty else { return }
            names[name, default: 0] += weight
            support[name.own, default: 0] += weight
        }
    }

    /// The name of a shape: its own, and that of the object or the resource it is a part of.
    struct Name: Hashable, Comparable {
        let resource: String
        let own: String

        static func < (left: Name, right: Name) -> Bool {
            (left.own, left.resource) < (right.own, right.resource)
        }

        /// The length by which the shorter of two names is taken, unless it says nothing: `Item`.
        var length: Int { Self.general.contains(own) ? .max : own.utf8.count }

        /// The words that name nothing without another word before them.
        static let general: Set = [
            "Item", "Entry", "Element", "Node", "Object", "Request", "Response", "Resource", "Row",
        ]

        /// What objects of one kind have in common; those of a part with what they are a part of.
        var family: String {
            if SharedShapes.parts.contains(own) { return resource + own }
            return own.hasSuffix("Response") ? own.dropLast(8) + "Item" : own
        }
    }

    /// The shapes by the names of their properties, those of another structure apart.
    private(set) var groups = OrderedGroups<ObjectKinds.Key, [Group]>()
    /// What the responses are about that have a property themselves.
    private(set) var holders: [String: Set<String>] = [:]
    /// The properties of what is within responses.
    private(set) var innerNames: Set<String> = []
    /// The most structures that objects with the same names of properties may have.
    private static let structureLimit = 16

    /// With fewer properties, objects with the same names may be of different kinds, unless they are errors.
    static let leastProperties = 3

    init(_ kinds: ObjectKinds) {
        self.kinds = kinds
    }

    /// The names of what says that something happened, to whatever resource.
    private static let events: Set = ["Error", "Deletion"]

    /// Adds the shape of the body of a response.
    ///
    /// - Parameters:
    ///   - resource: What the response is about.
    ///   - item: The word for an item of a sequence.
    ///   - method: What was done with the resource, which is gone after `delete`.
    mutating func add(
        _ shape: ObservedShape, of resource: PathResource, _ item: String, by method: String, isError: Bool
    ) {
        let isDeleted = method == "delete" && !isError
        // What only answers a deletion says that it happened, whatever was deleted.
        let isGeneral =
            Name.general.contains(resource.name) && resource.qualifiedName.hasSuffix(resource.name)
        let own = isGeneral ? resource.qualifiedName : resource.name
        let name = isError ? "Error" : isDeleted ? "Deletion" : own
        let weight = isDeleted ? 0 : resource.weight
        let subject = Subject(
            name: name, qualified: isDeleted ? name : resource.qualifiedName, item: item, weight: weight,
            isCollection: resource.isCollection, isThing: resource.isThing && !isDeleted,
            isRead: method == "get", isError: isError)
        add(shape, name, in: resource.name, of: subject, depth: 0)
        for property in shape.properties where property.isOutcome {
            holders[property.name, default: []].insert(subject.qualified)
        }
        if isError { edit(shape, named: name) { $0.isError = true } }
    }

    /// What a response is about.
    struct Subject {
        let name: String
        /// The name with that of what comes before it in the path.
        let qualified: String
        /// The word for an item of a sequence.
        let item: String
        /// The number of places that an object with this name counts as.
        let weight: Int
        let isCollection: Bool
        /// Whether it is a thing of a collection.
        let isThing: Bool
        /// Whether a request reads it, which changes nothing.
        let isRead: Bool
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
        // What is null may be anything: `{"data": null}`.
        let isKnown =
            shape.properties.count >= Self.leastProperties
            || shape.properties.contains { $0.shape.nulls < $0.shape.count }
        guard isKnown, let key = kinds.key(of: shape), !shape.isEnvelope else { return }
        // The groups are not held while one of them changes, so that none of them is copied.
        let count = groups[key]?.count ?? 0
        let index =
            groups[key]?.firstIndex { group in
                (group.support[name] != nil || !group.shape.differsInKind(from: shape))
                    && group.shape.isAlike(shape)
            } ?? count
        guard index < Self.structureLimit else { return }
        if index == count { groups[key, default: []].append(Group()) }
        change(&groups[key, default: []][index])
    }

    private mutating func add(
        _ shape: ObservedShape, _ name: String, in parent: String, of subject: Subject, depth: Int,
        isWhole: Bool = true, within outer: ObservedShape? = nil, inside whole: String = ""
    ) {
        guard depth < ObjectKinds.depthLimit, shape.document == nil else { return }
        let stated = Self.events.contains(name) ? nil : shape.statedKind.map(Self.name(ofKind:))
        let name = stated ?? name
        if let choice = shape.choice {
            for kind in choice.kinds {
                let own = Self.name(of: kind.values, choice.isOfItems ? subject.item : name)
                edit(kind.shape, named: own) { $0.kindName = $0.kindName ?? Name(resource: parent, own: own) }
                add(
                    kind.shape, own, in: parent, of: subject, depth: depth + 1, isWhole: isWhole,
                    inside: whole)
            }
            for other in choice.others {
                add(
                    other, name, in: parent, of: subject, depth: depth + 1, isWhole: isWhole, inside: whole)
            }
            return
        }
        if depth > 0, !subject.isError { innerNames.formUnion(shape.properties.map(\.name)) }
        edit(shape, named: name) { group in
            group.shape.merge(shape)
            group.places += 1
            group.wholes.insert(whole)
            // What contains objects of its own kind is not named after what they are to it.
            let isInner =
                outer.map { 1...2 * shape.properties.count + 1 ~= $0.properties.count && $0.isAlike(shape) }
                ?? false
            group.suggest(
                Name(resource: parent, own: name),
                isInner ? 0 : name == subject.name ? subject.weight : 1)
            group.isInError = group.isInError || subject.isError
            group.depth = max(group.depth, isWhole ? 0 : depth)
            if name == subject.name { group.qualified[name, default: []].insert(subject.qualified) }
            if name == subject.name, subject.isThing {
                group.resourceDepth = min(group.resourceDepth ?? depth, depth)
                if depth == 0, subject.isRead { group.things.insert(name) }
            }
            if depth == 1, name == subject.name, subject.isThing, let outer, outer.properties.count == 1,
                PropertyName(outer.properties[0].name).objectName(isList: false) == name
            {
                group.wrapped.insert(name)
            }
            if !subject.isError { group.include(subject) }
        }
        let isFrame = isWhole && (shape.properties.count == 1 || shape.isEnvelope)
        let areData = shape.properties.map { Self.isData($0.name) }
        let hasData = areData.contains(true)
        for (property, isData) in zip(shape.properties, areData) where !shape.hasArguments(in: property) {
            let isUnnamed =
                isData || hasData && property.name.utf8.count == 2
                || Self.isUnnamed(property, of: shape, named: name, subject, isWhole: isWhole)
            let isPart = isUnnamed || name == "Attributes"
            add(
                property.shape, Self.name(of: property, of: shape, isUnnamed, in: name, of: subject),
                in: isPart ? parent : name, of: subject, depth: depth + 1,
                isWhole: isFrame && isUnnamed, within: shape, inside: isPart ? whole : parent)
        }
        if let items = shape.items {
            // A search is no name for what it finds.
            add(
                items, Self.element(of: name, Self.isSearch(name)), in: parent, of: subject, depth: depth + 1,
                isWhole: false, within: outer, inside: whole)
        }
    }

    /// Whether a property says nothing about what it contains, as a wrapper or data does.
    private static func isUnnamed(
        _ property: ObservedShape.Property, of shape: ObservedShape, named name: String, _ subject: Subject,
        isWhole: Bool
    ) -> Bool {
        // Conditions of which all or any are to hold.
        if ["all", "any", "and", "or", "not", "none"].contains(property.name) { return true }
        let kind = PropertyName(property.name)
        let isResult = property.isResult && (isWhole || property.name != "message")
        guard kind.isWrapper || isResult, name != "Error" else { return false }
        let isDictionary =
            !isWhole && shape.properties.count >= tellingProperties && property.shape.isKeyedByData
        guard property.shape.items != nil || isDictionary else { return true }
        // What has a name may have elements, and so may what is a part of something else. The path may begin
        // with the noun: `/node/add`.
        let isResource = subject.qualified.hasPrefix(kind.objectName(isList: true))
        let isNoun =
            kind.mayBeNoun && (shape.isNamed || isDictionary || isResource)
            || property.name == "records" && !subject.isCollection
        return !isNoun
    }

    /// The name of what a property contains.
    private static func name(
        of property: ObservedShape.Property, of shape: ObservedShape, _ isUnnamed: Bool, in name: String,
        of subject: Subject
    ) -> String {
        let kind = PropertyName(property.name)
        let isList = property.shape.items != nil
        if isUnnamed {
            // What an event brings is what the response is about.
            let isEvent = name.hasSuffix(subject.item) && !subject.name.hasSuffix(subject.item)
            let whole = name == "Meta" || isEvent ? subject.name : name
            return element(of: whole, isList || !kind.isWrapper)
        }
        let own = kind.objectName(isList: isList, property.shape.items ?? property.shape)
        // What a response is about may be a single one in the plural: `{"companies": {"id": ...}}`.
        let single = element(of: own, true)
        if single == element(of: subject.name, true), property.shape.isNamed { return single }
        // What only wraps errors is not an error.
        return own == "Error" && name == own && isList && shape.properties.count > 1 ? own + "Item" : own
    }

    /// Whether the name of a property is data, such as a number, a locale or the name of a file.
    private static func isData(_ name: String) -> Bool {
        ObservedShape.isData(name) || name.dropFirst().contains(".")
    }

    /// The name of what a property says nothing about: `Album` for the items of `Albums`.
    static func element(of name: String, _ isList: Bool) -> String {
        guard isList else { return name }
        return isSearch(name)
            ? name + "Result"
            : ResourceName.joined(ResourceName.singular(ResourceName.words(of: name)), capitalized: true)
    }

    /// Whether the name is that of a search, which finds things of many kinds.
    static func isSearch(_ name: String) -> Bool { name.hasSuffix("Search") }

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
        }.map { (family: $0, names: $0.group.ranking) }.filter { !$0.names.isEmpty }
        let known = KnownNames(all, shared.map(\.names), shared.map(\.family.group))
        var unique = DistinctNames(besides: taken)
        return shared.indices.compactMap { index in
            let (family, names) = shared[index]
            let candidates = known.candidates(for: index, names).map(Self.identifier)
            // A choice refers to each of its kinds, whatever they are called.
            let kindName = family.group.kindName.map { Self.identifier($0.own) }
            guard let name = unique.takeFree(candidates) ?? kindName.map({ unique.take([$0]) }) else {
                return nil
            }
            return Component(
                name: name, shape: family.group.shape, variants: family.variants,
                isOnlyError: family.usual.isError
                    && family.group.shape.properties.count < Self.leastProperties)
        }
    }

    /// The names of all shapes, by which those that become components are distinguished.
    private struct KnownNames {
        private let groups: [Group]
        /// What occurs at one path only is no component, but is the thing itself.
        private let things: [String?: [Group]]
        /// The one of the groups with a name that has it without another before it.
        private let usual: [String: Int]
        /// The numbers of shapes with a name, shared or not.
        private let uses: [String?: Int]
        /// The numbers of shapes with a name, by the kind that all of a shape say they are.
        private let kindUses: [String: Int]
        /// The numbers of groups with a name, by what their responses are about.
        private let subjects: [String: [String?: Int]]

        init(_ families: [Family], _ names: [[Name]], _ groups: [Group]) {
            self.groups = groups
            let alone = families.filter { $0.group.places == 1 && $0.group.resourceDepth != nil }
            things = Dictionary(grouping: alone, by: \.ownName).mapValues { $0.map(\.group) }
            uses = Dictionary(grouping: families, by: \.ownName).mapValues(\.count)
            let kinds = families.compactMap { family in family.ownName.flatMap(family.usual.kindName) }
            kindUses = Dictionary(grouping: kinds) { $0 }.mapValues(\.count)
            let namesakes = Dictionary(grouping: groups.indices) { names[$0][0].own }
            usual = namesakes.reduce(into: [:]) { usual, namesakes in
                // What places call by the name comes before what is only given it in the end.
                let own = namesakes.value.filter { groups[$0].support[namesakes.key] != nil }
                usual[namesakes.key] = SharedShapes.usual(
                    among: own.isEmpty ? namesakes.value : own, of: groups)
            }
            subjects = namesakes.mapValues { indices in
                Dictionary(grouping: indices) { groups[$0].subject?.qualified }.mapValues(\.count)
            }
        }

        /// The names that a group may have, the best first.
        func candidates(for index: Int, _ names: [Name]) -> [String] {
            let group = groups[index]
            return names.flatMap { name in
                let singular = ResourceName.singular(name.own)
                let isCommon = uses[name.own, default: 0] > 1
                // The name is that of a thing with a path, which no place suggests, or is only referred to.
                let isOther =
                    things[name.own] != nil
                    && (group.support[name.own] == nil || group.refersToThing(named: name.own))
                let needsOther =
                    isOther
                    || group.needsQualification(
                        name.own, isKnown: usual[singular] != nil || things[singular] != nil,
                        isCommon: isCommon)
                let isUsual = usual[name.own] == index && !needsOther
                let wholes =
                    (group.resourceDepth == 0 ? [] : things[name.own, default: []].prefix(1))
                    + (isUsual ? [] : [usual[name.own].map { groups[$0] }].compactMap(\.self))
                let sameSubject = subjects[name.own]?[group.subject?.qualified] ?? 0
                let isDistinguished = sameSubject <= (name.own == names[0].own ? 1 : 0)
                let kind =
                    group.kindName(of: name.own).flatMap { isCommon && kindUses[$0] == 1 ? [$0] : nil } ?? []
                let own = kind + (isUsual && name == names[0] ? [name.own] : [])
                let others =
                    own.isEmpty || group.isVague(name)
                    ? group.qualified(name, isDistinguishedBySubject: isDistinguished) : []
                // The usual one has the name alone, whichever comes first.
                let free = (others + own).filter { group.isError || [nil, index].contains(usual[$0]) }
                return (wholes.contains(where: group.isSummary) ? [name.own + "Summary"] : []) + free
            }
        }
    }
}
