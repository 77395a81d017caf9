import VerbatimJSON

/// Makes operation ids: `getOrgItem` for `GET /api/v1/orgs/{orgId}/items/{itemId}`.
struct OperationName {
    private var names: DistinctNames
    /// What an operation returns.
    enum Returned { case thing, list, listOfNoun, page }

    /// The paths with a `GET` that returns several things, among which a last parameter selects.
    private let lists: Set<String>
    /// Those of them whose last word says what they are lists of.
    private let listsOfNouns: Set<String>
    /// Those of pages whose names are in the singular, if there are several, as in APIs without plurals.
    private let pages: Set<String>
    private let paths: Set<String>
    /// The paths after which one more segment is a parameter.
    private let collections: Set<String>
    /// The lists of things with a name in the singular: the paths before their last words.
    private var singularParents: [Substring: Int] = [:]
    /// The number of segments that all paths begin with, up to one that says that an API follows:
    /// `/shop-web/api`.
    private let baseCount: Int
    /// The versions of the paths that have one, by the rest of these.
    private var versions: [String: Set<Substring>] = [:]

    /// The number of words after the method.
    private static let wordLimit = 12
    /// Segments at the start of a path that name no resource.
    private static let prefixes: Set = ["api", "json", "rest", "services", "ws"]

    /// - Parameters:
    ///   - document: The document whose operation ids are taken.
    ///   - operations: The methods and the paths of all operations, with what they return.
    init(besides document: JSONValue, _ operations: [(method: String, path: String, returned: Returned)]) {
        paths = Set(operations.map(\.path))
        let first = paths.min().map { $0.split(separator: "/") } ?? []
        let base = first.prefix((first.firstIndex { $0 == "api" } ?? -1) + 1)
        let isShared = paths.allSatisfy { $0.split(separator: "/").starts(with: base) }
        baseCount = isShared ? base.count : 0
        let gets = operations.filter { $0.method == "get" }
        lists = Set(gets.filter { $0.returned != .thing }.map(\.path))
        listsOfNouns = Set(gets.filter { $0.returned == .listOfNoun }.map(\.path))
        let pages = gets.filter { $0.returned == .page && !ResourceName.isPlural(Self.divided($0.path).word) }
        self.pages = pages.count > 1 ? Set(pages.map(\.path)) : []
        let items = (document["paths"]?.object?.members ?? []).map(\.value)
        let known = (items + items.compactMap { $0["additionalOperations"] })
            .flatMap { $0.object?.members ?? [] }
        names = DistinctNames(besides: Set(known.compactMap { $0.value["operationId"]?.string }))
        collections = Set(
            paths.compactMap { path in
                path.lastIndex(of: "/").flatMap { index in
                    path[index...].hasPrefix("/{")
                        ? String(path[..<index]) + (path.hasSuffix(".json") ? ".json" : "") : nil
                }
            })
        for list in lists.intersection(collections).union(listsOfNouns) {
            let (parent, word) = Self.divided(list)
            if !ResourceName.isPlural(word) { singularParents[parent, default: 0] += 1 }
        }
        for path in paths {
            guard let (version, rest) = Self.parts(of: path) else { continue }
            versions[rest, default: []].insert(version)
        }
    }

    /// A path before its last segment, and that segment without the extension of a file of data.
    private static func divided(_ path: String) -> (parent: Substring, word: String) {
        let path = path.hasSuffix("/") ? path.dropLast() : path[...]
        let index = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let word = path[index...]
        return (path[..<index], String(word.hasSuffix(".json") ? word.dropLast(5) : word))
    }

    /// Whether a path is that of a list with a name in the singular, beside another one as it has things, or
    /// in an API with several such lists.
    private func isBesideSingular(_ path: String) -> Bool {
        let (parent, word) = Self.divided(path)
        let isUsual = singularParents[parent] != nil || singularParents.values.reduce(0, +) > 1
        return isUsual && Self.mayBePlural(ResourceName.words(of: word))
    }

    /// Whether the words of a list are those of a thing, and neither say what is done nor which are meant.
    private static func mayBePlural(_ words: [String]) -> Bool {
        let words = words.map { $0.lowercased() }
        return !SiblingComparison.isAction(words.first ?? "")
            && words.last.map { !PathNames.isChoice($0) && !SiblingComparison.isFixed($0) } ?? false
    }

    /// The version of a path and the rest of it; nil if there is no version.
    private static func parts(of path: String) -> (version: Substring, rest: String)? {
        let segments = path.split(separator: "/")
        let index = segments.firstIndex { IdentifierForm.isVersion(Array($0.utf8)) }
        return index.map { (segments[$0], (segments[..<$0] + segments[($0 + 1)...]).joined(separator: "/")) }
    }

    /// Returns the name of an operation, which no other has.
    mutating func name(of method: String, _ path: String) -> String {
        let isList = method == "get" && lists.contains(path)
        let name = self.name(method, path, isList, leavesOutVersions: true)
        let versioned = self.name(method, path, isList, leavesOutVersions: false)
        let segments = PathNode.segments(of: path)
        let word = segments.last { !$0.hasPrefix("{") && !$0.hasPrefix("/.") }
        let specific = suffix(of: segments).map { name + $0 }
        // The name of a function says what it does: `getZoneInfo` for `get-zone-info.json`.
        let function = word.flatMap { PathResource.isFunction($0) ? $0 : nil }
            .map { ResourceName.joined(Self.words(of: $0, isLast: true), capitalized: false) }
        let isAmbiguous = PathResource.part(at: segments.count - 1, of: segments, in: paths) != nil
        let hasOtherVersion = Self.parts(of: path).map { versions[$0.rest, default: []].count > 1 } ?? false
        let candidates =
            (isAmbiguous ? [] : [function, name]) + (hasOtherVersion ? [versioned] : [])
            + [segments.last == "/.json" ? name + "JSON" : nil, specific, versioned]
        return names.take(candidates.compactMap(\.self))
    }

    /// What distinguishes an operation from others with its name, by the parameters: `ById`, `ByType`,
    /// `ByDomainAndType`; nil without one.
    private func suffix(of segments: [String]) -> String? {
        guard let last = segments.lastIndex(where: { $0.hasPrefix("{") }) else { return nil }
        let parts = segments.indices.compactMap { PathResource.part(at: $0, of: segments, in: paths) }
        let name = String(segments[last].dropFirst().prefix { $0 != "}" })
        let word = segments[..<last].last { !$0.hasPrefix("{") } ?? ""
        let words = ResourceName.singular(ResourceName.words(of: word))
        // Of a thing itself, `typeId` is its id.
        let isOwn = segments.dropFirst(last + 1).allSatisfy { $0.hasPrefix("/.") }
        let thing = isOwn ? ResourceName.joined(words, capitalized: false) : ""
        let own = thing.count > 1 && name.hasPrefix(thing) ? String(name.dropFirst(thing.count)) : name
        let isID = isOwn && own.filter(\.isLetter).hasSuffix("Id")
        let whole = PropertyName(name).isText ? name : "Name"
        let key = own.isEmpty ? whole : isID ? "Id" : own
        return "By"
            + (parts.isEmpty ? [key] : parts).map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined(separator: "And")
    }

    /// The words of a segment, the last one without the extension of a file of data, and without the name of
    /// the thing before it: `memberships` for `/orgs/{orgId}/org-memberships`.
    private static func words(
        of segment: String, isLast: Bool, after others: ArraySlice<String> = []
    ) -> [String] {
        let words = ResourceName.words(
            of: String(segment.dropLast(isLast && segment.hasSuffix(".json") ? 5 : 0)))
        guard others.last?.hasPrefix("{") == true, let owner = others.last(where: { !$0.hasPrefix("{") })
        else { return words }
        let own = ResourceName.singular(ResourceName.words(of: owner)).map { $0.lowercased() }
        let isOwn = words.count > own.count && words.prefix(own.count).map { $0.lowercased() } == own
        return isOwn ? Array(words.dropFirst(own.count)) : words
    }

    /// Whether a segment at the start of a path names no resource.
    static func isPrefix(_ segment: String) -> Bool {
        // `api2` and `ws2.0` as well, and the day of a version, `20180115`.
        let word = segment.prefix { !$0.isNumber }
        let isNumbered = segment.dropFirst(word.count).allSatisfy { $0.isNumber || $0 == "." }
        return prefixes.contains(word.lowercased()) && isNumbered
            || IdentifierForm.isVersion(Array(segment.utf8)) || IdentifierForm(segment) == .date
            || [1, 2, 8].contains(segment.utf8.count) && segment.utf8.allSatisfy(\.isDigit)
    }

    /// The words that a segment of a path adds to the name of its operation.
    private func words(at index: Int, of segments: [String], at path: String, _ isList: Bool) -> [String] {
        guard !segments[index].hasPrefix("{") else { return [] }
        let words = Self.words(
            of: segments[index], isLast: index + 1 == segments.endIndex, after: segments[..<index])
        let next = segments[(index + 1)...].first
        let hasParameter = next?.hasPrefix("{") == true
        // What something is found by: `/species/history/id/{id}`.
        func isKey(_ index: Int) -> Bool {
            guard index > 0, index + 1 < segments.count, !segments[index - 1].hasPrefix("{") else {
                return false
            }
            let (word, value) = (segments[index], segments[index + 1])
            return PathResource.keys.contains(word) && value.hasPrefix("{")
                || value == "{\(word)}" && !word.hasSuffix("id") && ResourceName.isPlural(segments[index - 1])
        }
        if isKey(index) { return ["by"] + words }
        let isOfList = isList && segments[(index + 1)...].allSatisfy { $0.hasPrefix("{") }
        // A collection in the singular has things.
        if isOfList, !hasParameter,
            collections.contains(path) || listsOfNouns.contains(path) || isBesideSingular(path)
                || pages.contains(path) && Self.mayBePlural(words)
        {
            return ResourceName.plural(words)
        }
        let thing = ResourceName.singular(words)
        if isKey(index + 1), !isList { return thing }
        guard let next, !hasParameter else { return hasParameter && !isOfList ? thing : words }
        // The next word may say the same, with more: `/calendar/calendars`, `/offers/current_offer`.
        let other = ResourceName.singular(ResourceName.words(of: next))
        return other.suffix(thing.count).map { $0.lowercased() } == thing.map { $0.lowercased() } ? [] : words
    }

    private func name(
        _ method: String, _ path: String, _ isList: Bool, leavesOutVersions: Bool
    ) -> String {
        if let fragment = path.firstIndex(of: "#") {
            let (function, bare) = (String(path[path.index(after: fragment)...]), path[..<fragment])
            guard OperationKey.Constant.isAction(function, at: bare) else { return function }
            return name(function, String(bare), isList, leavesOutVersions: leavesOutVersions)
        }
        let all = PathNode.segments(of: path).filter { !$0.isEmpty }
        let own = all.dropFirst(baseCount).prefix { !["http:", "https:"].contains($0) }
        // What a URL identifies is a thing.
        let segments = own + all[own.endIndex...].filter { $0.hasPrefix("{") }
        let isNamed = segments.contains { !$0.hasPrefix("{") && !Self.isPrefix($0) }
        // At the end of a path, services are things.
        let last = segments.lastIndex { $0.lowercased() == "services" }
        let named =
            isNamed
            ? segments.drop {
                Self.isPrefix($0) && (leavesOutVersions || !IdentifierForm.isVersion(Array($0.utf8)))
            } : segments[(last ?? segments.endIndex)...]
        let parts = named.filter { segment in
            !(segment.hasPrefix("/.") || leavesOutVersions && IdentifierForm.isVersion(Array(segment.utf8)))
        }
        let words = parts.indices.flatMap { self.words(at: $0, of: parts, at: path, isList) }
        return ResourceName.joined(ResourceName.words(of: method), capitalized: false)
            + ResourceName.joined(
                words.isEmpty
                    ? PathResource.parameterWords(of: path)
                        ?? Self.parameterWords(of: path, leavesOutVersions)
                    : Array(words.prefix(Self.wordLimit)),
                capitalized: true)
    }

    /// The words for a path without any, which is that of anything with an identifier or of the root:
    /// `byId` for `/v2/{id}`.
    private static func parameterWords(of path: String, _ leavesOutVersion: Bool) -> [String] {
        let version = leavesOutVersion ? nil : parts(of: path)?.version
        guard let last = path.split(separator: "/").last, last.hasPrefix("{") else { return ["root"] }
        let name = last.dropFirst().prefix { $0 != "}" }
        return (version.map { ResourceName.words(of: String($0)) } ?? []) + ["by"]
            + ResourceName.words(of: String(name))
    }
}
