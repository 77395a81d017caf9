import VerbatimHAR

/// What all the traffic says about the segments of paths.
extension PathNames {
    /// Marks what is named elsewhere: `octocat` of `/members/octocat`, or at another path.
    ///
    /// - Parameter resource: The words that say what comes after them.
    func markKnown(_ node: PathNode, after segment: String?, of resource: String?, depth: Int = 0) {
        if segment?.hasPrefix("{") == true { markShared(node) }
        for (text, child) in node.literals where !child.isRepresented {
            let name = PercentEncoding.decode(text[...])
            Self.markDOI(name, child)
            if child.naming?.property?.lowercased().hasSuffix("id") == true, isThing(name, of: resource) {
                child.naming = nil
            }
            if child.naming?.property == "id", let other = identifier(name, of: resource) {
                child.naming = NamingEvidence(role: .value, property: other)
            }
            child.otherIdentifiers = values.otherIdentifiers[name, default: []]
            if let word = placeholder(name, after: segment) {
                child.naming = NamingEvidence(role: .value, property: word)
            }
            if let segment, isListed(name, at: segment) {
                child.naming = NamingEvidence(role: .value, property: Self.singular(segment))
            }
            child.naming = child.naming ?? evidence(of: name, child, after: segment, resource)
            if child.naming == nil { child.likelyNaming = likelyNaming(of: name, after: segment) }
            guard depth < PathTemplates.depthLimit else { continue }
            let isValue =
                child.naming != nil || IdentifierForm(name) != nil || IdentifierForm.isSymbol(name)
            let isWord =
                !isValue && !Self.isTopLevel(name) && !PathResource.isVerb(name)
                && !ResourceName.isAdjective(name) && !PathResource.isFacet(name, after: segment)
            markKnown(
                child, after: isValue ? "{\(name)}" : name, of: isWord ? Self.singular(name) : resource,
                depth: depth + 1)
        }
    }

    /// Marks an identifier that two collections of a thing have as their only one and neither lists, so that
    /// it is that of something else: `52853` of `/games/7/scores/52853` and `/games/7/teams/52853`.
    private func markShared(_ node: PathNode) {
        let only = node.literals.compactMap { text, child in
            let things = child.literals
            return ResourceName.isPlural(text) && things.count == 1
                ? (collection: text, thing: things[0].text, node: things[0].node) : nil
        }
        for (thing, places) in Dictionary(grouping: only, by: \.thing) where places.count > 1 {
            guard [.number, .uuid, .hash, .token].contains(IdentifierForm(thing)), thing.utf8.count > 4,
                !places.contains(where: { isThing(thing, of: Self.singular($0.collection)) })
            else { continue }
            for place in places where place.node.naming == nil {
                place.node.naming = NamingEvidence(role: .value, property: "id")
            }
        }
    }

    private func evidence(
        of text: String, _ node: PathNode, after segment: String?, _ resource: String?
    ) -> NamingEvidence? {
        guard let segment else { return IdentifierForm(text) == nil ? marked[text] : nil }
        let isAfterValue = segment.hasPrefix("{")
        let before = isAfterValue ? String(segment.dropFirst().dropLast()) : segment
        if let known = marked["\(before)/\(text)"] { return known }
        // What a function finds by something is a value of it, unless it is the version of the function.
        if let key = Self.key(of: segment), !Self.isTopLevel(text) {
            return NamingEvidence(role: .reference, property: key)
        }
        // What is not found may be the identifier of another thing by mistake.
        if let name = identifier(text, of: resource), !SiblingComparison.Sibling(text, node).fails {
            return NamingEvidence(role: .value, property: name)
        }
        guard !Self.isTopLevel(segment), !isAfterValue, IdentifierForm(text) != .domain else { return nil }
        let isCollection = ResourceName.isPlural(segment)
        let places = values.known[text, default: [:]].keys
        // The name of a key is no word of an API.
        if places.contains(where: { $0.source == .query && CredentialName($0.property, in: .query).isSecret })
        {
            return NamingEvidence(role: .thing, property: nil)
        }
        if isCollection || Self.isDistinctive(text), !SiblingComparison.isFixed(text),
            !SiblingComparison.isAction(text),
            let key = places.filter({ isThing($0, of: segment) }).map(\.property).min()
        {
            return NamingEvidence(role: .thing, property: key)
        }
        guard !Self.isWord(text) else { return nil }
        let noun = Self.singular(segment)
        let isNoun = places.contains { $0.isText && $0.property == noun }
        if isNoun, !isCollection, IdentifierForm.isSymbol(text) {
            return NamingEvidence(role: .value, property: noun)
        }
        guard isCollection else { return IdentifierForm(text) == nil ? marked[text] : nil }
        if let name = property(of: text, where: Self.isNameOnly) {
            return NamingEvidence(role: name == "slug" ? .thing : .reference, property: name)
        }
        if isNoun { return NamingEvidence(role: .reference, property: noun) }
        guard Self.isDistinctive(text) else { return nil }
        return property(of: text, where: { _ in true }).map { NamingEvidence(role: .thing, property: $0) }
    }

    /// Whether a number, or what has no other name, is listed at the path before it.
    private func isListed(_ text: String, at segment: String) -> Bool {
        values.known[text, default: [:]].keys.contains { place in
            let isOnly = place.path.dropLast().allSatisfy {
                Self.isWrapper($0) || $0 == "keys" || $0 == segment
            }
            return place.property.isEmpty && isOnly && place.end == segment && place.source == .response
                && (!place.isText || !Self.isWord(text) && marked["\(segment)/\(text)"] == nil)
        }
    }

    /// Whether a place is what identifies the objects that the path of a collection lists or creates, or that
    /// others have under its name: `buildType.id` for `buildTypes`.
    private func isThing(_ place: Place, of collection: String) -> Bool {
        if let holder = place.path.dropLast().last, place.isText, place.source == .response,
            place.property == "id", ResourceName.isPlural(collection),
            Self.singular(holder) == Self.singular(collection)
        {
            return true
        }
        return place.source == .response && place.isText && place.end == collection
            && (["id", "code", "key", "slug"].contains(place.property)
                || !place.isListed && place.property == "name")
            && place.path.dropLast().allSatisfy { Self.isWrapper($0) || $0 == collection }
    }

    /// What a word may be the value of, if what is beside it shows that it is one.
    private func likelyNaming(of text: String, after segment: String?) -> NamingEvidence? {
        guard let segment, !Self.isWord(text), IdentifierForm(text) == nil, !Self.isTopLevel(segment),
            !segment.hasPrefix("{") || IdentifierForm.isSymbol(text)
        else { return nil }
        let name = property(of: text, where: { $0.property != "id" })
        return name.map { NamingEvidence(role: .reference, property: $0) }
    }

    /// The property that identifies most of what has a text as its value.
    private func property(of text: String, where isKept: (Place) -> Bool) -> String? {
        var counts: [String: Int] = [:]
        for (place, count) in values.known[text, default: [:]] where place.isText && place.source != .query {
            // The elements of a list have its name: `documentIds`.
            let list = place.property.isEmpty ? place.path.dropLast().last.map(Self.singular) : nil
            guard let word = Self.identity(list ?? place.property), isKept(place) else { continue }
            counts[Self.isNameOnly(place) ? Self.camelCase(place.property) : word, default: 0] += count
        }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }

    // MARK: Identifiers

    /// Whether bodies have an identifier as that of a thing that the words before it mean.
    private func isThing(_ text: String, of resource: String?) -> Bool {
        values.known[text, default: [:]].keys.contains { place in
            if place.property == "id", place.path.dropLast().allSatisfy(Self.isWrapper) {
                guard place.end == text else { return Self.singular(place.end) == resource }
                return ResourceName.isPlural(place.collection) && Self.singular(place.collection) == resource
            }
            return Self.holders(of: place).contains(resource ?? "")
        }
    }

    /// The name of an identifier that only other things have as theirs: `showId` for `/subtitles/{showId}`.
    private func identifier(_ text: String, of resource: String?) -> String? {
        guard let resource, let form = IdentifierForm(text, inCollection: true),
            ![.domain, .currencies].contains(form), text.utf8.count > 5,
            !"1234567890".hasPrefix(text), !isThing(text, of: resource)
        else { return nil }
        let places = values.known[text, default: [:]].keys
        let holders = Set(places.flatMap(Self.holders)).intersection(collections)
        if holders.count == 1, let holder = holders.first { return holder + "Id" }
        guard holders.isEmpty, !collections.contains(resource) else { return nil }
        // A list at the path of a thing that is about the thing does not name it: `messages.message.id`.
        let listed = places.filter {
            $0.isListed && $0.source == .response && $0.property == "id" && $0.end != text
        }
        let others = things[text] ?? Set(listed.flatMap(Self.holders))
        return others.count == 1 ? others.first.map { $0 + "Id" } : nil
    }

    /// The things whose identifier a property has: `account` for `target_account_id` and `accounts.id`.
    private static func holders(of place: Place) -> [String] {
        var words = ResourceName.words(of: place.property)
        guard words.last?.lowercased() == "id", place.source != .query else { return [] }
        words.removeLast()
        if words.isEmpty {
            words = ResourceName.words(of: place.path.dropLast().last { !isWrapper($0) } ?? "")
        }
        words = ResourceName.singular(words)
        guard let last = words.last else { return [] }
        return [ResourceName.joined(words, capitalized: false), last.lowercased()]
    }
}
