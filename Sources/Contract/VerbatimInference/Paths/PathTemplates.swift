import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Decides which segments of paths are parameters, and names them.
///
/// The paths of one host form a tree of segments. From the root, the segments after each one that identify
/// things (by their form, or because they behave alike) are merged into a parameter, with all that follows.
struct PathTemplates {
    /// The paths in the contract of the requests.
    private(set) var paths: [OperationKey: String] = [:]
    /// The parameters that were made of segments, by their paths.
    private(set) var decisions: [PathDecision] = []
    /// The numbers in paths that bodies have as text, after the segments before them.
    private(set) var texts: Set<String> = []

    private let isLiteral: Bool
    /// Whether a segment is a secret, which the file of the contract must not have.
    private let isSecret: (String) -> Bool

    /// Paths with more segments are kept as they are.
    static let depthLimit = 64

    /// - Parameter isLiteral: Whether paths are kept as they are, except for braces, which they cannot
    ///   contain.
    init(
        of operations: OrderedGroups<OperationKey, UndocumentedRequests>, _ samples: ResponseSamples,
        in document: JSONValue,
        _ addresses: DocumentAddresses, isLiteral: Bool, isSecret: @escaping (String) -> Bool = { _ in false }
    ) {
        self.isLiteral = isLiteral
        self.isSecret = isSecret
        let declared = PathNode()
        declared.declare(addresses, in: document)
        var trees = ["": declared]
        for (key, requests) in operations.pairs.sorted(by: { $0.0 < $1.0 }) {
            let (host, path) = addresses.split(key)
            let tree = trees[host] ?? PathNode()
            trees[host] = tree
            tree.add(key, path, requests, samples)
        }
        for tree in trees.values {
            if !isLiteral { texts.formUnion(PathNames.mark(tree)) }
            let decided = decisions.count
            decide(tree, after: [])
            guard !isLiteral, tree.repeatValues() else { continue }
            decisions.removeSubrange(decided...)
            decide(tree, after: [])
        }
        decisions.sort { ($0.path, $0.example) < ($1.path, $1.example) }
    }

    private mutating func decide(_ node: PathNode, after segments: [String]) {
        // A slash that all requests have at the end belongs to the path.
        let hasSlash = !node.hasPlainPath && !segments.isEmpty
        let path = node.declaredPath ?? PathNode.path(of: segments) + (hasSlash ? "/" : "")
        for key in node.keys { paths[key] = path }
        // The host of a URL within the path is no thing of this API.
        let isWithinURL = ["https:", "http:"].contains(segments.last) || segments.last?.isEmpty == true
        if segments.count < Self.depthLimit, !isWithinURL {
            absorbIdentifiers(of: node, after: segments)
            if !isLiteral { absorbSiblings(of: node, after: segments) }
        }
        for (segment, child) in node.children {
            switch segment {
            case .literal(let text) where text.contains { "{}".contains($0) } && !child.isDeclared: continue
            case .literal(let text): decide(child, after: segments + [text])
            case .parameter: decideParameter(child, after: segments)
            }
        }
    }

    private mutating func decideParameter(_ node: PathNode, after segments: [String]) {
        let name =
            node.declaredName ?? Self.endOfPeriod(node, after: segments)
            ?? Self.name(of: node, after: segments)
        let path = segments + ["{\(name)}"]
        if node.evidence.count > 0 {
            decisions.append(PathDecision(path: PathNode.path(of: path), node.evidence))
        }
        decide(node, after: path)
    }

    /// The names of the parameters of a path, with their positions among its segments.
    static func parameters(of path: String) -> [(name: String, position: Int)] {
        PathNode.segments(of: path).enumerated().compactMap { index, segment in
            PathNode.parameterName(segment).map { ($0, index) }
        }
    }

    // MARK: Parameters

    /// Absorbs the segments that are parameters by their forms.
    private func absorbIdentifiers(of node: PathNode, after segments: [String]) {
        let isCollection = segments.last.map(ResourceName.isPlural) ?? false
        // What has versions is an API: `/apis/shop.test/v1`.
        for (_, child) in node.literals where child.naming != nil && child.hasVersions { child.naming = nil }
        let found = node.literals.compactMap { text, child -> (String, IdentifierForm)? in
            if text.contains("."), child.hasVersions { return nil }
            let form = isSecret(text) ? .redacted : IdentifierForm(text, inCollection: isCollection)
            return (form ?? (mayBeHost(text, after: segments.last) ? .domain : nil)).map { (text, $0) }
        }
        let isAfterParameter = segments.last?.hasPrefix("{") == true || node.parameter != nil
        let mayBeLanguages = isAfterParameter || found.count { $0.1 == .language } > 1
        // A single number at the start of a path is as likely a part of the server's address.
        let isAlone = segments.isEmpty && node.parameter == nil && found.count < 2
        for (text, form) in found where !Self.isVersion(text, after: segments.last) {
            // The name of a function may end as that of a host does: `/api/auth.test`.
            let mayBeFunction =
                text.split(separator: ".").count == 2
                && node.children[.literal(text)]?.children.isEmpty == true
            if form == .domain, mayBeFunction, segments.last.map(PathNames.isTopLevel) == true { continue }
            // A single language of three letters is as likely a word.
            if form == .language && text.utf8.count == 3 && !mayBeLanguages { continue }
            guard form == .placeholder || !isLiteral && (!isAlone || [.uuid, .redacted].contains(form)) else {
                continue
            }
            // What a response calls it says more than the usual names of branches.
            let isNamed = form == .branch && node.children[.literal(text)]?.naming != nil
            node.absorb(text, as: isNamed ? nil : form)
        }
        guard !isLiteral else { return }
        if segments.contains(where: SiblingComparison.holdsFiles) {
            for (text, child) in node.literals
            where child.children.isEmpty && SiblingComparison.mayBeFile(text) {
                node.absorb(text, as: nil)
            }
        }
        if segments.count < 2, segments.allSatisfy({ $0.hasPrefix("{") }) {
            for (text, child) in node.literals where child.isBeforeReserved() {
                if SiblingComparison.mayBeName(text), !PathNames.isTopLevel(text) {
                    node.absorb(text, as: nil)
                }
            }
        }
        for (text, child) in node.literals
        where isCollection && node.parameter == nil && child.naming == nil {
            if SiblingComparison.isOfKind(text, child, in: segments[segments.count - 1]) {
                let isID = ResourceName.words(of: text).last?.lowercased() == "id"
                child.naming = NamingEvidence(role: .thing, property: isID ? nil : "name")
            }
        }
        for (text, child) in node.literals
        where child.naming != nil
            || isCollection && (child.hasCustomMethod || SiblingComparison.isInvented(text, child))
        {
            node.absorb(text, as: nil)
        }
        let languages = node.literals.filter { IdentifierForm.isLanguageCode($0.text) }
        if languages.count > 1, languages.count == node.literals.count,
            languages.dropFirst().allSatisfy({ $0.node.shares(with: languages[0].node) })
        {
            for (text, _) in languages { node.absorb(text, as: .language) }
        }
        // Capital letters are values where all others are small.
        let symbols = node.literals.map(\.text).filter(IdentifierForm.isSymbol)
        let haveCollections = node.literals.contains { text, child in
            symbols.contains(text) && child.operations.isEmpty
                && child.literals.contains { ResourceName.isPlural($0.text) }
        }
        guard
            isCollection || node.parameter != nil || symbols.count > 1 || node.evidence.areDomains
                || haveCollections,
            !segments.isEmpty,
            !segments.contains(where: IdentifierForm.isSymbol)
        else { return }
        for text in symbols { node.absorb(text, as: nil) }
    }

    /// Whether a segment with dots follows a word for hosts: `/domains/shop.internal`.
    private func mayBeHost(_ text: String, after segment: String?) -> Bool {
        let word = segment.flatMap { ResourceName.singular(ResourceName.words(of: $0)).last?.lowercased() }
        return word.map(ResourceName.hosts.contains) ?? false && text.dropFirst().contains(".")
            && !SiblingComparison.isFile(text)
    }

    /// Whether a segment is a version without a letter: `/rest/api/3`, `/api/2026-10`, or a date at the start
    /// of a path.
    private static func isVersion(_ text: String, after segment: String?) -> Bool {
        guard let segment else { return IdentifierForm(text) == .date }
        let isNumber = text.utf8.count < 3 && text.utf8.allSatisfy(\.isDigit)
        return ["api", "rest"].contains(segment.lowercased())
            && (isNumber || IdentifierForm(text) == .date)
    }

    /// The name of the first or the second of two dates that follow each other; nil for anything else.
    private static func endOfPeriod(_ node: PathNode, after segments: [String]) -> String? {
        guard node.evidence.areDates else { return nil }
        let hasOnlyDates = node.literals.allSatisfy { IdentifierForm($0.text) == .date }
        if node.operations.isEmpty && !node.literals.isEmpty && hasOnlyDates { return "startDate" }
        return segments.last == "{startDate}" ? "endDate" : nil
    }

    /// Absorbs the segments that behave like values of a parameter.
    private func absorbSiblings(of node: PathNode, after segments: [String]) {
        guard let last = segments.last else { return }
        // A symbol may be followed by the name of a host, however short: `/records/TXT/_acme.shop`.
        if node.evidence.areSymbols {
            for (text, _) in node.literals where text.hasPrefix("_") || text.contains(".") {
                if SiblingComparison.isFile(text) { continue }
                node.absorb(text, as: .domain)
            }
        }
        let isTopLevel = PathNames.isTopLevel(last) || Self.isVersion(last, after: segments.dropLast().last)
        if isTopLevel, node.parameter == nil { return }
        let isCollection = !last.hasPrefix("{")
        if isCollection {
            let isPlural = ResourceName.isPlural(last)
            if node.parameter == nil {
                let siblings = node.literals.map { SiblingComparison.Sibling($0.text, $0.node) }
                for text in SiblingComparison.values(among: siblings, isCollection: isPlural) {
                    node.absorb(text, as: nil)
                }
            }
            absorbDeleted(of: node, in: last, isPlural)
            if SiblingComparison.isSearch(last) || Self.searchKey(of: segments) != nil {
                absorbQueries(of: node)
            }
            if node.parameter != nil { absorbLeading(of: node, isCollection: isPlural) }
        }
        if !isCollection, node.operations.isEmpty { absorbLeading(of: node, isCollection: false) }
        guard let parameter = node.parameter else { return }
        let isOwned =
            node.operations.isEmpty && (!isCollection && node.isOwner || parameter.evidence.role == .owned)
        let isOwner =
            parameter.isOwner || parameter.evidence.role == .owner && parameter.operations.isEmpty
        let areNames =
            parameter.evidence.property != nil
            || ResourceName.isPlural(last) && !parameter.evidence.areIdentifiers
        let operations = parameter.operationsBelow()
        for (text, child) in node.literals where !SiblingComparison.isFixed(text) {
            // Several words may name a thing: `one-piece` of `/shows/one-piece/ratings`.
            let isCompound =
                text.contains("-") && !ResourceName.isPlural(text) && child.hasOnlyParts
                && !parameter.children.isEmpty
            let isNamed =
                isCollection && SiblingComparison.mayBeThing(text, beside: parameter.evidence)
                && (child.shares(with: parameter) || isCompound
                    || areNames && SiblingComparison.mayBeName(text)
                        && child.literals.contains { ResourceName.isPlural($0.text) })
            // A segment before or after a symbol is a value, as its siblings are.
            let isBesideSymbol =
                child.operations.isEmpty
                ? !child.literals.isEmpty && child.literals.allSatisfy { IdentifierForm.isSymbol($0.text) }
                : node.evidence.areSymbols && child.children.isEmpty
                    && child.operations.keys.allSatisfy { parameter.operations[$0] != nil }
            // The name of a collection twice is that of a thing the first time: `/users/blocks/blocks`.
            let isRepeated =
                isCollection && child.operations.isEmpty
                && [child, parameter].allSatisfy { $0.children[.literal(text)] != nil }
            let isLikely =
                isCollection && child.likelyNaming != nil
                && child.operationsBelow().keys.contains { operations[$0] != nil }
            // A hyphen in place of an identifier means that of the user.
            let isOwn = text == "-"
            let isAction =
                child.naming == nil && child.isOnlyPosted && parameter.operations["post"] == nil
            if isOwned && !isAction || isBesideSymbol || isLikely || isRepeated || isOwn
                || (isOwner || isNamed) && child.operations.isEmpty
            {
                node.absorb(text, as: nil)
            }
        }
        let values = node.literals.map { SiblingComparison.Sibling($0.text, $0.node) }.filter { sibling in
            SiblingComparison.isValue(sibling, of: operations)
        }
        for value in values { node.absorb(value.text, as: nil) }
    }

    /// The word that says by what is searched: `term` of `/search/term/shop`; nil for all other segments.
    private static func searchKey(of segments: [String]) -> String? {
        guard segments.count > 1, let last = segments.last, !ResourceName.isPlural(last),
            SiblingComparison.isSearch(segments[segments.count - 2])
        else { return nil }
        let name = PropertyName(last)
        return name.isIdentifying || name.isContent
            ? ResourceName.joined(ResourceName.words(of: last), capitalized: false) : nil
    }

    /// Absorbs what is searched for at the end of a path, unless it says where or which things are searched.
    private func absorbQueries(of node: PathNode) {
        for (text, child) in node.literals where child.children.isEmpty {
            let isKind = ResourceName.isAdjective(text) || PathNames.isChoice(text) || PathNames.isWord(text)
            if !isKind, !child.isSearchedByQuery { node.absorb(text, as: nil) }
        }
    }

    /// Absorbs what is deleted from a collection, unless its name is a plural: `DELETE /members/octocat`.
    /// Elsewhere, and in the plural, its name has to be made of that of the collection: `/ftp/test-ftp`.
    private func absorbDeleted(of node: PathNode, in collection: String, _ isPlural: Bool) {
        for (text, child) in node.literals {
            let isOwn = text.utf8.count > collection.utf8.count && text.hasSuffix("-" + collection)
            let isThing = isOwn || isPlural && SiblingComparison.mayBeName(text)
            if isThing, child.operations["delete"]?.succeeds == true, child.operations["post"] == nil {
                node.absorb(text, as: nil)
            }
        }
    }

    /// The number of words after a parameter that are considered.
    private static let roundLimit = 8

    /// Absorbs the segments beside a parameter that the same words follow, if there are many.
    private func absorbLeading(of node: PathNode, isCollection: Bool) {
        let leastCount = SiblingComparison.leastCount(isCollection)
        for _ in 0..<Self.roundLimit {
            let siblings = node.literals.map { SiblingComparison.Sibling($0.text, $0.node) }
            let found = SiblingComparison.leading(among: siblings, leastCount: leastCount)
            guard !found.isEmpty else { return }
            for sibling in found { node.absorb(sibling.text, as: nil) }
        }
    }

    /// The name of a parameter after some segments: `itemId` after `items`.
    private static func name(of node: PathNode, after segments: [String]) -> String {
        let resourceName = resourceName(of: node.evidence, after: segments, isOwner: node.isOwner)
        let isOther = node.otherIdentifiers.contains(resourceName)
        let name = node.evidence.writtenName ?? (isOther ? "id" : resourceName)
        let names = ([""] + (2...PathTemplates.depthLimit + 1).map(String.init)).lazy.map { name + $0 }
        return names.first { !segments.contains("{\($0)}") } ?? name
    }

    /// The name of a value that the word before it has already: `page` of `/page/2`, `boardid` of
    /// `/boardid/7`, `fromDate` of `/fromDate/2026-03-24`; nil if the word is that of what is identified.
    private static func ownName(after word: String, _ evidence: PathParameterEvidence) -> String? {
        let name = ResourceName.joined(ResourceName.words(of: word), capitalized: false)
        let small = name.lowercased()
        if ["pass", "password"].contains(small) { return "password" }
        if ["ip", "md5", "sha1", "sha256"].contains(small) { return small }
        if evidence.areDates { return small.contains("date") && !ResourceName.isPlural(name) ? name : nil }
        let isPage = ["page", "limit", "offset"].contains(small)
        let isKey = small.hasSuffix("id") && small.utf8.count > shortestKey && PathNames.key(of: word) == nil
        return evidence.areNumbers && (isPage || isKey) ? name : nil
    }

    /// The length of a word that ends in `id` by chance, as `grid` does.
    private static let shortestKey = 4

    private static func resourceName(
        of evidence: PathParameterEvidence, after segments: [String], isOwner: Bool
    ) -> String {
        if let word = segments.last, !word.hasPrefix("{"), let own = ownName(after: word, evidence) {
            return own
        }
        if let key = searchKey(of: segments) { return key }
        if evidence.areDates { return "date" }
        if evidence.areLanguages { return "language" }
        if let search = segments.last, SiblingComparison.isSearch(search) { return "query" }
        if let key = segments.last.flatMap(PathNames.key) {
            return evidence.identity == key + "Id" ? key + "Id" : key
        }
        if evidence.haveSeveralForms, let word = segments.last, !word.hasPrefix("{") {
            return PathNames.singular(word)
        }
        if let identity = evidence.identity, !segments.contains("{\(identity)}") { return identity }
        // What a function does says nothing of what it is given.
        if segments.last.map(PathResource.isFunction) == true { return evidence.identity ?? "id" }
        if evidence.areCurrencies { return "currencyPair" }
        let noun = segments.indices.last { index in
            let segment = segments[index]
            return !"{/".contains(segment.prefix(1)) && !PathNames.isTopLevel(segment)
                && !PathResource.isVerb(segment) && !ResourceName.isAdjective(segment)
                && !PathResource.isFacet(segment, after: index > 0 ? segments[index - 1] : nil)
        }
        let resource = noun.map { ResourceName.words(of: segments[$0]) } ?? []
        guard let last = resource.last,
            last.utf8.first.map({ $0 | 0x20 &- 0x61 < 26 }) == true || resource.count > 1
        else {
            let reference = evidence.reference.map { ResourceName.joined($0, capitalized: false) }
            let form = evidence.areDomains ? "domain" : evidence.areEmails ? "email" : "id"
            return evidence.areRedacted ? "key" : reference ?? form
        }
        let name = ResourceName.joined(ResourceName.singular(resource), capitalized: false)
        // What something is found by is not called after a property with the same value: `/history/id/7`.
        if PathResource.keys.contains(name), segments.last == name { return name }
        guard let property = evidence.property.map(ResourceName.words) else {
            if evidence.areDomains { return ResourceName.mayHaveDomain(last) ? name + "Name" : "domain" }
            if evidence.areSymbols, !ResourceName.isPlural(last) { return "symbol" }
            if name.count == 1 { return evidence.identity ?? "id" }
            if isOwner, !evidence.areNumbers, !evidence.areUUIDs, !evidence.areSymbols, !evidence.areMixed {
                return name + "Owner"
            }
            let isNumber = resource.count > 1 && ["no", "num", "number"].contains(last.lowercased())
            let isKey =
                isNumber || evidence.areTexts || PathResource.keys.contains(last.lowercased())
                || ["Id", "ID"].contains(where: name.hasSuffix)
            return isKey ? name : name + "Id"
        }
        // What an organization is called is no person.
        if let word = property.first, property.count == 1, ["username", "login"].contains(word),
            PathResource.groups.contains(name.lowercased())
        {
            return name + "Name"
        }
        let isAlone =
            [.owner, .reference].contains(evidence.role) || name.count == 1
            || property.count == 1 && (property[0] == name || PathNames.saysAll(property[0]))
            // What follows a thing directly is one of its parts, and has a name of its own.
            || segments.last?.hasPrefix("{") == true
                && (evidence.areSymbols || evidence.role == .thing && property == ["name"])
        return (isAlone ? "" : name) + ResourceName.joined(property, capitalized: !isAlone)
    }
}
