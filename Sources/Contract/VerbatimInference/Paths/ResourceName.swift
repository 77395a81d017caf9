import VerbatimHAR
import VerbatimJSON

/// Names that are made of the words in a path segment.
enum ResourceName {
    /// The words of a segment: `actions-datastores` has two, `createdAt` and `IDBy` too, `IDs` has one.
    static func words(of segment: String) -> [String] {
        let text = Array(PercentEncoding.decode(segment[...]).unicodeScalars)
        var words: [String] = []
        var isInside = false
        for (index, character) in text.enumerated() {
            let isWord = isLetter(character) || isDigit(character)
            if isWord, !isInside || isCapital(character) && beginsWord(text[index...], words.last ?? "") {
                words.append("")
            }
            if isWord { words[words.count - 1].unicodeScalars.append(character) }
            isInside = isWord
        }
        return words
    }

    /// Whether a capital letter begins a word after another one, as the small ones after it show.
    private static func beginsWord(_ text: ArraySlice<Unicode.Scalar>, _ word: String) -> Bool {
        guard endsInCapital(word) else { return true }
        let small = text.dropFirst().prefix(2).prefix { isLetter($0) && !isCapital($0) }
        return small.count > 1 || small.first.map { $0 != "s" } ?? false
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.value | 0x20) &- 0x61 < 26
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.value &- 0x30 < 10 }
    private static func isCapital(_ scalar: Unicode.Scalar) -> Bool { scalar.value &- 0x41 < 26 }
    private static func endsInCapital(_ word: String) -> Bool {
        word.unicodeScalars.last.map(isCapital) ?? false
    }

    /// A name in small letters without separators, as others may spell it otherwise.
    static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }

    /// The words with the last one in the singular.
    static func singular(_ words: [String]) -> [String] {
        guard let last = words.last else { return [] }
        return words.dropLast() + [singular(last)]
    }

    /// The words with the last one in the plural: `purchase orders`.
    static func plural(_ words: [String]) -> [String] {
        guard let last = words.last, !isPlural(last) else { return words }
        let ends = ["s", "x", "z", "ch", "sh"].contains(where: last.hasSuffix)
        let isVowel = last.dropLast().last.map { "aeiou".contains($0) } ?? true
        let plural =
            last.hasSuffix("y") && !isVowel ? last.dropLast() + "ies" : last + (ends ? "es" : "s")
        return words.dropLast() + [plural]
    }

    /// The words for an element of a list: `ReasoningDetail` for `reasoningDetails`, `User` for `userList`.
    static func element(_ words: [String]) -> [String] {
        guard let last = words.last else { return [] }
        if last.lowercased() == "details" { return words.dropLast() + [String(last.dropLast())] }
        let isList = words.count > 1 && ["list", "array"].contains(last.lowercased())
        return singular(isList ? words.dropLast() : words)
    }

    /// Joins words: `orgItem`, or `OrgItem`.
    static func joined(_ words: [String], capitalized: Bool) -> String {
        words.enumerated().map { index, word in
            index == 0 && !capitalized
                ? lowercased(word) : word.prefix(1).uppercased() + word.dropFirst()
        }.joined()
    }

    /// The word with a small first letter, or all small if it is an abbreviation.
    private static func lowercased(_ word: String) -> String {
        word.uppercased() == word ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
    }

    /// Whether the last word of a segment is a plural.
    static func isPlural(_ segment: String) -> Bool {
        words(of: segment).last.map { singular($0) != $0 || unchanging.contains($0.lowercased()) } ?? false
    }

    /// Whether a segment only says which of the things before it are meant: `/crypto/manual/7`.
    static func isAdjective(_ segment: String) -> Bool {
        ["manual", "custom", "public", "private", "archived", "local", "global", "remote"].contains(segment)
    }

    /// Whether the things that a word means may have names of domains.
    static func mayHaveDomain(_ word: String) -> Bool {
        singular(word) != word || hosts.contains(word.lowercased())
    }

    /// The words for what has the name of a domain.
    static let hosts: Set = ["domain", "zone", "host", "hostname", "site"]

    private static let unchanging: Set = ["species", "series", "customs", "goods"]

    /// A word in the singular, which may have others before it: `DnsRecord` for `DnsRecords`.
    static func singular(_ word: String) -> String {
        let small = word.lowercased()
        if let known = irregular[small] {
            return known == small ? word : String(word.prefix(1) + known.dropFirst())
        }
        guard small.utf8.count > 3, small.hasSuffix("s"), !keptEndings.contains(where: small.hasSuffix) else {
            return word
        }
        if small.hasSuffix("ies"), small.utf8.count > 4 { return word.dropLast(3) + "y" }
        if droppedEndings.contains(where: small.hasSuffix) { return String(word.dropLast(2)) }
        return String(word.dropLast())
    }

    private static let keptEndings = ["ss", "us", "is"]
    private static let droppedEndings = ["sses", "shes", "ches", "xes", "zzes", "tzes"]
    private static let irregular = [
        "movies": "movie", "cookies": "cookie", "people": "person", "children": "child",
        "indices": "index", "series": "series", "news": "news", "cors": "cors", "analytics": "analytics",
        "statuses": "status", "aliases": "alias", "caches": "cache", "ips": "ip", "ids": "id", "vms": "vm",
        "alias": "alias", "canvas": "canvas", "atlas": "atlas", "bias": "bias", "species": "species",
        "taxa": "taxon", "criteria": "criterion", "analyses": "analysis", "vertices": "vertex",
        "matrices": "matrix", "genera": "genus", "settings": "settings", "preferences": "preferences",
        "customs": "customs", "goods": "goods", "timeseries": "timeseries",
        "usps": "usps", "stats": "stats", "statistics": "statistics", "details": "details",
    ]
}

/// What the operations of a path are about: `Item` for `/orgs/{orgId}/items`.
struct PathResource {
    let name: String
    /// The name with that of what comes before it in the path, or with the version of the path: `OrgItem`.
    let qualifiedName: String
    /// The number of places that a response counts as: four if the path is that of the resource or of a list
    /// of it, two for a list within something else, one for what is done with it: `/items/{itemId}/publish`.
    let weight: Int
    /// Whether the name is that of a thing of a collection.
    let isCollection: Bool
    /// Whether it is a thing of a collection, or all of them.
    let isThing: Bool

    /// - Parameters:
    ///   - actions: The last words of paths that say what is done with what comes before them.
    ///   - paths: The paths of all operations.
    init(_ path: String, actions: Set<String> = [], _ paths: Set<String> = []) {
        let segments = path.prefix { $0 != "#" }.split(separator: "/").map(String.init)
        let words = Self.words(of: path)
        let isFunction = segments.last.map(Self.parts).map { $0.count > 1 } ?? false
        let isAction =
            words.count > 1
            && (isFunction
                || words.last.map { actions.contains($0) || SiblingComparison.isAction($0) } ?? false)
        let named = isAction ? words.dropLast() : words[...]
        // Without a segment of a name, what is called gives it, as it does at a program.
        let function = path.firstIndex(of: "#").map { String(path[path.index(after: $0)...]) }
        let isCall = function != nil && Self.isProgram(path.prefix { $0 != "#" })
        let parameter = Self.parameterWords(of: path).map { ResourceName.joined($0, capitalized: true) }
        let last = (isCall ? nil : named.last) ?? function ?? parameter ?? ""
        // A part of a thing has no name of its own.
        let isPart = Self.part(at: segments.count - 1, of: segments, in: paths) != nil
        let name = isPart ? "" : Self.name(last)
        let before = named.dropLast().last { !OperationName.isPrefix($0) }
        // What only says that it is a result is named after what it is a result of: `RegionalData`.
        let isResult = before != nil && PropertyName(last).isResult
        self.name = isResult ? before.map { Self.name($0) + name } ?? name : name
        qualifiedName =
            before.map { Self.name($0) + name } ?? name + Self.name(Self.version(of: segments, among: paths))
        let isWithin = segments.contains { $0.hasPrefix("{") }
        weight =
            path.contains("}:") || isAction || isPart
            ? 1 : segments.last != last ? 4 : ResourceName.isPlural(last) ? isWithin ? 2 : 4 : 1
        isCollection = ResourceName.isPlural(last)
        isThing = weight == 4 && isCollection
    }

    /// The version of a path, if it has another one or none elsewhere: `v2`; otherwise empty.
    private static func version(of segments: [String], among paths: Set<String>) -> String {
        guard let index = segments.firstIndex(where: { IdentifierForm.isVersion(Array($0.utf8)) }) else {
            return ""
        }
        let isOther = ([""] + (0...9).flatMap { ["v\($0)", "\($0).0"] }).contains { other in
            var segments = segments
            let version = segments[index]
            segments[index] = other
            return version != other
                && paths.contains("/" + segments.filter { !$0.isEmpty }.joined(separator: "/"))
        }
        guard isOther else { return "" }
        return segments[index].first?.isNumber == true
            ? "v" + segments[index].prefix { $0 != "." } : segments[index]
    }

    /// The words for what a path without names identifies, if its last parameter says it: `doi` for
    /// `/{doiPrefix}/{doiSuffix}`; nil for any other.
    static func parameterWords(of path: String) -> [String]? {
        let name = path.split(separator: "/").last { $0.hasPrefix("{") }?.dropFirst().prefix { $0 != "}" }
        let words = name.map { ResourceName.words(of: String($0)) } ?? []
        return words.first == "doi" ? ["doi"] : nil
    }

    /// The name of a parameter that says, after another, which part of a thing is meant, as the thing has a
    /// path of its own: `type` of `/zones/{zone}/{type}` beside `/zones/{zone}`; nil for all other segments.
    static func part(at index: Int, of segments: [String], in paths: Set<String>) -> String? {
        guard index > 1, segments[index].hasPrefix("{"), segments[index - 1].hasPrefix("{"),
            let first = segments[..<index].lastIndex(where: { !$0.hasPrefix("{") }),
            paths.contains("/" + segments[...(first + 1)].joined(separator: "/"))
        else { return nil }
        let part = String(segments[index].dropFirst().prefix { $0 != "}" })
        // One that has its name from the collection says nothing more: `{zoneId2}`.
        let thing = ResourceName.singular(ResourceName.words(of: segments[first]))
        return part.hasPrefix(ResourceName.joined(thing, capitalized: false)) ? nil : part
    }

    /// The words that follow three different ones at the end of paths, unless they name collections: `get` of
    /// `/accounts/get`, `/users.list`.
    static func actions(of paths: some Sequence<String>) -> Set<String> {
        var before: [String: Set<String>] = [:]
        for words in paths.map(words) where words.count > 1 {
            before[words[words.count - 1], default: []].insert(words[words.count - 2])
        }
        return Set(before.filter { $0.value.count >= 3 && !ResourceName.isPlural($0.key) }.keys)
    }

    /// The segments that are names, those of functions in parts, without the extensions of files.
    private static func words(of path: String) -> [String] {
        // What is within a URL names nothing of this API.
        let before = path.prefix { $0 != "#" }.split(separator: "/").prefix {
            !["http:", "https:"].contains($0)
        }
        let segments = before.map { segment in
            // A custom method may say what it is about: `/zones/{zoneId}:listRecords`.
            let method = segment.firstRange(of: "}:").map { String(segment[$0.upperBound...]) }
            guard let method, ResourceName.words(of: method).count > 1 else { return String(segment) }
            // Another one of several words has a response of its own: `:generateContent`.
            return isFunction(method) ? method : method + "Response"
        }
        let words = segments.indices.filter { index in
            let segment = segments[index]
            // By what something is searched is no name of it: `/search/isbn/{isbn}`.
            let isSought =
                index > 0 && SiblingComparison.isSearch(segments[index - 1])
                && segments.dropFirst(index + 1).first?.hasPrefix("{") == true
            return !segment.hasPrefix("{") && IdentifierForm(segment) == nil && !isSought
                && !IdentifierForm.isVersion(Array(segment.utf8))
        }
        // What a thing is found by is no part of its name, nor is which of the things it is.
        let named = words.filter { index in
            let isKey = keys.contains(segments[index].lowercased())
            return !SiblingComparison.isFixed(segments[index])
                && !(words.count > 1 && facets.contains(segments[index].lowercased()))
                && !(isKey && segments.dropFirst(index + 1).first?.hasPrefix("{") == true)
        }
        func saysNothing(_ index: Int) -> Bool {
            OperationName.isPrefix(segments[index]) || PropertyName(segments[index]).isResult
        }
        let others = words.filter { !saysNothing($0) }
        let isNamed = others.isEmpty || !named.allSatisfy(saysNothing)
        return (isNamed ? named : others).flatMap { parts(of: segments[$0]) }
    }

    /// The words after which a path has the values that they name.
    static let keys: Set = [
        "id", "name", "key", "slug", "code", "uuid", "symbol", "hash", "sha", "email", "doi", "isbn", "sku",
        "revision",
    ]

    /// The words for how much is said of a thing, and in which form.
    private static let facets: Set = ["info", "details", "view", "recent", "json", "xml"]

    /// Whether a segment only says which or how much of what is before it is meant, so that it names nothing
    /// that comes after it: `info` of `/regions/info/US`.
    static func isFacet(_ segment: String, after previous: String?) -> Bool {
        guard let previous, !"{/".contains(previous.prefix(1)), !PathNames.isTopLevel(previous) else {
            return false
        }
        return facets.contains(segment) || states.contains(segment)
    }

    /// The words for how a thing is, which has no identifier of its own.
    private static let states: Set = ["status", "state", "progress"]

    /// The words for groups of people.
    static let groups: Set = ["org", "organization", "organisation", "group", "team", "workspace"]

    /// The parts of the name of a function, without the extension of a file.
    private static func parts(of segment: String) -> [String] {
        let extensions = ["json", "xml", "php", "do", "aspx", "jsp", "cgi"]
        return segment.split(separator: ".").map(String.init).filter { !extensions.contains($0) }
    }

    /// Whether a path is that of a program, and of no resource: `/run/endpoint.php`, `/tradingApi`, `/`.
    static func isProgram(_ path: some StringProtocol) -> Bool {
        let last = path.split(separator: "/").last.flatMap { ResourceName.words(of: String($0)).last }
        return last.map { programs.contains($0.lowercased()) } ?? true
    }

    private static let programs: Set = [
        "php", "cgi", "pl", "asp", "aspx", "ashx", "asmx", "jsp", "endpoint", "rpc", "api", "webservice",
    ]

    /// Whether a segment says what is done with what: `add-record`.
    static func isFunction(_ segment: String) -> Bool {
        let words = ResourceName.words(of: segment)
        return words.count > 1 && verbs.contains(words[0].lowercased()) && words != ["add", "ons"]
    }

    /// The name of what a segment is about: `FullRecord` for `getFullRecordFromKey`.
    private static func name(_ segment: String) -> String {
        var words = ResourceName.words(of: segment)
        if segment.utf8.allSatisfy(\.isLetterOrDigit) {
            words = Array(words.prefix(1) + words.dropFirst().prefix { !prepositions.contains($0) })
        }
        if words.count > 1, !segment.contains("-"), verbs.contains(words[0].lowercased()) {
            words.removeFirst()
        }
        return ResourceName.joined(ResourceName.singular(words), capitalized: true)
    }

    private static let prepositions: Set = ["From", "By", "For", "With"]
    /// Whether a segment says what is done, without saying with what: `retrieve`.
    static func isVerb(_ segment: String) -> Bool {
        let word = segment.lowercased()
        return word != "list" && verbs.contains(word) || ["edit", "lookup"].contains(word)
    }

    /// The verb with which a word begins that has a noun after it.
    static func verb(beginning word: String) -> String? {
        verbs.filter { word.utf8.count > $0.utf8.count + 2 && word.hasPrefix($0) }.max { $0.count < $1.count }
    }

    private static let verbs: Set = [
        "get", "list", "describe", "fetch", "find", "retrieve", "create", "add", "update", "delete", "remove",
        "upsert", "modify", "send",
    ]
}
