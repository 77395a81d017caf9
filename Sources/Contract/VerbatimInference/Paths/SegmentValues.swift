import VerbatimHAR
import VerbatimJSON

/// Where the texts of path segments are values in the traffic: of properties, of elements of lists, and of
/// parameters of queries.
struct SegmentValues {
    /// A place that has a text as its value.
    struct Place: Hashable {
        enum Source { case response, request, query }

        let source: Source
        /// The names of the properties that lead to the value; the last is empty for an element of a list.
        let path: [String]
        /// Whether the value is within a list.
        let isListed: Bool
        /// Whether the value is a string, and no number.
        let isText: Bool
        /// The last segment of the path of the request, without an extension.
        let end: String
        /// The segment before that.
        let collection: String
        /// Whether all properties that lead to the one with the value hold what the response is about.
        var isDirect = true

        var property: String { path.last ?? "" }
        /// Whether the value is a property of the object that the response is about.
        var isOwn: Bool { !isListed && isDirect }
        /// Whether the property is that of the response, not of anything within it.
        var isFirst: Bool { !isListed && path.count == 1 && source == .response }
        /// Whether the name of the property ends in `id`, as in `account_id`.
        var isReference: Bool { Self.isReference(property) }

        static func isReference(_ property: String) -> Bool {
            ["Id", "ID", "_id"].contains(where: property.hasSuffix)
        }
    }

    /// What an exchange says about the segments of its own path.
    struct Exchange {
        fileprivate(set) var places: [String: [Place]] = [:]
        /// The segments of the paths of files, with whether they are listed.
        fileprivate(set) var files: [(segments: [String], isListed: Bool)] = []
        /// The properties that all objects of the list have with a value.
        fileprivate(set) var common: [String: [String]] = [:]
        /// The segments that all objects of the list have in their names, capitalized or not.
        fileprivate(set) var inNames: Set<String> = []
        /// The segments of the addresses of the object that the response is about.
        fileprivate(set) var links: [[String]] = []
        /// Whether the object that the response is about has an identifier, and one that is a text.
        fileprivate(set) var hasID = false
        fileprivate(set) var hasTextID = false
        /// The segments in the singular, after which properties are named that hold what the path is about.
        fileprivate var nouns: Set<String> = []
        /// The places of names with the words of a segment: `Abies alba` for `abies-alba`.
        fileprivate var slugs: [String: Place] = [:]
        /// Whether a segment has a hyphen, so that it may be a name.
        fileprivate var haveHyphens = false
        /// The number of properties that have been read.
        fileprivate var count = 0

        /// Whether all objects of the list have a text as the value of a property.
        func lists(_ text: String, as property: String) -> Bool {
            common[text, default: []].contains(property)
        }
    }

    /// The exchanges, in the order of the requests.
    private(set) var exchanges: [Exchange] = []
    /// The places of each text in all exchanges, with the numbers of values there.
    private(set) var known: [String: [Place: Int]] = [:]
    /// The names of the identifiers that things have besides the segment by which they are found: `lampId`.
    private(set) var otherIdentifiers: [String: Set<String>] = [:]

    /// The last segments of addresses in responses, by those before them and by the properties that lead to
    /// an address.
    private var ends: [[String]: [[String]: Set<String>]] = [:]

    /// The number of elements of an array that are read.
    static let elementLimit = 16
    private static let countLimit = 4096
    private static let depthLimit = 6
    private static let placeLimit = 64

    init() {}

    /// - Parameter requests: The segments of paths, with the exchanges that are samples of them, of which the
    ///   first shows what the segments are.
    init(of requests: [(segments: [String], samples: [ResponseSample])]) {
        for (segments, _) in requests {
            for text in Self.texts(of: segments) { known[text] = [:] }
        }
        for (segments, samples) in requests {
            var exchange = Exchange()
            for text in Self.texts(of: segments) { exchange.places[text] = [] }
            exchange.haveHyphens = segments.contains { $0.contains("-") }
            exchange.nouns = Set(segments.map(PathNames.singular))
            if let first = samples.first, let body = read(first, segments, &exchange) {
                exchange.share(body)
            }
            for sample in samples.dropFirst() {
                var other = Exchange()
                _ = read(sample, segments, &other)
            }
            for (slug, place) in exchange.slugs where exchange.places[slug]?.isEmpty == true {
                exchange.places[slug] = [place]
            }
            exchanges.append(exchange)
        }
    }

    /// - Returns: The body of the response.
    private mutating func read(
        _ sample: ResponseSample, _ segments: [String], _ exchange: inout Exchange
    ) -> JSON? {
        let bodies = sample.bodies
        let end = PathNode.withoutExtension(segments.last ?? "")
        let collection = segments.dropLast().last ?? ""
        let sources: [(Place.Source, JSON?)] = [
            (.response, bodies.response), (.request, bodies.request), (.query, bodies.query),
        ]
        for case (let source, let body?) in sources {
            exchange.count = 0
            let place = Place(
                source: source, path: [], isListed: false, isText: false, end: end, collection: collection)
            read(body, place, &exchange)
        }
        return bodies.response
    }

    /// The segments of a path, and each two that follow each other.
    private static func texts(of segments: [String]) -> [String] {
        segments + zip(segments, segments.dropFirst()).map { "\($0)/\($1)" }
    }

    private mutating func read(_ value: JSON, _ place: Place, _ exchange: inout Exchange) {
        guard place.path.count <= Self.depthLimit else { return }
        for element in value.elements.prefix(Self.elementLimit) {
            add(element, place.inner(place.path + (element.isScalar ? [""] : []), isListed: true), &exchange)
        }
        let foreign = Self.foreign(in: value, exchange.places.keys)
        var place = place
        if let holder = place.path.last, place.isDirect {
            place.isDirect =
                PathNames.isWrapper(holder) || exchange.nouns.contains(PathNames.singular(holder))
        }
        let id = value["id"].scalarText.flatMap { known[$0] == nil ? nil : $0 }
        for member in value.members where !foreign.contains(member.name) {
            guard exchange.count < Self.countLimit else { return }
            if let id, let other = member.value.scalarText, other != id, member.name.utf8.count > 2,
                Place.isReference(member.name)
            {
                otherIdentifiers[id, default: []].insert(PathNames.camelCase(member.name))
            }
            exchange.count += 1
            // A message with a structure is what the call returned.
            let isMessage = member.name == "message" && !member.value.isScalar
            let name = isMessage ? "data" : Self.spelled(member.name)
            add(member.value, place.inner(place.path + [name]), &exchange)
        }
    }

    /// The references to things of several kinds, whose kind, beside them, is the word before the thing in
    /// the path: `owner_id` beside `"owner_type": "form"`, of `/forms/7`.
    private static func foreign(in value: JSON, _ segments: some Collection<String>) -> Set<String> {
        let endings = [("_type", "_id"), ("Type", "Id")]
        let found = value.members.lazy.prefix(countLimit).compactMap { member in
            endings.first { member.name.hasSuffix($0.0) }.flatMap { kind, id -> String? in
                guard let word = member.value.string.map(PathNames.singular), !word.isEmpty,
                    segments.contains(where: { PathNames.singular($0) == word })
                else { return nil }
                return member.name.dropLast(kind.count) + id
            }
        }
        return Set(found)
    }

    /// The name of a property, with what it identifies before `Id`: `seasonId` for `idseason`.
    private static func spelled(_ name: String) -> String {
        let thing = name.dropFirst(2)
        guard name.hasPrefix("id"), thing.utf8.count > 3, thing.utf8.allSatisfy({ $0 &- 0x61 < 26 }),
            !["ent", "eal", "eas", "let"].contains(where: thing.hasPrefix)
        else { return name }
        return thing + "Id"
    }

    private mutating func add(_ value: JSON, _ place: Place, _ exchange: inout Exchange) {
        guard value.isScalar else { return read(value, place, &exchange) }
        guard value.text.utf8.count < 256 else { return }
        let text = value.string ?? value.text
        let place = place.inner(place.path, isText: value.kind == .string)
        if let places = known[text], places.count < Self.placeLimit || places[place] != nil {
            known[text]?[place, default: 0] += 1
        }
        if let own = exchange.places[text], own.count < Self.placeLimit {
            exchange.places[text]?.append(place)
        }
        guard place.source == .response else { return }
        let isName = place.property == "name" && place.isOwn
        if place.isText, isName || exchange.haveHyphens && text.contains(" ") {
            let slug = Self.slug(of: text)
            if exchange.places[slug] != nil, exchange.slugs[slug] == nil {
                exchange.slugs[slug] = place.inner(place.path.dropLast() + ["slug"], isText: true)
            }
        }
        if place.isText { addEnd(of: text, at: place.path) }
        if place.isFirst, place.isReference, text != place.end, known[place.end] != nil {
            otherIdentifiers[place.end, default: []].insert(PathNames.camelCase(place.property))
        }
        if place.isOwn, ["id", "@id"].contains(place.property) {
            exchange.hasID = true
            if place.isText { exchange.hasTextID = true }
        }
        if place.isText, place.isAddress {
            exchange.links.append(Self.segments(of: text).map(String.init))
        }
        if place.isFirst, place.isText, text.contains("-"),
            PathNames.identity(place.property) != nil
        {
            // A thing that was renamed has its old name at the beginning or the end of the new one.
            for (old, places) in exchange.places
            where old.utf8.count > 7 && old.contains("-") && places.count < Self.placeLimit && old != text
                && (text.hasPrefix(old) || text.hasSuffix(old))
            {
                exchange.places[old]?.append(place)
            }
        }
        // The URL of a page is no file.
        if place.property == "path", place.isText, !text.contains("://") {
            exchange.files.append((text.split(separator: "/").map(String.init), place.isListed))
        }
    }

    /// Adds the end of an address, unless it is one of several that say what can be done next.
    private mutating func addEnd(of address: String, at path: [String]) {
        let isWhole = address.hasPrefix("http")
        guard isWhole || address.hasPrefix("/"), ends.count < Self.countLimit,
            !path.contains(where: { ["links", "_links", "link"].contains($0) })
        else { return }
        let all = Self.segments(of: address).dropFirst(isWhole ? 2 : 0)
        guard all.count > 1, let end = all.last.map({ PercentEncoding.decode($0) }) else { return }
        let before = all.dropLast().suffix(2).map(String.init)
        for count in 1...before.count {
            Self.add(end, at: path, to: &ends[Array(before.suffix(count)), default: [:]])
        }
    }

    /// Adds the end of an address, if the property has not too many yet.
    private static func add(_ end: String, at path: [String], to ends: inout [[String]: Set<String>]) {
        guard ends[path] != nil || ends.count < placeLimit, ends[path, default: []].count < placeLimit
        else { return }
        ends[path, default: []].insert(end)
    }

    /// The parts of an address between slashes; of a whole one, the first two are its scheme and its host.
    private static func segments(of address: String) -> [Substring] {
        address.prefix { !"?#".contains($0) }.split(separator: "/")
    }

    /// The number of different ends of the addresses that one property of responses has after some segments;
    /// 0 unless a text is one of them, or has a colon as one of them has.
    func countEnds(like text: String, after before: [String]) -> Int {
        ends[before, default: [:]].values.filter { ends in
            ends.contains(text) || text.contains(":") && ends.contains { $0.contains(":") }
        }.map(\.count).max() ?? 0
    }

    /// The words of a name as addresses have them: `abies-alba` for `Abies alba`.
    private static func slug(of text: String) -> String {
        text.lowercased().split { !($0.isLetter || $0.isNumber) }.joined(separator: "-")
    }

    /// Whether bodies have a number of a path as text, where it is an identifier.
    ///
    /// - Parameter collection: The segment before it.
    func isText(_ number: String, after collection: String) -> Bool {
        let noun = PathNames.singular(collection).lowercased()
        let places = known[number, default: [:]].keys.filter { place in
            place.source != .query
                && (place.isReference || place.property == "id" || place.path == [""]
                    || number.utf8.count > 4 || place.isCode(of: noun))
        }
        // What the thing itself has says more than what others have.
        let own = places.filter { place in
            place.property == "id" && place.path.dropLast().allSatisfy(PathNames.isWrapper)
                && (place.end == collection || place.end == number && place.collection == collection)
        }
        let deciding = own.isEmpty ? places : own
        return !deciding.isEmpty && deciding.allSatisfy(\.isText)
    }
}

extension SegmentValues.Exchange {
    /// Adds the texts of the path that all objects of the list have in one property, or in their names.
    fileprivate mutating func share(_ body: JSON) {
        let objects = Self.list(in: body)
        guard let first = objects.first else { return }
        let names = objects.map { $0["name"].string?.lowercased() ?? "" }
        inNames = Set(places.keys.filter { text in names.allSatisfy { $0.contains(text.lowercased()) } })
        let members = first.members.lazy.filter { [places] in places[$0.value.scalarText ?? ""] != nil }
        for member in members.prefix(8) {
            guard let text = member.value.scalarText,
                objects.allSatisfy({ $0[member.name].scalarText == text })
            else { continue }
            common[text, default: []].append(member.name)
        }
    }

    /// The first elements of the only list that a body is, or has.
    private static func list(in body: JSON) -> [JSON] {
        let lists = body.kind == .array ? [body] : body.members.map(\.value).filter { $0.kind == .array }
        return lists.count == 1 ? Array(lists[0].elements.prefix(SegmentValues.elementLimit)) : []
    }
}

extension SegmentValues.Place {
    /// Whether the property is the code of a thing: `articleNumber`, or `code` of an `article`.
    fileprivate func isCode(of noun: String) -> Bool {
        guard PropertyName(property).isCode else { return false }
        let thing = ResourceName.words(of: property).dropLast().joined().lowercased()
        let holder = path.dropLast().last { !PathNames.isWrapper($0) } ?? ""
        return (thing.isEmpty ? PathNames.singular(holder).lowercased() : thing) == noun
    }

    /// Whether the value is the address of the object that the response is about: `_links.self.href`.
    fileprivate var isAddress: Bool {
        !isListed && ["url", "uri", "self", "href", "@id"].contains(property)
            && path.dropLast().allSatisfy {
                PathNames.isWrapper($0) || ["_links", "links", "self"].contains($0)
            }
    }

    /// The place with other properties.
    fileprivate func inner(_ path: [String], isListed: Bool = false, isText: Bool = false) -> Self {
        Self(
            source: source, path: path, isListed: isListed || self.isListed, isText: isText, end: end,
            collection: collection, isDirect: isDirect)
    }
}

extension JSON {
    fileprivate var isScalar: Bool { kind == .string || kind == .number }
    /// The text of a string or of a number.
    fileprivate var scalarText: String? { isScalar ? string ?? text : nil }
}
