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
        guard depth < Self.depthLimit, shape.document == nil else { return }
        if let choice = shape.choice {
            for kind in choice.kinds {
                if let property = choice.discriminator {
                    add(Kind(property: property, values: kind.values), of: kind.shape)
                }
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

/// What is known of two places besides the shapes of their values.
enum LikenessContext {
    case none
    /// They have the same name or very many properties, so that three of five names are enough, and objects
    /// within one may lack half of the names of the other.
    case objects
    /// Most places give both the same name. Properties that only some objects have in one place, and none
    /// has in the other, do not count.
    case namesakes
    /// They are the same thing, and where it is read it lacks what it has no value for.
    case echoes
    /// Both are errors, which say more or less, and details of their own.
    case errors

    /// Whether two objects have enough names of properties in common: four of five, or all but one.
    ///
    /// - Parameter isPart: Whether they are within others.
    fileprivate func includes(_ common: Int, of left: Int, _ right: Int, isPart: Bool) -> Bool {
        let (fewer, all) = (min(left, right), left + right - common)
        if common * 5 >= all * 4 || common > 1 && all - common == 1 { return true }
        return switch self {
        case .none: false
        case .objects, .namesakes: common * 5 >= all * 3 || isPart && common == fewer && common * 2 >= all
        case .errors: common * 2 >= fewer
        case .echoes: common == fewer
        }
    }
}

extension ObservedShape {
    /// Whether the values of another place have the same structure: no property has values of one type here
    /// and of another one there, besides null, and the objects have most names in common at each level.
    ///
    /// Of ten objects within an object, one may differ; of those of the same name, two.
    ///
    /// - Parameter context: What else is known to be alike.
    func isAlike(_ other: ObservedShape, _ context: LikenessContext = .none, depth: Int = 0) -> Bool {
        guard depth < ObjectKinds.depthLimit else { return true }
        guard mayBeAlike(other) else { return false }
        if let items, let others = other.items, !items.isAlike(others, context, depth: depth + 1) {
            return false
        }
        guard !properties.isEmpty, !other.properties.isEmpty else { return true }
        guard !isApart(from: other), !other.isApart(from: self) else { return false }
        if context != .errors, spellsOtherwise(other) { return false }
        // A dictionary is like objects that have nothing else.
        if looksLikeMap || other.looksLikeMap, let values = (looksLikeMap ? self : other).mapValues {
            return (looksLikeMap ? other : self).properties.allSatisfy {
                values.isAlike($0.shape, context, depth: depth + 1)
            }
        }
        let others = Dictionary(other.properties.map { ($0.name, $0.shape) }) { first, _ in first }
        let common = properties.compactMap { property in others[property.name].map { (property, $0) } }
        var (own, theirs) = (properties.count, others.count)
        if context == .namesakes {
            // A property that is optional here may be missing there.
            let names = Set(properties.map(\.name))
            own -= properties.count { $0.count < objects && others[$0.name] == nil }
            theirs -= other.properties.count { $0.count < other.objects && !names.contains($0.name) }
        }
        guard context.includes(common.count, of: own, theirs, isPart: depth > 0) else { return false }
        // With the very same names, one value may be written in another way, but no identifier.
        let areSame =
            common.count == properties.count && common.count == others.count
            && common.count >= SharedShapes.tellingProperties
        var unlike = 0
        return common.allSatisfy { property, other in
            let shape = property.shape
            if shape.isAlike(other, context, depth: depth + 1) { return true }
            unlike += 1
            // Lists of unlike things have nothing in common but their pages.
            let isApart = shape.objects > 0 && other.objects > 0 && shape.names.isDisjoint(with: other.names)
            let isDetail = context == .errors && shape.objects > 0
            let most = [.objects, .namesakes].contains(context) ? 5 : 10
            return (isDetail || unlike * most <= common.count && !isApart)
                && (shape.mayBeAlike(other)
                    || areSame && [shape, other].allSatisfy(\.isScalar) && !PropertyName(property.name).isID)
        }
    }

    /// Whether no value is an object or a list.
    var isScalar: Bool { objects + arrays == 0 }

    /// Whether the objects have names of properties, where those of another place are data.
    private func isApart(from other: ObservedShape) -> Bool {
        properties.count > 3 && other.isKeyedByData
            && !properties.contains { ObservedShape.isData($0.name) }
    }

    /// Whether the names of two properties only differ in capitals and separators, as those of two
    /// serializations do: `begin_area` and `begin-area`.
    private func spellsOtherwise(_ other: ObservedShape) -> Bool {
        if properties.elementsEqual(other.properties, by: { $0.name == $1.name }) { return false }
        let (own, theirs) = (Set(properties.map(\.name)), Set(other.properties.map(\.name)))
        func letters(_ names: Set<String>) -> Set<String> {
            Set(names.map { String($0.lowercased().filter { $0.isLetter || $0.isNumber }) })
        }
        return !letters(own.subtracting(theirs)).isDisjoint(with: letters(theirs.subtracting(own)))
    }

    /// Whether the objects have names, keys or addresses, as people do.
    var identifiesItself: Bool { properties.contains { PropertyName($0.name).isIdentifying } }

    /// Whether the objects have what accounts of people have.
    var isAccount: Bool {
        let names = Set(properties.map { $0.name.lowercased() })
        return !names.isDisjoint(with: [
            "login", "username", "user_name", "screen_name", "handle", "acct", "nickname", "email", "mail",
            "avatar_url", "avatar",
        ]) || names.contains("id") && names.contains("name")
    }

    /// Whether the objects have the names that people have.
    var isPerson: Bool {
        let names = Set(properties.map { ResourceName.plain($0.name) })
        return names.isSuperset(of: ["firstname", "lastname"])
            || !names.isDisjoint(with: ["fullname", "username"]) && names.contains("email")
    }

    /// Whether the objects have what is written on a letter, and nothing by which an account is known.
    var isAddress: Bool {
        properties.count { PropertyName($0.name).isOfAddress } > 1
            && !properties.contains { ["id", "login", "username"].contains($0.name.lowercased()) }
    }

    /// Whether the objects are lines of an order, which say how many of something there are.
    var isLine: Bool {
        !isIdentified && properties.contains { ["quantity", "qty"].contains($0.name.lowercased()) }
    }

    /// Whether the objects have an id or a name, so that they are no pages of a list.
    var isNamed: Bool { properties.contains { ["id", "name", "uuid"].contains($0.name) } }

    /// Whether the objects have an identifier.
    var isIdentified: Bool { properties.contains { $0.name == "id" } }

    /// Whether the objects have few of the properties of others, and no more than one of five of their own.
    func isSummary(of other: ObservedShape) -> Bool {
        let names = Set(properties.map(\.name)).subtracting(other.properties.map(\.name))
        return names.count < 2 && names.count * 5 <= properties.count
            && properties.count + 1 < other.properties.count
    }

    /// Whether small objects always say that they are of one kind, and of another one in another place:
    /// `"type": "user"` and `"type": "track"`.
    func differsInKind(from other: ObservedShape) -> Bool {
        guard properties.count < SharedShapes.tellingProperties else { return false }
        return properties.contains { property in
            let values = property.shape.strings.values
            let theirs = other.properties.first { $0.name == property.name }?.shape.strings.values ?? []
            return values.count == 1 && theirs.count == 1 && values[0].text != theirs[0].text
                && PropertyName(property.name).isKind
        }
    }

    /// The kind that objects say they are of, if it is one: the type of a resource of JSON:API, or the value
    /// of a property that has no other use, perhaps after the name of the API: `calendar#event`.
    ///
    /// https://jsonapi.org/format/1.1/#document-resource-objects
    var statedKind: String? {
        let names = Set(properties.map(\.name))
        let kinds =
            names.isSuperset(of: ["id", "type", "attributes"]) ? ["type"] : ["__typename", "object", "kind"]
        guard let property = kinds.first(where: names.contains), !isEnvelope,
            let values = values(decidedBy: property), values.count == 1
        else { return nil }
        let parts = values[0].split(separator: "#").map(String.init)
        return property != "kind" ? values[0] : parts.count == 2 ? parts[1] : nil
    }

    /// The properties that all objects have, and those of another shape never.
    func exclusive(from other: ObservedShape) -> [Property] {
        let names = Set(other.properties.map(\.name))
        return properties.filter { $0.count == objects && !names.contains($0.name) }
    }

    /// Whether the objects have little but an identifier and a name: `{"id": 5, "name": "Pint"}`.
    var isLabel: Bool {
        isNamed && properties.count <= 4
            && properties.allSatisfy { $0.shape.objects + $0.shape.arrays == 0 }
    }

    /// Whether all objects have two thirds of the properties, of things with an id half of them, or so many
    /// that this is no coincidence.
    var haveMostInCommon: Bool {
        let common = properties.filter { $0.count == objects }
        let areThings = common.count > 3 && common.contains { $0.name == "id" }
        return common.count * 3 >= properties.count * 2 || areThings && common.count * 2 >= properties.count
            || common.count >= SharedShapes.tellingProperties
    }

    /// Whether a property has objects with the properties of another shape, and no others.
    func holds(_ other: ObservedShape) -> Bool {
        let names = Set(other.properties.map(\.name))
        return properties.contains { $0.shape.objects > 0 && Set($0.shape.properties.map(\.name)) == names }
    }

    /// Whether some values have a type that some of another place have, or all values of a place are null.
    private func mayBeAlike(_ other: ObservedShape) -> Bool {
        // An empty array may be an empty object, as PHP writes it.
        if areEmptyArrays && other.objects > 0 || objects > 0 && other.areEmptyArrays { return true }
        let (own, theirs) = (types, other.types)
        return !own.contains(true) || !theirs.contains(true) || zip(own, theirs).contains { $0 && $1 }
    }

    /// Whether all values are arrays without elements.
    private var areEmptyArrays: Bool { emptyArrays > 0 && emptyArrays + nulls == count }

    /// Whether the values are arrays, of which some have several elements or are empty.
    var areSeveral: Bool {
        arrays > 0 && arrays == count && (emptyArrays > 0 || (items?.count ?? 0) > arrays)
    }

    /// Whether the values are lists of objects, of which some have several.
    private var areLists: Bool { (items?.objects ?? 0) > 0 && (items?.count ?? 0) > arrays }

    /// Whether the objects are pages of a list, of which some have several elements.
    var holdsSeveral: Bool { isEnvelope && properties.contains(where: \.shape.areLists) }

    /// Whether the objects hold a list of what a word means: several, or a page of them.
    ///
    /// - Parameter isItem: Whether the path ends in a parameter, so that each may be a thing with others.
    func holdsList(of noun: String, isItem: Bool) -> Bool {
        let isWord =
            !SiblingComparison.isAction(noun) && !SiblingComparison.isFixed(noun) && !PathNames.isChoice(noun)
            && !ResourceName.isAdjective(noun)
        if !isItem, arrays == count, areLists, items?.isIdentified == true { return isWord }
        let names = Set(properties.map(\.name))
        if isItem, !names.isDisjoint(with: ["id", "uid", "slug", "title"]) { return false }
        if !names.contains("name"), let list = list(of: noun, isItem: isItem) {
            let isPaged = !isItem && !names.isDisjoint(with: ["limit", "offset", "page", "total", "count"])
            return list.areLists || isPaged && (list.items?.objects ?? 0) > 0
        }
        // The only other value that is no text may be the result.
        let others = properties.filter { $0.shape.objects + $0.shape.arrays > 0 }
        guard others.count == 1, PropertyName(others[0].name).isResult else { return false }
        return isItem && others[0].shape.areLists
    }

    /// Whether the objects are pages of a list that lead to those before and after them.
    var isPage: Bool {
        let around = properties.filter { $0.name == "meta" }.flatMap(\.shape.properties) + properties
        let lists = properties.filter { $0.shape.arrays > 0 }
        return Set(around.map(\.name)).isSuperset(of: ["next", "previous"]) && lists.count == 1
            && PropertyName(lists[0].name).isWrapper && lists[0].shape.items?.objects ?? 0 > 0
    }

    /// The list of what a word means, which an object may hold alone: `{"items": {"item": []}}`.
    private func list(of noun: String, isItem: Bool) -> ObservedShape? {
        let found = properties.filter { property in
            // Things that have its name in theirs are what a word means: `itemName`.
            let names = (property.shape.items?.properties ?? []).map { PathNames.camelCase($0.name) }
            return PathNames.singular(property.name) == noun
                || !isItem && PropertyName(property.name).isWrapper
                    && !Set(names).isDisjoint(with: [noun + "Id", noun + "Name"])
        }.map(\.shape)
        let inner = found.filter { $0.properties.count == 1 }.map { $0.properties[0].shape }
        return (found + inner).first { $0.arrays > 0 }
    }

    /// Whether the objects only hold what a call returned, or a list and what is needed to page through it:
    /// another one has the same names and holds other things. Lists of errors hold the same everywhere.
    var isEnvelope: Bool {
        let names = Set(properties.map(\.name))
        if names.contains("jsonrpc"), !names.contains("method") { return true }
        let results = properties.filter(\.isResult)
        if results.count == 1, properties.count > 1,
            properties.allSatisfy({ $0.name.hasPrefix(results[0].name) || PropertyName($0.name).isOutcome })
        {
            return true
        }
        let lists = properties.filter { property in
            property.shape.arrays > 0
                && (property.shape.items.map { $0.objects > 0 } ?? PropertyName(property.name).isWrapper)
        }.map(\.name)
        return !lists.isEmpty && !lists.contains("errors")
            && (values(decidedBy: "object") == ["list"]
                || names.subtracting(lists).allSatisfy { PropertyName($0).isPaging })
    }
}

extension ObservedShape.Property {
    /// Whether the property holds what a call returned.
    var isResult: Bool { PropertyName(name).isResult || name == "message" && shape.objects > 0 }

    /// Whether the values say how a call ended, or which call it was.
    var isOutcome: Bool {
        name != "id" && PropertyName(name).isOutcome && shape.objects + shape.arrays == 0
    }

    /// Whether all values are objects.
    var isObject: Bool { shape.objects > 0 && shape.objects == shape.count }
}
