import VerbatimHAR
import VerbatimJSON

/// The evidence that a path segment is the name of a thing: a property of a response has it as its value.
struct NamingEvidence {
    enum Role: Int {
        /// A value that has the whole name of its parameter from the property: `jobId`, `season`.
        case value
        /// Something that another response names: `octocat` of `/members/octocat`.
        case reference
        /// The thing that the segment before it is a collection of: `/users/octocat`.
        case thing
        /// The first of two segments that identify a thing together: `octocat` of `/repos/octocat/hello`.
        case owner
        /// The second of the two.
        case owned
    }

    let role: Role
    /// The property of the response, such as `login` or `owner`; nil if the path alone is the evidence.
    let property: String?
}

/// Finds the path segments that are the names of things, by where their texts are values in the traffic.
///
/// A word in a path may be fixed or free. It is free if the response names what it describes by it: `login`
/// of `/users/octocat`, `full_name` of `/repos/octocat/hello`, `environment.id` below `/environments/master`.
/// It is also free if other responses have it where only names are, and an identifier has the name of that
/// which has it as its `id` elsewhere.
struct PathNames {
    typealias Step = (text: String, node: PathNode)
    typealias Place = SegmentValues.Place

    /// The requests with successful responses.
    private var requests: [(steps: [Step], samples: [ResponseSample])] = []
    /// The paths of requests.
    private var paths: [[Step]] = []
    var values = SegmentValues()
    /// The segments that a response names, with those before them, and alone if they are no words.
    var marked: [String: NamingEvidence] = [:]
    /// The collections in the singular that have each text as a thing, and all that paths have.
    var things: [String: Set<String>] = [:]
    var collections: Set<String> = []
    /// The nodes of which the responses are read, with the others at their places.
    var groups: [(read: [PathNode], others: [PathNode])] = []

    /// Marks the nodes of the tree.
    ///
    /// - Returns: The numbers in paths that bodies have as text, after the segments before them.
    static func mark(_ tree: PathNode) -> Set<String> {
        var names = PathNames()
        names.collect(tree, after: [])
        names.values = SegmentValues(of: names.requests.map { ($0.steps.map(\.text), $0.samples) })
        for steps in names.paths {
            markDay(steps)
            markCoordinates(steps)
            markRepository(steps)
        }
        for (request, exchange) in zip(names.requests, names.values.exchanges) {
            names.mark(request.steps, by: exchange)
        }
        for steps in names.paths {
            markPairs(steps)
            names.markEnds(steps)
        }
        names.markKnown(tree, after: nil, of: nil)
        for (request, exchange) in zip(names.requests, names.values.exchanges) {
            names.nameValues(of: request.steps, by: exchange)
        }
        for steps in names.paths { names.nameByOthers(steps) }
        names.represent()
        var texts: Set<String> = []
        // Where the id of the thing is a text, a number that finds it is one as well.
        for (request, exchange) in zip(names.requests, names.values.exchanges) {
            if let last = request.steps.last?.text, let before = request.steps.dropLast().last?.text,
                exchange.hasTextID, IdentifierForm(last) == .number,
                !exchange.places[last, default: []].contains(where: { $0.isReference && !$0.isText })
            {
                texts.insert("\(before)/\(last)")
            }
        }
        for steps in names.paths {
            for (before, step) in zip([""] + steps.map(\.text), steps)
            where step.text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") })
                && names.values.isText(step.text, after: before)
            {
                texts.insert("\(before)/\(step.text)")
            }
        }
        return texts
    }

    private mutating func collect(_ node: PathNode, after steps: [Step]) {
        if !node.keys.isEmpty { paths.append(steps) }
        let ends = node.children.filter(\.key.isEnd).flatMap(\.value.operations)
        for (_, operation) in (node.operations + ends).sorted(by: { $0.key < $1.key }) {
            if !operation.samples.isEmpty { requests.append((steps, operation.samples)) }
        }
        guard steps.count < PathTemplates.depthLimit else { return }
        if let last = steps.last?.text, ResourceName.isPlural(last), !Self.isTopLevel(last) {
            let singular = Self.singular(last)
            collections.insert(singular)
            for (text, _) in node.literals {
                things[PercentEncoding.decode(text[...]), default: []].insert(singular)
            }
        }
        choose(among: node.literals)
        for (text, child) in node.literals where !child.isRepresented {
            collect(child, after: steps + [(PercentEncoding.decode(text[...]), child)])
        }
    }

    // MARK: What a response says about its own path

    private mutating func mark(_ steps: [Step], by exchange: SegmentValues.Exchange) {
        for index in steps.indices.dropFirst() { mark(steps, at: index, by: exchange) }
        for (file, isListed) in exchange.files where steps.count > 1 {
            if isListed { Self.markFolder(steps, file.dropLast()) } else { Self.markFile(steps, file) }
        }
    }

    private mutating func mark(_ steps: [Step], at index: Int, by exchange: SegmentValues.Exchange) {
        let (text, node) = steps[index]
        let collection = steps[index - 1].text
        let places = exchange.places[text, default: []].filter { $0.source == .response }
        node.naming =
            node.naming ?? Self.number(text, of: collection, in: places)
            ?? Self.key(text, of: collection, in: places)
        guard !Self.isTopLevel(collection), node.naming?.role != .owned else { return }
        // A collection that is named with its thing is no owner of it: `models/swift-lite`.
        if node.naming == nil, ResourceName.isPlural(collection),
            exchange.places["\(collection)/\(text)", default: []].contains(where: Self.mayBeName)
        {
            node.naming = NamingEvidence(role: .thing, property: nil)
        }
        if index + 1 < steps.count,
            let owner = Self.owner(text, of: steps[index + 1].text, in: collection, exchange)
        {
            node.naming = NamingEvidence(role: .owner, property: owner)
            let owned = NamingEvidence(role: .owned, property: "name")
            steps[index + 1].node.naming = owned
            marked["\(text)/\(steps[index + 1].text)"] = owned
        } else if node.naming == nil {
            node.naming =
                Self.name(text, after: collection, exchange)
                ?? (index + 1 == steps.count ? Self.linked(text, in: collection, exchange) : nil)
                ?? Self.currency(text, in: places) ?? Self.searchTerm(text, in: collection, exchange)
        } else {
            return
        }
        guard node.naming != nil else { return }
        marked["\(collection)/\(text)"] = node.naming
        if Self.isDistinctive(text) { marked[text] = node.naming }
    }

    /// The evidence that a number is that of a thing, which is not its id: `season_number`; after the version
    /// of the API, that things within the response refer to it.
    private static func number(_ text: String, of collection: String, in places: [Place]) -> NamingEvidence? {
        guard IdentifierForm(text) == .number else { return nil }
        if isTopLevel(collection), let place = places.first(where: { !$0.isText && $0.isReference }) {
            return NamingEvidence(role: .value, property: place.property)
        }
        let own = places.filter { !$0.isText && $0.isFirst }.map(\.property)
        guard !own.contains("id") else { return nil }
        let singular = ResourceName.singular(ResourceName.words(of: collection)).last?.lowercased() ?? ""
        let names = ["number", singular + "_number", singular + "Number"]
        return names.first(where: own.contains).map { name in
            NamingEvidence(role: name == "number" ? .thing : .reference, property: name)
        }
    }

    /// The evidence that the response refers to an identifier, unless it is the id of the response.
    private static func key(_ text: String, of collection: String, in places: [Place]) -> NamingEvidence? {
        guard IdentifierForm(text, inCollection: true) != nil,
            !places.contains(where: { $0.isFirst && $0.property == "id" })
        else { return nil }
        // Small numbers are the same by chance, and what is listed may refer to what it belongs to.
        let reference = places.first { place in
            !place.isListed
                && (place.isReference
                    ? text.utf8.count > 3 || place.isText : isPrefixed(text, by: place.property))
        }
        guard let reference else { return nil }
        let key = reference.property + (reference.isReference ? "" : "Id")
        // Who wrote something is a user, as the collection says.
        let words = ResourceName.words(of: key).dropLast().joined(separator: "_")
        let thing = PropertyName(words).objectName(isList: false)
        return thing.lowercased() == singular(collection).lowercased()
            ? nil : NamingEvidence(role: .reference, property: key)
    }

    /// Whether an identifier begins with the first letters of a property: `cus_2fa7` of `customer`.
    private static func isPrefixed(_ text: String, by property: String) -> Bool {
        let prefix = text.prefix { $0 != "_" }
        return prefix.count > 1 && prefix.count < min(text.count, property.count)
            && property.hasPrefix(prefix.lowercased())
    }

    /// Whether the segments after this one are resources, not things: `/v1/search`.
    static func isTopLevel(_ segment: String) -> Bool {
        ["api", "rest"].contains(segment.lowercased()) || IdentifierForm.isVersion(Array(segment.utf8))
            || IdentifierForm(segment) == .date
    }

    /// Whether the segments after this one may be things, as it is neither one of them nor top-level.
    static func mayHoldThings(_ segment: String) -> Bool {
        !isTopLevel(segment) && IdentifierForm(segment) == nil
    }

    /// The evidence that a text is the name of the object, or of one of the collection.
    private static func name(
        _ text: String, after segment: String, _ exchange: SegmentValues.Exchange
    ) -> NamingEvidence? {
        let singular = ResourceName.singular(ResourceName.words(of: segment)).last?.lowercased() ?? ""
        let places = exchange.places[text, default: []].filter { $0.source == .response && $0.isText }
        let all = places.filter { place in
            guard !(place.isFirst && place.property == singular) else { return true }
            guard identity(place.property) != nil else { return false }
            let isOfSymbol = IdentifierForm.isSymbol(text) && place.path.dropLast().allSatisfy(isWrapper)
            return place.isOwn || isOfSymbol
                || singular.utf8.count > 2 && place.path.contains { $0.lowercased().hasPrefix(singular) }
        }
        // A thing may have its slug as its name, too.
        guard let first = all.first else { return nil }
        let found = all.first { isNameOnly($0) && $0.path.dropLast() == first.path.dropLast() } ?? first
        let word = found.isFirst && found.property == singular ? singular : identity(found.property)
        // What has the name of the segment before it needs no other.
        return word.map { NamingEvidence(role: $0 == singular ? .reference : .thing, property: $0) }
    }

    /// The evidence that a word is the code of a currency, as the response says of itself: `usd` of
    /// `/rates/usd`.
    private static func currency(_ text: String, in places: [Place]) -> NamingEvidence? {
        guard IdentifierForm.isCurrency(text.uppercased()[...]), places.contains(where: \.isOwn) else {
            return nil
        }
        return NamingEvidence(role: .value, property: "currency")
    }

    /// The evidence that a word identifies a thing of a collection, as the response is one thing, with an
    /// address that ends in the word or has an identifier in its place: `staff` of `/users/staff` is
    /// `/users/152`.
    private static func linked(
        _ text: String, in collection: String, _ exchange: SegmentValues.Exchange
    ) -> NamingEvidence? {
        guard ResourceName.isPlural(collection), IdentifierForm(text) == nil, !isWord(text),
            !ResourceName.isAdjective(text), !isChoice(text)
        else { return nil }
        let isOwn = exchange.links.contains { link in
            link.last == text
                ? exchange.hasID
                : link.dropLast().last == collection
                    && link.last.map { IdentifierForm($0) == .number || IdentifierForm($0) == .uuid } == true
        }
        return isOwn ? NamingEvidence(role: .thing, property: nil) : nil
    }

    /// The evidence that a word in a collection is a search term: all things that are listed have it in their
    /// names, as `mp3` of `/codecs/mp3`, or as a value that begins with a capital letter.
    private static func searchTerm(
        _ text: String, in collection: String, _ exchange: SegmentValues.Exchange
    ) -> NamingEvidence? {
        guard ResourceName.isPlural(collection), !isWord(text), !isChoice(text),
            SiblingComparison.mayBeName(text)
        else { return nil }
        if exchange.inNames.contains(text) { return NamingEvidence(role: .thing, property: "name") }
        guard text.utf8.first.map({ $0 &- 0x41 < 26 }) == true, !IdentifierForm.isSymbol(text),
            let property = exchange.common[text, default: []].first(where: { !isKind($0) })
        else { return nil }
        return NamingEvidence(role: .value, property: camelCase(property))
    }

    /// Whether a word says which of the things of a collection is meant, at the time or by chance.
    static func isChoice(_ text: String) -> Bool { choices.contains(text.lowercased()) }

    private static let choices: Set = [
        "random", "next", "previous", "first", "last", "today", "daily", "weekly", "monthly", "featured",
        "top", "popular", "trending", "primary", "active", "authenticated", "myself", "whoami", "own",
        "newest", "recent", "summary", "live", "open", "closed", "history", "feed", "timeline", "nearby",
    ]

    /// Whether a place may have the names of things, rather than their kinds or files: `type` of
    /// `Shop.Pets/cats`.
    private static func mayBeName(_ place: Place) -> Bool {
        place.isText && !isKind(place.property) && place.property != "path"
    }

    /// The property of the owner, if two segments identify a thing together.
    private static func owner(
        _ owner: String, of name: String, in collection: String, _ exchange: SegmentValues.Exchange
    ) -> String? {
        func own(_ text: String, depth: Int) -> Place? {
            exchange.places[text]?.first { place in
                place.source == .response && place.isText && !place.isListed && place.path.count == depth
                    && identity(place.property) != nil
            }
        }
        let role = own(owner, depth: 2)?.path.first
        let pair = exchange.places["\(owner)/\(name)", default: []].filter(mayBeName)
        // The thing of a collection has both in its name: `models/swift-lite`.
        if !pair.isEmpty, ResourceName.isPlural(collection) {
            let group = own(owner, depth: 1)?.property
            return group.flatMap { groups.contains($0) ? $0 : nil } ?? role ?? "owner"
        }
        // What has an identifier needs no name beside it.
        let isID = own(owner, depth: 2).map { $0.isReference || $0.property == "id" } ?? false
        return isID ? nil : own(name, depth: 1).flatMap { _ in role }
    }

    /// The properties of a thing whose values are before its name.
    private static let groups: Set = ["owner", "namespace", "workspace", "organization", "org", "group"]

    /// Marks the segments of a file if the response says that they are its path: `docs` and `intro` of
    /// `/contents/docs/intro`; only the last of `/workflows/build` if its path begins elsewhere.
    private static func markFile(_ steps: [Step], _ file: [String]) {
        guard let last = steps.last?.text, file.last == last else { return }
        let isWhole = file.count < steps.count && steps.suffix(file.count).map(\.text) == file
        // The path may be that of the request, to a collection, without what is before the API.
        guard isWhole || !ResourceName.isPlural(last) || last.contains(".") else { return }
        for (_, node) in steps.suffix(isWhole ? file.count : 1) {
            node.naming = NamingEvidence(role: .thing, property: isWhole ? "path" : "name")
        }
    }

    /// Marks the segments of a folder if the response lists files in it: `docs` of `/contents/docs`.
    private static func markFolder(_ steps: [Step], _ folder: ArraySlice<String>) {
        guard !folder.isEmpty, steps.count > folder.count else { return }
        let (before, inside) = (steps.dropLast(folder.count), steps.suffix(folder.count))
        guard inside.map(\.text) == Array(folder), let last = before.last?.text, ResourceName.isPlural(last)
        else { return }
        for (_, node) in inside { node.naming = NamingEvidence(role: .thing, property: "path") }
    }

    /// The number of collections that follow each other, each with one of its things.
    private static let leastPairs = 3

    /// Marks the things in a path of collections: `alpha` and `global` of
    /// `/projects/alpha/locations/global/keys/main`.
    ///
    /// https://google.aip.dev/122
    private static func markPairs(_ steps: [Step]) {
        var (things, index) = ([Step](), 0)
        while index + 1 < steps.count {
            let (collection, thing) = (steps[index].text, steps[index + 1])
            let isPair =
                ResourceName.isPlural(collection) && !isTopLevel(collection)
                && !isTopLevel(thing.text) && !ResourceName.isPlural(thing.text)
            if isPair { things.append(thing) } else if things.count < leastPairs { things = [] }
            index += isPair ? 2 : 1
        }
        guard things.count >= leastPairs else { return }
        for (text, node) in things where node.naming == nil {
            guard !text.contains("."), SiblingComparison.mayBeName(text), !node.isOnlyPosted else { continue }
            node.naming = NamingEvidence(role: .thing, property: nil)
        }
    }

    /// Marks what addresses in responses have in the same place, beside others: `erik` of
    /// `/player/erik/stats`.
    private func markEnds(_ steps: [Step]) {
        for index in steps.indices.dropFirst() where steps[index].node.naming == nil {
            let (text, collection) = (steps[index].text, steps[index - 1].text)
            let count = values.countEnds(like: text, after: steps[max(0, index - 2)..<index].map(\.text))
            if count >= (ResourceName.isPlural(collection) ? 2 : 3), Self.mayHoldThings(collection),
                SiblingComparison.mayBeName(text), !Self.isChoice(text)
            {
                steps[index].node.naming = NamingEvidence(role: .thing, property: nil)
            }
        }
    }

    /// Marks a year, a month and a day that follow each other: `/logs/2026/03/24`.
    private static func markDay(_ steps: [Step]) {
        let names = [("year", 1900...2099), ("month", 1...12), ("day", 1...31)]
        for start in steps.indices.dropFirst().dropLast(2) {
            let parts = zip(steps[start...], names)
            let isDay = parts.allSatisfy { step, name in
                step.text.utf8.count <= (name.0 == "year" ? 4 : 2)
                    && Int(step.text).map(name.1.contains) ?? false
            }
            guard isDay else { continue }
            for (step, name) in parts { step.node.naming = NamingEvidence(role: .value, property: name.0) }
        }
    }

    /// Marks two numbers with fractions that follow each other, which are those of a place:
    /// `/point/1.77/54.22`.
    private static func markCoordinates(_ steps: [Step]) {
        for (step, next) in zip(steps.dropFirst(), steps.dropFirst(2)) {
            guard [step, next].allSatisfy({ IdentifierForm.isDecimal($0.text.utf8) }) else { continue }
            step.node.naming = NamingEvidence(role: .value, property: "coordinate1")
            next.node.naming = NamingEvidence(role: .value, property: "coordinate2")
        }
    }

    /// Marks the words for the owner and the name of a repository, as all who host them have both:
    /// `/repos/octocat/hello/builds`.
    private static func markRepository(_ steps: [Step]) {
        guard let start = steps.firstIndex(where: { ["repos", "repositories"].contains($0.text) }),
            start + 3 < steps.count, ResourceName.isPlural(steps[start + 3].text),
            steps[start].node.literals.allSatisfy({ IdentifierForm($0.text) == nil })
        else { return }
        let (owner, name) = (steps[start + 1], steps[start + 2])
        guard
            ![owner, name].contains(where: { step in
                SiblingComparison.isFixed(step.text) || SiblingComparison.isAction(step.text)
                    || ResourceName.isPlural(step.text) && !step.text.contains("-")
            })
        else { return }
        owner.node.naming = NamingEvidence(role: .owner, property: "owner")
        name.node.naming = NamingEvidence(role: .owned, property: "name")
    }

    // MARK: DOIs

    /// Marks a DOI, whose second part is no word that is fixed: `/prefixes/10.1000/works`.
    static func markDOI(_ text: String, _ node: PathNode) {
        if let slash = text.firstIndex(of: "/"), isDOI(String(text[..<slash])) {
            node.naming = NamingEvidence(role: .value, property: "doi")
        } else if isDOI(text) {
            node.naming = NamingEvidence(role: .value, property: "doiPrefix")
            for suffix in node.literals where !suffix.text.utf8.allSatisfy({ $0 &- 0x61 < 26 }) {
                suffix.node.naming = NamingEvidence(role: .value, property: "doiSuffix")
            }
        }
    }

    /// Whether a text is the first of the two parts of a DOI, as it begins with the code of its directory,
    /// perhaps after a word for it: `10.1000` and `doi:10.1000`.
    ///
    /// https://www.doi.org/doi-handbook/HTML/doi-name-syntax.html
    private static func isDOI(_ text: String) -> Bool {
        let word = text.prefix { $0 != "1" }
        let code = text.dropFirst(word.count)
        return ["", "doi:"].contains(word.lowercased()) && code.hasPrefix("10.")
            && (4...9).contains(code.utf8.count - 3) && code.utf8.dropFirst(3).allSatisfy(\.isDigit)
    }
}
