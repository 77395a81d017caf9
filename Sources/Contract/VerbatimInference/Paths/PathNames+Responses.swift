import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// What responses call the values of paths, which says more than the words before them.
extension PathNames {
    // MARK: The own response

    /// Names the values of a path after the properties that its response has them in.
    func nameValues(of steps: [Step], by exchange: SegmentValues.Exchange) {
        nameRow(of: steps, by: exchange)
        for index in steps.indices.dropFirst() where isValue(steps, at: index) {
            let isAfterValue = isValue(steps, at: index - 1)
            if isAfterValue, let name = sentName(steps[index].text, exchange) {
                steps[index].node.naming = NamingEvidence(role: .value, property: name)
                continue
            }
            let isLast = index + 1 == steps.count
            // The word before may say which property all that are listed have: `/size/51/lamps`.
            guard isLast || isAfterValue || exchange.lists(steps[index].text, as: steps[index - 1].text),
                let property = ownProperty(
                    steps[index].text, after: isAfterValue ? nil : steps[index - 1].text, exchange,
                    isLast: isLast)
            else { continue }
            steps[index].node.naming = NamingEvidence(role: .value, property: property)
            if isLast, index > 1, !isAfterValue { nameKind(steps[index - 1], before: property, exchange) }
        }
    }

    /// Names values that follow each other after the properties of one object, which has all of them:
    /// `{season}` and `{league}` of `/leagues/37/6`. A word that follows a number may be one of them.
    private func nameRow(of steps: [Step], by exchange: SegmentValues.Exchange) {
        guard let start = steps.indices.dropFirst().first(where: { mayBeginRow(steps[$0]) }) else { return }
        for place in exchange.places[steps[start].text, default: []] {
            let holder = place.path.dropLast()
            let names = steps[start...].map { onlyProperty(with: $0.text, in: holder, exchange) }
                .prefix { $0 != nil }.compactMap(\.self)
            let areUnclear =
                names.contains { $0 == "id" || names.count < 3 && Self.isKind($0) }
                || Set(names).count < names.count
            let values = steps[start..<(start + names.count)]
            guard names.count > 1, !areUnclear,
                names.count > 2 || values.contains(where: { $0.text.utf8.count > 2 })
            else { continue }
            for (step, name) in zip(values, names) {
                step.node.naming = NamingEvidence(role: .value, property: Self.camelCase(name))
            }
            return
        }
    }

    /// The only property of the request with a value that follows another one, unless it is an id:
    /// `offset` of `/uploads/7/0`.
    private func sentName(_ text: String, _ exchange: SegmentValues.Exchange) -> String? {
        let sent = exchange.places[text, default: []].filter { $0.source == .request && $0.path.count == 1 }
        guard sent.count == 1, let place = sent.first, !place.isListed, place.property != "id",
            !Self.isKind(place.property)
        else { return nil }
        return Self.camelCase(place.property)
    }

    /// Whether a segment may be the first of several values: a number or a symbol.
    private func mayBeginRow(_ step: Step) -> Bool {
        IdentifierForm(step.text) == .number || IdentifierForm.isSymbol(step.text)
    }

    /// The only property of an object whose value is a text; nil for a text that APIs have as a fixed word.
    ///
    /// - Parameter holder: The properties that lead to the object.
    private func onlyProperty(
        with text: String, in holder: ArraySlice<String>, _ exchange: SegmentValues.Exchange
    ) -> String? {
        guard !Self.isWord(text) else { return nil }
        let names = exchange.places[text, default: []].filter { place in
            place.source == .response && !place.isListed && place.path.dropLast() == holder
        }.map(\.property)
        return names.count == 1 ? names[0] : nil
    }

    /// The property that says what a value is, of the object that the response is about or of all that it
    /// lists: `trackingNumber`; nil if it is only an id or a name, of which the word before says more.
    ///
    /// - Parameter collection: The word before the value.
    private func ownProperty(
        _ text: String, after collection: String?, _ exchange: SegmentValues.Exchange, isLast: Bool
    ) -> String? {
        let isSmall = IdentifierForm(text) == .number && text.utf8.count < 4
        let own = exchange.places[text, default: []].filter { $0.source == .response && $0.isOwn }
        let all = exchange.common[text, default: []] + (isLast && !isSmall ? own.map(\.property) : [])
        // A thing without a title of its own may have its number as one.
        let properties = Set(all).count > 1 ? all.filter { $0 != "title" } : all
        let noun = collection.map(Self.singular)
        let words = Set(properties).map { ResourceName.words(of: $0).map { $0.lowercased() } }
        // Small numbers are the same by chance, except after another value or in all that is listed.
        let mayBeSmall = collection.map { exchange.lists(text, as: $0) } ?? true
        guard !isSmall || mayBeSmall,
            words.allSatisfy({ $0.count > 1 || $0 == noun.map { [$0.lowercased()] } || !Self.isID($0) })
        else { return nil }
        let names = Set(properties).filter { property in
            let words = ResourceName.words(of: property).map { $0.lowercased() }
            guard words.count > 1 else { return words == noun.map { [$0.lowercased()] } }
            return Self.isID(words) && !Self.relations.contains(words[0])
        }
        let found = Set(names.map(Self.camelCase))
        // The word before says the same.
        if let noun, found.contains(where: { $0.lowercased() == noun.lowercased() + "id" }) { return nil }
        return found.first { $0 == noun } ?? (found.count == 1 ? found.first : nil)
    }

    /// Names what is before a value that says what kind of number or name it is: `carrier` of
    /// `/tracks/usps/9205`.
    private func nameKind(_ step: Step, before property: String, _ exchange: SegmentValues.Exchange) {
        guard step.node.naming == nil, !ResourceName.isPlural(step.text), !Self.isTopLevel(step.text),
            !property.hasPrefix(Self.singular(step.text))
        else { return }
        let places = exchange.places[step.text, default: []].filter { $0.isFirst && $0.isText }
        let names = Set(places.map(\.property)).filter { !Self.isKind($0) && !Self.kinds.contains($0) }
        guard names.count == 1, let name = names.first else { return }
        step.node.naming = NamingEvidence(role: .value, property: Self.camelCase(name))
    }

    // MARK: Other responses

    /// Names identifiers after the property that the response of their collection had them in, and those that
    /// follow each other after the only one that any response has them in.
    func nameByOthers(_ steps: [Step]) {
        for index in steps.indices.dropFirst() {
            let (text, node) = steps[index]
            guard isValue(steps, at: index), node.naming?.property ?? "id" == "id", text.utf8.count > 3
            else { continue }
            let places = values.known[text, default: [:]].keys.filter { $0.source == .response }
            let isInRow =
                isValue(steps, at: index - 1) || index + 1 < steps.count && isValue(steps, at: index + 1)
            let known = places.filter { place in
                place.isReference && (isInRow || place.isOwn && place.end == steps[index - 1].text)
            }
            let names = Set(known.map { Self.camelCase($0.property) })
            guard names.count == 1, let name = names.first, !places.contains(where: { $0.property == "id" })
            else { continue }
            node.naming = NamingEvidence(role: .value, property: name)
        }
    }

    private func isValue(_ steps: [Step], at index: Int) -> Bool {
        if steps[index].node.naming != nil { return true }
        let form = IdentifierForm(steps[index].text, inCollection: true)
        return [.number, .uuid, .ulid, .hash, .issue, .token, .encoded].contains(form)
    }

    /// Whether the last word of a property says that it identifies something.
    private static func isID(_ words: [String]) -> Bool {
        guard let last = words.last else { return false }
        return identity(last) != nil || PathResource.keys.contains(last)
            || ["number", "guid", "sid", "zipcode", "postcode", "title"].contains(last)
    }

    /// The first words of properties that refer to something else, or that are one of several names.
    private static let relations: Set = [
        "parent", "owner", "source", "target", "created", "updated", "deleted", "removed", "previous", "next",
        "first", "last", "full", "display", "request", "original", "default",
    ]
    /// The properties that say what sort of object a response is.
    private static let kinds: Set = [
        "object", "resource", "entity", "collection", "model", "module", "class", "table", "action", "method",
        "format", "version", "path", "service", "name", "id", "title",
    ]

    // MARK: Placeholders

    /// The name of the value that a placeholder replaces, without the words for whose value it is:
    /// `accountSid` for `YOUR_ACCOUNT_SID`; nil if it is the thing that the segment before it means.
    func placeholder(_ text: String, after segment: String?) -> String? {
        let isInBrackets = text.hasPrefix("<") && text.hasSuffix(">")
        let isVariable = text.hasPrefix("YOUR_") || IdentifierForm.isVariable(text)
        guard isInBrackets || isVariable else { return nil }
        let words = ResourceName.words(of: text).map { $0.lowercased() }
        var own = words.drop(while: Self.owners.contains)
        // `SHOP_TEST_ACCOUNT` is an account.
        if let test = own.dropLast().lastIndex(of: "test") { own = own[(test + 1)...] }
        // An id is that of what the word before it says.
        guard let first = own.first, own.count > 1 || !PathResource.keys.contains(first) else { return nil }
        let noun = segment.map(Self.singular)?.lowercased()
        if own.suffix(own.last == "id" ? 2 : 1).first == noun { return nil }
        return ResourceName.joined(Array(own), capitalized: false)
    }

    /// The words that say of a value only that it was replaced.
    private static let owners: Set = [
        "your", "my", "the", "params", "param", "env", "var", "test", "example", "sample", "demo", "fake",
        "redacted", "removed", "filtered",
        "hidden", "masked", "sanitized",
    ]
}

/// What responses say that they did not find.
extension PathNames {
    /// The segments of the path of a request that the response names as what it did not find: `abc123` for
    /// "Person with id abc123 could not be found". A response about the path as a whole says nothing of them.
    static func missing(in interaction: Interaction) -> Set<String> {
        let segments = PathNode.segments(of: RequestTarget(interaction.request.url).path)
            .map { PercentEncoding.decode($0[...]) }
        guard let bytes = try? interaction.outcome.response?.body.storedBytes() else { return [] }
        let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
        let tokens = text.split { character in
            !character.isLetter && !character.isNumber && !"/_-.:$".contains(character)
        }.map { String($0.hasSuffix(".") ? $0.dropLast() : $0) }
        guard Set(tokens.map { $0.lowercased() }).isDisjoint(with: addresses) else { return [] }
        // A usual word may be part of the sentence, unless it is quoted.
        return Set(segments).intersection(tokens).filter { segment in
            isDistinctive(segment) || quotes.contains { text.contains($0 + segment + $1) }
        }
    }

    /// The characters before and after what a message quotes, in a string of JSON.
    private static let quotes = [("'", "'"), ("[", "]"), ("`", "`"), ("\\\"", "\\\"")]

    /// The words by which a response says that there is no such path.
    private static let addresses: Set = [
        "route", "path", "endpoint", "url", "uri", "method", "page", "resource", "html",
    ]
}
