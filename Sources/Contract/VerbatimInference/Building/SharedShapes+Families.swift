import VerbatimJSON

/// Shapes that are almost the same.
extension SharedShapes {
    /// A group with what is almost the same.
    struct Family {
        /// The usual form, to which others are compared, so that no chain of them leads far away.
        let usual: Group
        /// The names that most places suggest.
        let names: [String]
        /// The name of the usual form, without that of what it is a part of; nil without one.
        let ownName: String?
        var group: Group
        var variants: [Variant]

        init(_ group: Group, _ key: ObjectKinds.Key) {
            usual = group
            let ranking = group.ranking
            names = ranking.prefix(SharedShapes.nameLimit).map(\.family)
            ownName = ranking.first?.own
            self.group = group
            variants = [(key, group.shape)]
        }

        /// Whether another one has the same objects with some properties more or less: both have a name in
        /// common, or so many properties that this is no coincidence. Errors have half of them in common.
        ///
        /// - Parameter frame: The properties that responses have whatever they are about.
        func includes(_ other: Family, frame: Set<String>) -> Bool {
            let isNamed = names.contains(where: other.names.contains)
            let count = min(usual.shape.properties.count, other.usual.shape.properties.count)
            // What says that something succeeded, too, is no error.
            let areErrors = [usual, other.usual].allSatisfy { $0.isInError && $0.subject == nil }
            // Each deletion says what was deleted.
            if names.first == "Deletion" { return false }
            // What each adds would make an object of everything.
            guard group.shape.properties.count < usual.shape.properties.count * 2,
                usual.kindName == nil, other.usual.kindName == nil,
                isNamed ? areErrors || count >= leastProperties : count >= tellingProperties,
                areErrors ? !isNested(in: other) : !isDistinct(from: other, frame)
            else { return false }
            let areObjects = isNamed && !isApart(from: other) || count >= tellingProperties * 3
            if isEchoed(by: other) || other.isEchoed(by: self) {
                return usual.shape.isAlike(other.usual.shape, .echoes)
            }
            let isOfThing = isAnswer(about: other) || other.isAnswer(about: self)
            let objects: LikenessContext =
                names.first == other.names.first || isOfThing ? .namesakes : .objects
            return usual.shape.isAlike(
                other.usual.shape,
                isNamed && areErrors ? .errors : areObjects || isOfThing ? objects : .none)
        }

        /// Whether requests send a thing and get all that they sent, which reading it only has in part.
        private func isEchoed(by other: Family) -> Bool {
            guard let own = usual.subject, let theirs = other.usual.subject, own.isThing, theirs.isThing,
                usual.resourceDepth == 0, other.usual.resourceDepth == 0
            else { return false }
            let (count, all) = (usual.shape.properties.count, other.usual.shape.properties.count)
            // With few properties and objects, nothing would be required.
            let areMany = usual.shape.objects + other.usual.shape.objects > leastObjects
            return own.qualified == theirs.qualified && own.isRead && !theirs.isRead && count < all
                && (count >= tellingProperties || count >= leastProperties && areMany)
        }

        /// Whether what is done with a thing answers with it: `/vehicles/{vehicleId}/wake_up`.
        private func isAnswer(about other: Family) -> Bool {
            guard let own = usual.subject, let theirs = other.usual.subject, theirs.isThing else {
                return false
            }
            return !own.isError && !usual.hasOtherSubjects && usual.shape.isNamed
                && own.qualified == theirs.name + own.name && other.names.first == theirs.name
        }

        /// Whether one of two holds the other one: what an error holds is no error of the same kind.
        private func isNested(in other: Family) -> Bool {
            usual.shape.holds(other.usual.shape) || other.usual.shape.holds(usual.shape)
        }

        /// Whether each always has properties that the other one never has, so that they are of two kinds, or
        /// one has those of a response around it, or those that a list leaves out.
        private func isDistinct(from other: Family, _ frame: Set<String>) -> Bool {
            let (shape, theirShape) = (usual.shape, other.usual.shape)
            let (own, theirs) = (shape.exclusive(from: theirShape), theirShape.exclusive(from: shape))
            let all = own + theirs
            if all.contains(where: { frame.contains($0.name) }) { return true }
            if isLogin(with: own) || other.isLogin(with: theirs) { return true }
            let fewest = min(shape.properties.count, theirShape.properties.count)
            let most = max(shape.properties.count, theirShape.properties.count)
            if fewest < tellingProperties, own.contains(where: \.isObject), theirs.contains(where: \.isObject)
            {
                return true
            }
            let isListed = (usual.resourceDepth == 0) != (other.usual.resourceDepth == 0)
            guard own.isEmpty || theirs.isEmpty else {
                return all.count >= leastDifference && min(shape.objects, theirShape.objects) >= leastObjects
            }
            return isListed && all.count >= leastOmissions && all.count * 4 >= most
        }

        /// Whether it answers a login: one of some properties is an access token, and the path is that of
        /// neither a collection nor a thing.
        private func isLogin(with properties: [ObservedShape.Property]) -> Bool {
            guard let subject = usual.subject, !subject.isCollection, !subject.isThing else { return false }
            return properties.contains {
                ["accesstoken", "authtoken", "sessiontoken"].contains(ResourceName.plain($0.name))
            }
        }

        /// Whether responses are about both, at paths of one name: all users, and those of an app.
        private func isApart(from other: Family) -> Bool {
            guard let own = usual.subject, let theirs = other.usual.subject else { return false }
            return own.name == theirs.name && own.qualified != theirs.qualified
        }
    }

    /// With as many properties, of which most are alike, objects are of one kind.
    static let tellingProperties = 10
    /// With as many properties that only one of two kinds of objects has, they are different.
    private static let leastDifference = 4
    /// With fewer objects, it is a coincidence which properties none of them has.
    private static let leastObjects = 3
    /// What leaves out fewer properties is no summary.
    private static let leastOmissions = 3
    /// A property of responses about as many things belongs to none of them, unless objects within have it.
    private static let leastHolders = 3
    private static let nameLimit = 4
    /// The largest number of groups with one name, and of large ones, to which each is compared.
    private static let familyLimit = 32
    /// What other objects are a part of, too.
    static let parts: Set = [
        "Attributes", "Relationships", "Meta", "Metadata", "Links", "Options", "Config", "Settings", "Params",
        "Spec",
    ]

    /// The groups with those that are almost the same, in the order of the numbers of their places.
    func variants() -> [Family] {
        let all = groups.pairs.flatMap { key, groups in groups.map { Family($0, key) } }
        let sorted = all.enumerated().sorted {
            ($1.element.group.places, $0.offset) < ($0.element.group.places, $1.offset)
        }
        let frame = Set(holders.filter { $0.value.count >= Self.leastHolders }.keys).subtracting(innerNames)
        var families: [Family] = []
        var (byName, large) = ([String: [Int]](), [Int]())
        for (_, family) in sorted {
            let known = family.names.flatMap { byName[$0, default: []].prefix(Self.familyLimit) }
            let isLarge = family.usual.shape.properties.count >= Self.tellingProperties
            let candidates = known + (isLarge ? Array(large.prefix(Self.familyLimit)) : [])
            if let index = candidates.first(where: { families[$0].includes(family, frame: frame) }) {
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
