import VerbatimJSON

extension SharedShapes.Group {
    private typealias Name = SharedShapes.Name

    /// The names that its places give it, the best first; empty if most of them disagree, as no name would
    /// be true of all.
    var ranking: [SharedShapes.Name] {
        if let kindName { return [kindName] }
        // What calls return, whether they succeed or fail, is no error.
        if isError, subject != nil, shape.properties.count >= SharedShapes.leastProperties {
            return [Name(resource: "Response", own: "Response")]
        }
        let ranked = names.sorted { left, right in
            (support[left.key.own, default: 0], left.value, right.key.length, right.key)
                > (support[right.key.own, default: 0], right.value, left.key.length, left.key)
        }.map(\.key)
        guard let best = ranked.first, let own = commonName(best) ?? nameBefore ?? person ?? bothNames
        else { return [] }
        guard own == best.own else {
            return [Name(resource: SharedShapes.element(of: best.resource, true), own: own)]
        }
        if holdsList(of: best.own) { return [Name(resource: best.resource, own: best.own + "List")] }
        if isError, depth == 0, wrapsErrors {
            return [Name(resource: best.resource, own: best.own + "Response")]
        }
        guard holdsThing(named: best.own) else { return isError ? [best] : ranked }
        // All paths may say more of it: `AdminAccount` for `/admin/accounts`.
        let qualified = qualified[best.own, default: []]
        if depth > 0, qualified.count == 1, let own = qualified.first, own != best.own {
            return [Name(resource: best.resource, own: own)]
        }
        return [Name(resource: best.resource, own: best.own + (depth == 0 ? "Response" : "Item"))]
    }

    /// The name that is true of all places: what all names have in common, or the one that a path or most
    /// places give; nil without one.
    private func commonName(_ best: SharedShapes.Name) -> String? {
        guard support.count > 1, !isError else { return best.own }
        if wrapped.count > 1 { return resourceBefore }
        let element = SharedShapes.element(of: best.resource, true)
        let areTimes = Set(support.keys) == ["Start", "End"] && shape.properties.contains(where: \.isTime)
        if let own = areTimes ? element + "Time" : SharedShapes.meaning(of: shape) { return own }
        if SharedShapes.days.isSuperset(of: support.keys) { return element + "Day" }
        let words = support.keys.sorted().map(ResourceName.words)
        let counts = support.values.sorted(by: >)
        let areMost = counts[0] * 2 > counts.reduce(0, +) || counts[0] > 2 && counts[0] >= counts[1] * 2
        // Anything may have an identifier and a name, so that a second name is one of something else.
        let areOthers = shape.isLabel && counts[1] * 4 > counts.reduce(0, +)
        // Which of them are meant is no part of what a path calls them.
        if let ending = SharedShapes.commonEnding(words), qualified[ending] != nil {
            return ending
        }
        // Two things that are read at their own paths need a name for both.
        if things.count > 1 { return SharedShapes.common(things.sorted().map(ResourceName.words)) }
        // What a path calls it is more than what it does.
        if resourceDepth == 0 || areMost, qualified[best.own] != nil, !areOthers { return best.own }
        if let own = SharedShapes.shared(by: words) { return own }
        if support.count == 2, let ending = SharedShapes.ending(of: words) { return ending }
        if counts[0] * counts.count <= counts.reduce(0, +) * 2,
            names.keys.allSatisfy({ $0.resource == best.resource })
        {
            // One of two roles is the other one's.
            let areMany = support.count > (element == best.resource ? 2 : 1)
            return SharedShapes.common(words) ?? (areMany ? element : areMost ? best.own : nil)
        }
        if areOthers { return nil }
        // The kind that all say they are is more than what they are to others.
        let kinds = shape.values(decidedBy: "type") ?? []
        if kinds.count == 1, IdentifierForm(kinds[0]) == nil, !areMost || resourceDepth == nil,
            !SharedShapes.qualities.contains(kinds[0].lowercased())
        {
            return SharedShapes.name(ofKind: kinds[0])
        }
        guard areMost else { return resourceBefore }
        let noun = ResourceName.words(of: best.own).last ?? ""
        let isWhole = noun.utf8.count < 5 || PropertyName(noun).isWrapper || noun.hasSuffix("s")
        return isWhole || SharedShapes.parts.contains(noun) ? best.own : noun
    }

    /// The one of several names that is before all others in the paths, if there are so many properties that
    /// these only say what was done: `Transaction` for `/transactions/adjust`.
    private var nameBefore: String? {
        guard shape.properties.count >= SharedShapes.tellingProperties else { return nil }
        return support.keys.sorted().first { noun in
            support.keys.allSatisfy { $0 == noun || qualified[$0] == [noun + $0] }
        }
    }

    /// The name for a person who is something else in each place: `Person` for `buyer` and `seller`.
    private var person: String? {
        guard things.count < 2, wrapped.count < 2, shape.isPerson else { return nil }
        let hasAccount = shape.properties.contains { ResourceName.plain($0.name) == "username" }
        return hasAccount || support["User"] != nil ? "User" : "Person"
    }

    /// The two names of what always has the same properties, so many that a long name is better than none:
    /// `ListingOrOffer`.
    private var bothNames: String? {
        let always = shape.properties.count { $0.count == shape.objects }
        guard support.count == 2, wrapped.isEmpty, always == shape.properties.count,
            always >= SharedShapes.tellingProperties
        else { return nil }
        return support.keys.sorted().joined(separator: "Or")
    }

    /// What is before all names in the paths, if there are so many properties that any true name is better
    /// than none: `Message` for `/messages/{messageId}/reply` and `/messages/draft`. What mostly says what
    /// holds and what does not is the state of a thing.
    private var resourceBefore: String? {
        let properties = shape.properties
        guard shape.isNamed || wrapped.count > 1, properties.count >= SharedShapes.tellingProperties,
            properties.count(where: { $0.shape.booleans > 0 }) * 2 < properties.count
        else { return nil }
        // The name of the resource itself is what comes before the others.
        let before = support.keys.flatMap { name in
            qualified[name, default: [""]].map {
                $0 == name ? name[...] : $0.hasSuffix(name) ? $0.dropLast(name.count) : ""
            }
        }
        return Set(before).count == 1 ? before.first.flatMap { $0.isEmpty ? nil : String($0) } : nil
    }

    /// Whether a name says what something is to another, what many things have or what a line of an order is
    /// about, or is the plural of another name, so that it needs that of what it is a part of before it.
    ///
    /// - Parameters:
    ///   - isKnown: Whether another name is that in the singular.
    ///   - isCommon: Whether other objects have the name.
    func needsQualification(_ name: String, isKnown: Bool, isCommon: Bool) -> Bool {
        guard resourceDepth == nil, !isError, kindName == nil else { return false }
        let isPart = SharedShapes.parts.contains(name) || SharedShapes.facets.contains(name)
        // A reference needs the name of what it refers to.
        return SharedShapes.relations.contains(name) || name == "Reference" && !shape.isNamed
            || shape.isLine && ResourceName.words(of: name).count == 1 && name != "Line"
            || isKnown && ResourceName.singular(name) != name || isPart && isCommon
    }

    /// The name of one of several kinds of objects with a name, after the kind that all say they are:
    /// `LinkSys`; nil if they do not, or in the capitals of a constant.
    func kindName(of name: String) -> String? {
        guard resourceDepth == nil, !SharedShapes.parts.contains(name),
            let kinds = shape.values(decidedBy: "type"), kinds.count == 1,
            IdentifierForm(kinds[0]) == nil, kinds[0].uppercased() != kinds[0]
        else { return nil }
        return SharedShapes.name(of: kinds, name)
    }

    /// Whether a name says little by itself, so that one with what all are a part of before it is better.
    func isVague(_ name: SharedShapes.Name) -> Bool {
        // A state may be a part of a country.
        let isFacet =
            SharedShapes.facets.contains(name.own) && !(name.own == "State" && shape.identifiesItself)
        return resourceDepth == nil && !isError && names[name] == support[name.own]
            && (ResourceName.singular(name.own) != name.own || name.own.utf8.count < 3 || isFacet)
    }

    /// Whether there is more beside a list of things than its pages.
    private func holdsList(of name: String) -> Bool {
        guard depth == 0, !shape.isNamed, !isError, !SharedShapes.isSearch(name), !name.hasSuffix("List")
        else { return false }
        return shape.properties.contains { property in
            let kind = PropertyName(property.name)
            return property.shape.items.map { $0.objects > 0 } ?? false
                && (kind.isWrapper && property.name != "content"
                    || name.isNamesake(of: kind.objectName(isList: true)))
        }
    }

    /// Whether it only wraps one error or several: `{"errors": [{"code": 7}]}`.
    private var wrapsErrors: Bool {
        guard shape.properties.count == 1 else { return false }
        let values = shape.properties[0].shape
        return (values.items ?? values).objects > 0 && !values.isKeyedByData && !values.looksLikeMap
    }

    /// Whether the thing itself is a property, as it is of an item of a list of it, or of a whole response.
    private func holdsThing(named name: String) -> Bool {
        shape.properties.contains { property in
            let isThing = name.isNamesake(of: PropertyName(property.name).objectName(isList: false))
            let isWhole = depth == 0 && property.shape.properties.count >= SharedShapes.leastProperties
            return property.shape.objects > 0 && (isThing || isWhole && property.isResult)
        }
    }

    /// The names of a kind with that of what it is a part of, or of what responses are about, if that is true
    /// of its places and not of others with the name: `ItemSize`.
    func qualified(_ name: SharedShapes.Name, isDistinguishedBySubject: Bool) -> [String] {
        if isError { return [name.own, "ErrorResponse"] }
        let isOfResource = names[name, default: 0] * 3 >= max(1, support[name.own, default: 0] * 2)
        // One of the roles of a list of things is a thing: a rule for `Inbound` among `Rules`.
        let element = SharedShapes.element(of: name.resource, true)
        let isElement = SharedShapes.relations.contains(name.own) && element != name.resource
        // What all its roles are a part of may have a namesake.
        let isNamedAfterWhole =
            name.own == name.resource && support[name.own] == nil && wholes.count == 1
            && wholes.first != name.own
        let own =
            isNamedAfterWhole
            ? wholes.map { $0 + name.own }
            : name.own.hasPrefix(name.resource)
                ? [name.own] : isOfResource ? [isElement ? element : name.resource + name.own] : []
        guard let subject, !hasOtherSubjects, isDistinguishedBySubject else { return own }
        return own + subject.qualifying(own.first ?? name.own)
    }

    /// Whether it refers to the thing with a name, and is not one itself: `{"core": "5e9e", "legs": 4}`.
    func refersToThing(named name: String) -> Bool {
        resourceDepth == nil
            && shape.properties.contains { $0.shape.objects == 0 && $0.name.isNamesake(of: name) }
    }

    /// Whether it is what a list has of a thing that a path describes.
    func isSummary(of thing: SharedShapes.Group) -> Bool {
        !isError && thing.resourceDepth != nil && shape.isSummary(of: thing.shape)
    }
}

/// Names of components.
extension SharedShapes {
    /// The one of some groups that has their name without that of what it is a part of: what paths name so,
    /// or else what is in most places; nil if several are in as many.
    static func usual(among indices: [Int], of groups: [Group]) -> Int? {
        let resources = indices.filter { groups[$0].resourceDepth != nil }
        let least = resources.compactMap { groups[$0].resourceDepth }.min()
        let first = resources.filter { groups[$0].resourceDepth == least }
        let whole = first.first { index in
            first.allSatisfy { $0 == index || groups[$0].shape.isSummary(of: groups[index].shape) }
        }
        if let whole { return whole }
        let sorted = indices.sorted { groups[$0].places > groups[$1].places }
        return sorted.count == 1 || groups[sorted[0]].places > groups[sorted[1]].places ? sorted[0] : nil
    }

    /// What all names begin or end with: `Contact` for `ContactAdmin` and `ContactTech`; nil if nothing.
    static func common(_ names: [[String]]) -> String? {
        let shared = [names.compactMap(\.first), names.compactMap(\.last)].first { Set($0).count == 1 }?.first
        return shared.flatMap { $0.utf8.count > 2 ? $0 : nil }
    }

    /// What all names end with if it is one of them, or else a word of all of at least three; nil if nothing.
    static func shared(by names: [[String]]) -> String? {
        let names = names.map(ResourceName.singular)
        if let ending = commonEnding(names) ?? commonEnding(names.map(essence)) { return ending }
        let words = names[0].filter { word in word.utf8.count > 3 && names.allSatisfy { $0.contains(word) } }
        return names.count > 2 ? words.last { word in names.contains { $0.last == word } } : nil
    }

    /// The one of some names with which all end.
    fileprivate static func commonEnding(_ names: [[String]]) -> String? {
        let shortest = names.min { $0.count < $1.count } ?? []
        return names.allSatisfy { $0.suffix(shortest.count).elementsEqual(shortest) }
            ? shortest.joined() : nil
    }

    /// The words of a name without a last one that says nothing: `Error` for `ErrorResult`.
    private static func essence(_ words: [String]) -> [String] {
        let isGeneral = ["result", "dto", "info", "object"].contains(words.last?.lowercased())
        return isGeneral && words.count > 1 ? words.dropLast() : words
    }

    /// What other objects have, too, each its own.
    static let facets: Set = [
        "Permissions", "Info", "Details", "Properties", "Fields", "Features", "Capabilities", "Stats",
        "Limits", "Counts", "Status", "State", "Extra", "Detail",
    ]

    /// The words for what one thing is to another.
    static let relations: Set = [
        "Child", "Parent", "Previous", "Next", "Current", "Latest", "First", "Last", "From", "To", "Before",
        "After", "Old", "New", "Original", "Raw", "Home", "Load", "Value", "Data", "Inbound", "Outbound",
        "Incoming", "Outgoing", "Small", "Medium", "Large",
    ]

    private static let days: Set = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Mon", "Tue", "Wed",
        "Thu", "Fri", "Sat", "Sun",
    ]

    /// The values of types that say how a thing is, rather than what.
    static let qualities: Set = [
        "normal", "default", "standard", "regular", "basic", "custom", "common", "general", "simple",
        "public", "private", "internal", "external", "primary", "secondary", "main", "system", "active",
        "inactive", "free", "paid", "premium", "manual", "automatic", "other", "unknown",
    ]

    /// What objects are that only refer to something, or that only say when it was: `TableReference` for the
    /// identifiers of a table and of all that it is in; nil for others.
    static func meaning(of shape: ObservedShape) -> String? {
        let names = shape.properties.map { ResourceName.words(of: $0.name) }
        guard names.count > 1, let last = names.last else { return nil }
        if names.allSatisfy({ $0.count > 1 && $0.last?.lowercased() == "id" }) {
            return ResourceName.joined(last.dropLast() + ["reference"], capitalized: true)
        }
        let areTimes = names.allSatisfy { name in
            name.contains { ["date", "time", "timestamp", "timezone"].contains($0.lowercased()) }
        }
        return areTimes && names.count > 2 ? "DateTime" : nil
    }

    /// The words with which two names end, if others are before them: `Format` for `PowerFormat` and
    /// `PulseFormat`; nil if they end differently.
    static func ending(of names: [[String]]) -> String? {
        let common = zip(names[0].reversed(), names[1].reversed()).prefix { $0 == $1 }.map(\.0)
        let isPart = !common.isEmpty && names.allSatisfy { $0.count > common.count }
        return isPart ? common.reversed().joined() : nil
    }

    /// The name of a kind of objects: `Permission`, `PushEvent`, or `CardSource` for a `card` among sources.
    /// A kind of three values and more has the name of the objects of all kinds.
    ///
    /// - Parameter name: The name of the objects of all kinds.
    static func name(of values: [String], _ name: String) -> String {
        guard values.count < 3 else { return identifier(name) }
        let words = words(of: values[0])
        let kind = Self.name(ofKind: values[0])
        let isName =
            ResourceName.singular(words) != words || kind.hasSuffix(name)
            || kind.hasPrefix(name) && kind.utf8.count > name.utf8.count || values[0].contains(":")
        return identifier(isName ? kind : kind + name)
    }

    static func name(ofKind value: String) -> String {
        ResourceName.joined(ResourceName.singular(words(of: value)), capitalized: true)
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

    /// The words of a kind without the schema that it is defined in: `app.richtext#link`, `urn:geo:place`.
    private static func words(of value: String) -> [String] {
        let name = value.split { "#:/".contains($0) }.last.map(String.init) ?? value
        return ResourceName.words(of: name).map { $0.uppercased() == $0 ? $0.lowercased() : $0 }
    }

    static func identifier(_ name: String) -> String {
        let isDigit = name.utf8.first.map(\.isDigit) ?? true
        return isDigit ? "Object" + name : name
    }
}

extension String {
    /// Whether a name has the same letters, capital or not: `ItisTerm` for `ITISTerm`.
    func isNamesake(of other: String) -> Bool { lowercased() == other.lowercased() }
}
