import VerbatimHAR
import VerbatimJSON

/// The evidence that a path segment is the name of a thing: a property of a response has it as its value.
struct NamingEvidence {
    enum Role: Int {
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

/// Finds the path segments that are the names of things, by what the responses say about their own paths.
///
/// A word in a path may be fixed or free. It is free if the response names what it describes by it: `login`
/// of `/users/octocat`, `full_name` of `/repos/octocat/hello`, `environment.id` below `/environments/master`.
struct PathNames {
    /// The values of properties that only name things, such as `login`, in all responses.
    private var names: [String: String] = [:]
    /// The segments that a response names, with those before them.
    private var marked: [String: NamingEvidence] = [:]

    private static let nameLimit = 16_384
    /// The last words of the properties whose values identify an object.
    private static let identities: Set = [
        "id", "name", "login", "slug", "key", "username", "handle", "code", "uid", "identifier", "symbol",
        "hostname", "fqdn", "zone", "domain", "ticker",
    ]
    /// The words that need no other before them.
    private static let whole: Set = ["hostname", "fqdn", "zone", "domain", "ticker", "symbol"]
    /// Those whose values are never the words of an API.
    private static let namesOnly: Set = ["login", "slug", "username", "handle"]
    /// The properties that hold the whole object that a response is about.
    private static let wrappers: Set = ["data", "result", "attributes", "item", "sys", "metadata"]

    /// Marks the nodes of the tree.
    static func mark(_ tree: PathNode) {
        var names = PathNames()
        names.read(tree, after: [])
        names.markKnown(tree, after: nil)
    }

    private typealias Step = (text: String, node: PathNode)

    private mutating func read(_ node: PathNode, after steps: [Step]) {
        if !node.keys.isEmpty { Self.markPairs(steps) }
        let ends = node.children.filter(\.key.isEnd).flatMap(\.value.operations)
        for (_, operation) in (node.operations + ends).sorted(by: { $0.key < $1.key }) {
            guard let values = operation.sample.flatMap(Values.init) else { continue }
            for index in steps.indices.dropFirst() {
                mark(steps, at: index, by: values)
            }
            Self.markFile(steps, at: values.files)
            Self.markFolder(steps, of: values.folders)
            for (name, property) in values.names.sorted(by: <) where names.count < Self.nameLimit {
                names[name] = property
            }
        }
        guard steps.count < PathTemplates.depthLimit else { return }
        for (text, child) in node.literals {
            read(child, after: steps + [(PercentEncoding.decode(text[...]), child)])
        }
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
            guard !text.contains("."), !SiblingComparison.isFixed(text) else { continue }
            node.naming = NamingEvidence(role: .thing, property: nil)
        }
    }

    /// Marks the segments of a file if the response says that they are its path: `docs` and `intro` of
    /// `/contents/docs/intro`; only the last of `/workflows/build` if its path begins elsewhere.
    private static func markFile(_ steps: [Step], at files: [[String]]) {
        for file in files where steps.count > 1 && file.last == steps.last?.text {
            let isWhole = file.count < steps.count && steps.suffix(file.count).map(\.text) == file
            for (_, node) in steps.suffix(isWhole ? file.count : 1) {
                node.naming = NamingEvidence(role: .thing, property: isWhole ? "path" : "name")
            }
        }
    }

    /// Marks the segments of a folder if the response lists files in it: `docs` of `/contents/docs`.
    private static func markFolder(_ steps: [Step], of folders: Set<[String]>) {
        for folder in folders where steps.count > folder.count && !folder.isEmpty {
            let (before, inside) = (steps.dropLast(folder.count), steps.suffix(folder.count))
            guard inside.map(\.text) == folder, let last = before.last?.text, ResourceName.isPlural(last)
            else { continue }
            for (_, node) in inside { node.naming = NamingEvidence(role: .thing, property: "path") }
        }
    }

    private mutating func mark(_ steps: [Step], at index: Int, by values: Values) {
        let (text, node) = steps[index]
        let collection = steps[index - 1].text
        if Self.isTopLevel(collection), IdentifierForm(text) == .number, let name = values.numbers[text] {
            node.naming = node.naming ?? NamingEvidence(role: .reference, property: name)
        }
        if node.naming == nil, IdentifierForm(text) == .number, let name = values.number(text, of: collection)
        {
            node.naming = NamingEvidence(role: name == "number" ? .thing : .reference, property: name)
        }
        if node.naming == nil, IdentifierForm(text, inCollection: true) != nil,
            let name = values.reference(text)
        {
            node.naming = NamingEvidence(role: .reference, property: name)
        }
        if node.naming == nil, IdentifierForm(text) == .number, IdentifierForm(collection) != nil,
            let name = values.part(text)
        {
            node.naming = NamingEvidence(role: .reference, property: name)
        }
        guard !Self.isTopLevel(collection), node.naming?.role != .owned else { return }
        // A collection that is named with its thing is no owner of it: `models/swift-lite`.
        if node.naming == nil, ResourceName.isPlural(collection), values.hasPair(collection, text) {
            node.naming = NamingEvidence(role: .thing, property: nil)
        }
        if index + 1 < steps.count,
            let owner = values.owner(text, of: steps[index + 1].text, in: collection)
        {
            node.naming = NamingEvidence(role: .owner, property: owner)
            steps[index + 1].node.naming = NamingEvidence(role: .owned, property: "name")
        } else if node.naming == nil, let property = values.property(naming: text, after: steps[index - 1]) {
            // What has the name of the segment before it needs no other.
            let isWhole =
                values.sent[text] != nil
                || ResourceName.singular(ResourceName.words(of: collection)).last?.lowercased() == property
            node.naming = NamingEvidence(role: isWhole ? .reference : .thing, property: property)
            marked["\(collection)/\(text)"] = node.naming
        }
    }

    /// Whether the segments after this one are resources, not things: `/v1/search`.
    static func isTopLevel(_ segment: String) -> Bool {
        ["api", "rest"].contains(segment.lowercased()) || IdentifierForm.isVersion(Array(segment.utf8))
            || IdentifierForm(segment) == .date
    }

    /// Whether the name of a property alone says what its values identify.
    static func saysAll(_ property: String) -> Bool { whole.contains(property) }

    /// Whether the values of a property number the parts of a thing: `season`, `episodeNumber`.
    static func isPart(_ property: String) -> Bool {
        let words = ResourceName.words(of: property).map { $0.lowercased() }
        return words.count == 1
            ? ["season", "episode", "chapter", "volume", "round", "year", "month"].contains(words[0])
            : words.last == "number"
    }

    /// The property by which things are found: `name` for `/recordsByName`.
    static func key(of function: String) -> String? {
        let words = ResourceName.words(of: function)
        guard let by = words.lastIndex(where: { ["By", "by"].contains($0) }), by + 1 < words.count else {
            return nil
        }
        return ResourceName.joined(Array(words[(by + 1)...]), capitalized: false)
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

    /// Marks what is named elsewhere: `octocat` of `/members/octocat`, or at another path.
    private func markKnown(_ node: PathNode, after collection: String?, depth: Int = 0) {
        let isCollection = collection.map { ResourceName.isPlural($0) && !Self.isTopLevel($0) } ?? false
        for (text, child) in node.literals {
            let name = PercentEncoding.decode(text[...])
            if let slash = name.firstIndex(of: "/"), Self.isDOI(String(name[..<slash])) {
                child.naming = NamingEvidence(role: .reference, property: "doi")
            } else if Self.isDOI(name) {
                child.naming = NamingEvidence(role: .owner, property: "doiPrefix")
                for suffix in child.literals {
                    suffix.node.naming = NamingEvidence(role: .owned, property: "doiSuffix")
                }
            }
            if let collection, child.naming == nil { child.naming = marked["\(collection)/\(name)"] }
            // What a function finds by something is a value of it.
            if let key = collection.flatMap(Self.key), child.naming == nil {
                child.naming = NamingEvidence(role: .reference, property: key)
            }
            if isCollection, child.naming == nil, !ResourceName.isPlural(name), let known = names[name] {
                child.naming = NamingEvidence(role: .reference, property: known)
            }
            if depth < PathTemplates.depthLimit { markKnown(child, after: text, depth: depth + 1) }
        }
    }
}

extension PathNames {
    /// The values of a response that identify the object or others within it.
    private struct Values {
        /// The names of the properties that lead to a value.
        typealias Place = (path: [String], isListed: Bool)

        private var places: [String: [Place]] = [:]
        /// The values that are only names of things, with their properties.
        private(set) var names: [String: String] = [:]
        /// The values of the properties of the object itself, by their names.
        private var own: [String: String] = [:]
        /// The segments of the paths of files.
        private(set) var files: [[String]] = []
        /// The properties that refer to other things by numbers, by these: `account_id`.
        private(set) var numbers: [String: String] = [:]
        /// The numbers of the object itself, by the names of their properties.
        private var ownNumbers: [String: String] = [:]
        /// The properties of the request that have symbols or names of domains as values, by these.
        private(set) var sent: [String: String] = [:]
        /// The texts of two words with a slash: `octocat/hello`.
        private var pairs: Set<String> = []
        /// The folders of the files that are listed.
        private(set) var folders: Set<[String]> = []
        /// The properties that refer to other things by an identifier, by these: `jobId`.
        private var references: [String: String] = [:]
        /// The numbers of the properties that say which part of a thing an object is: `season`.
        private var parts: [String: Set<String>] = [:]
        /// The number of properties that have been read.
        private var count = 0

        private static let countLimit = 4096
        private static let depthLimit = 6

        /// - Returns: nil if no body is JSON.
        init?(_ sample: ResponseSample) {
            let (response, request) = sample.bodies
            if response == nil, request == nil { return nil }
            if let response { collect(response, at: [], isListed: false) }
            guard let request else { return }
            for member in request.members.prefix(Self.countLimit) {
                guard let text = member.value.string, PathNames.isValue(text) else { continue }
                sent[text] = sent[text] ?? member.name
            }
        }

        private mutating func collect(_ value: JSON, at path: [String], isListed: Bool) {
            guard path.count <= Self.depthLimit else { return }
            for element in value.elements.prefix(16) { collect(element, at: path, isListed: true) }
            for member in value.members {
                guard count < Self.countLimit else { return }
                count += 1
                let name = member.name
                if path.isEmpty, !isListed, own[name] == nil { own[name] = member.value.string }
                if path.isEmpty, !isListed, member.value.kind == .number {
                    ownNumbers[name] = member.value.text
                }
                collectReference(member.value, name, isListed: isListed)
                let part = name == "number" ? (path.last ?? "") + "Number" : name
                if member.value.kind == .number, PathNames.isPart(part) {
                    parts[part, default: []].insert(member.value.text)
                }
                if let text = member.value.string, text.utf8.count < 256,
                    let word = PathNames.identity(name, of: text)
                {
                    places[text, default: []].append((path + [name], isListed))
                    let isName = PathNames.namesOnly.contains(word) && text.utf8.count > 2
                    if isName || IdentifierForm.isSymbol(text) { names[text] = word }
                } else if name == "path", !isListed, let file = member.value.string {
                    // The URL of a page is no file.
                    if !file.contains("://") { files.append(file.split(separator: "/").map(String.init)) }
                } else {
                    if member.value.kind == .number,
                        ["Id", "ID"].contains(where: name.hasSuffix) || name.hasSuffix("_id")
                    {
                        numbers[member.value.text] = numbers[member.value.text] ?? name
                    }
                    collect(member.value, at: path + [name], isListed: isListed)
                }
            }
        }

        private mutating func collectReference(_ value: JSON, _ name: String, isListed: Bool) {
            guard value.kind == .string || value.kind == .number, value.text.utf8.count < 256 else { return }
            let text = value.string ?? value.text
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2, !parts.contains(""), !text.contains(where: { ": ".contains($0) }) {
                pairs.insert(text)
            }
            if name == "path", isListed, parts.count > 1 { folders.insert(parts.dropLast()) }
            // Small numbers are the same by chance.
            let isTelling = text.utf8.count > 3 || value.kind == .string
            if !isListed, isTelling, ["Id", "ID", "_id"].contains(where: name.hasSuffix) {
                references[text] = references[text] ?? name
            }
        }

        /// The property that refers to another thing by the text.
        func reference(_ text: String) -> String? {
            (own["id"] ?? ownNumbers["id"]) == text ? nil : references[text]
        }

        /// The property that says of all objects that they are the part with a number.
        func part(_ text: String) -> String? {
            parts.filter { $0.value == [text] }.keys.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }.last
        }

        /// Whether a value consists of the two words.
        func hasPair(_ first: String, _ second: String) -> Bool { pairs.contains("\(first)/\(second)") }

        /// The property whose value is the text, if it identifies the object or one of the collection.
        func property(naming text: String, after step: Step) -> String? {
            if let sent = sent[text] { return sent }
            let singular = ResourceName.singular(ResourceName.words(of: step.text)).last?.lowercased() ?? ""
            // Of two segments that are the same, the second has another name.
            let known = step.text == text ? step.node.naming?.property : nil
            if own[singular] == text { return singular }
            return (places[text] ?? renamed(text)).first { place in
                if let known, place.path.last == known { return false }
                let isOwn =
                    !place.isListed && place.path.dropLast().allSatisfy { PathNames.wrappers.contains($0) }
                return isOwn || IdentifierForm.isSymbol(text) && place.path.count == 1
                    || singular.utf8.count > 2
                        && place.path.contains { $0.lowercased().hasPrefix(singular) }
            }.flatMap { place in place.path.last.flatMap { PathNames.identity($0, of: text) } }
        }

        /// The places of a name that begins or ends with the text, as of a thing that was renamed.
        private func renamed(_ text: String) -> [Place] {
            guard text.utf8.count > 7, text.contains("-") else { return [] }
            return places.filter { $0.key.hasPrefix(text) || $0.key.hasSuffix(text) }
                .sorted { $0.key < $1.key }.flatMap(\.value)
                .filter { $0.path.count == 1 && !$0.isListed }
        }

        /// The property with the number of the thing itself, unless the number is its id: `season_number`.
        func number(_ text: String, of collection: String) -> String? {
            let singular = ResourceName.singular(ResourceName.words(of: collection)).last?.lowercased() ?? ""
            guard ownNumbers["id"] != text else { return nil }
            return ["number", singular + "_number", singular + "Number"].first { ownNumbers[$0] == text }
        }

        /// The property of the owner, if two segments identify a thing together.
        func owner(_ owner: String, of name: String, in collection: String) -> String? {
            let roles = places[owner]?.filter { !$0.isListed && $0.path.count == 2 }.compactMap(\.path.first)
            // The thing of a collection has both in its name: `models/swift-lite`.
            if hasPair(owner, name), ResourceName.isPlural(collection) || !ResourceName.isPlural(owner) {
                return places["\(owner)/\(name)"] != nil || ResourceName.isPlural(collection)
                    ? roles?.first ?? "owner" : nil
            }
            let isNamed = places[name]?.contains { !$0.isListed && $0.path.count == 1 } ?? false
            return isNamed ? roles?.first : nil
        }
    }

    /// The last word of a property if its values identify objects, or are symbols of their kinds.
    private static func identity(_ property: String, of text: String) -> String? {
        ResourceName.words(of: property).last.map { $0.lowercased() }.flatMap { word in
            let isKind = IdentifierForm.isSymbol(text) && PropertyName(property).isKind
            return identities.contains(word) || isKind ? word : nil
        }
    }

    /// Whether a text in the body of a request and in its path is a value in both.
    private static func isValue(_ text: String) -> Bool {
        IdentifierForm.isSymbol(text) || IdentifierForm(text) == .domain
    }
}
