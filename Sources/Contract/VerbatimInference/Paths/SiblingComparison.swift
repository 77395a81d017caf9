import VerbatimHAR
import VerbatimJSON

/// Compares segments at the same position of paths, to find those that name things of one kind.
struct SiblingComparison {
    /// A segment with the operations at it and after it.
    struct Sibling {
        let text: String
        let node: PathNode
        let operations: [String: PathNode.Operation]

        init(_ text: String, _ node: PathNode) {
            self.text = text
            self.node = node
            operations = node.operationsBelow()
        }

        /// Whether no request with the segment succeeded.
        var fails: Bool { !operations.values.contains { $0.succeeds } }
        /// Whether the segment is a plural, and access was denied to all requests.
        var isDeniedCollection: Bool {
            ResourceName.isPlural(text)
                && operations.values.allSatisfy { $0.statuses.isSubset(of: [401, 403]) }
        }
        /// Whether something is created there, as in a collection.
        var creates: Bool { operations.keys.contains { $0 == " post" } }
        /// Whether the thing itself is changed or deleted.
        var changes: Bool { Self.changes.contains { operations[$0] != nil } }

        static let changes = [" delete", " put", " patch"]

        /// What belongs to the thing by the path of an operation: `/items` of `/items/{} get`.
        static func part(of operation: String) -> Substring? {
            let part = operation.dropFirst().prefix { $0 != "/" && $0 != " " }
            return operation.hasPrefix("/") && part != "{}" ? part : nil
        }
    }

    // MARK: Beside a parameter

    /// Whether a segment beside a parameter is a value of it.
    static func isValue(_ sibling: Sibling, of operations: [String: PathNode.Operation]) -> Bool {
        // A thing may be the only one that is read or changed, alone or with what belongs to it.
        let parts = Set(operations.keys.compactMap(Sibling.part))
        let arePairs = operations.keys.contains { $0.hasPrefix("/{} ") }
        let isKnown = sibling.operations.keys.allSatisfy { name in
            operations[name] != nil || name == " get" || Sibling.changes.contains(name)
                || Sibling.part(of: name).map(parts.contains) ?? (arePairs && name.hasPrefix("/{} "))
        }
        guard isKnown, !isFile(sibling.text), !isAction(sibling.text), !sibling.isDeniedCollection else {
            return false
        }
        if sibling.fails || sibling.node.operations.isEmpty && sibling.text.contains("-") { return true }
        let similarities = sibling.operations.lazy.map { name, operation -> Double? in
            guard let own = operation.sample.flatMap(ResponseOutline.init),
                let other = operations[name]?.sample.flatMap(ResponseOutline.init)
            else { return nil }
            return own.similarity(to: other)
        }
        if isPhrase(sibling.text) {
            return mayBeName(sibling.text) && sibling.node.operations.isEmpty
                && similarities.allSatisfy { $0.map { $0 >= 0.8 } ?? false }
        }
        return similarities.allSatisfy { $0.map { $0 >= 0.5 } ?? true }
    }

    /// Whether a word may name a thing, as it is neither a collection nor what many APIs have in this place.
    static func mayBeName(_ text: String) -> Bool {
        !ResourceName.isPlural(text) && !isFixed(text) && !isAction(text)
    }

    /// Whether a segment with the same word after it as things beside it may be one of them: it says neither
    /// what is done nor which of them are meant, and is no single word in the plural, or beside numbers.
    static func mayBeThing(_ text: String, beside others: PathParameterEvidence) -> Bool {
        guard let first = ResourceName.words(of: text).first, !isFixed(first), !isAction(first),
            !isFile(text), !ResourceName.isAdjective(text)
        else { return false }
        let mayBeWord = !others.areNumbers && !others.areUUIDs && !ResourceName.isPlural(text)
        return mayBeWord || text.contains("-")
    }

    /// Whether a segment says what is done, and is no thing.
    static func isAction(_ text: String) -> Bool {
        PathResource.isVerb(text) || actions.contains(text.lowercased())
    }

    private static let actions: Set = [
        "publish", "unpublish", "archive", "unarchive", "enable", "disable", "activate", "deactivate",
        "cancel", "accept", "reject", "approve", "lock", "unlock", "restore", "import", "export", "upload",
        "download", "commit", "confirm", "capture", "refund", "submit", "complete", "reopen", "resend",
        "void", "read", "write",
    ]

    /// Whether a segment is the name of a file or of a program.
    static func isFile(_ text: String) -> Bool {
        [".json", ".xml", ".php", ".html"].contains(where: text.hasSuffix)
    }

    /// Whether what follows a segment may be the names of files.
    static func holdsFiles(_ segment: String) -> Bool {
        ["files", "uploads", "attachments", "images"].contains(segment.lowercased())
    }

    /// Whether a segment ends in an extension that says nothing of an answer, as a name among files does:
    /// `lamp.gcode`.
    static func mayBeFile(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let formats: Set<Substring> = ["json", "xml", "php", "html", "csv", "zip", "pdf", "txt"]
        return parts.count > 1 && !formats.contains(parts[parts.count - 1])
            && parts.allSatisfy { !$0.isEmpty } && parts[parts.count - 1].contains(where: \.isLetter)
    }

    /// Whether a segment is what many APIs have in the place of a thing, or says by what one is found.
    static func isFixed(_ text: String) -> Bool {
        let word = text.lowercased()
        return fixedWords.contains(word) || ["by-", "by_"].contains(where: word.hasPrefix)
    }

    /// Whether a segment is followed by what is searched for.
    static func isSearch(_ text: String) -> Bool { ["search", "find"].contains(text.lowercased()) }

    /// Whether a segment says of itself that there is no such thing, and requests with it fail:
    /// `/items/does-not-exist`.
    static func isInvented(_ text: String, _ node: PathNode) -> Bool {
        let words = ResourceName.words(of: text).map { $0.lowercased() }
        let isInvented =
            !inventedWords.isDisjoint(with: words)
            || words.contains("not") && (words.contains("exist") || words.count > 5)
        return isInvented && Sibling(text, node).fails
    }

    /// Whether a segment ends in the noun of its collection, perhaps with `id` after it, and has parts:
    /// `/realms/test-realm/tokens`.
    static func isOfKind(_ text: String, _ node: PathNode, in collection: String) -> Bool {
        var words = ResourceName.words(of: text).map { $0.lowercased() }
        if words.last == "id" { words.removeLast() }
        guard words.count > 1, let first = words.first, text.contains(where: { "-_".contains($0) }),
            words.last == ResourceName.singular(ResourceName.words(of: collection)).last?.lowercased()
        else { return false }
        return !isFixed(first) && !isAction(first) && !PathNames.isChoice(first)
            && !ResourceName.isAdjective(first) && node.operations.isEmpty
            && node.literals.contains { IdentifierForm($0.text) == nil && !IdentifierForm.isSymbol($0.text) }
    }

    private static let inventedWords: Set = [
        "invalid", "nonexistent", "nonexisting", "inexistent", "unknown", "missing", "fake", "bogus",
        "nope", "notfound", "doesnotexist",
    ]

    private static let fixedWords: Set = [
        "me", "self", "current", "all", "search", "new", "latest", "default", "bulk", "batch", "count",
        "mine",
    ]

    /// Whether a segment consists of words, judging by the consonants in a row.
    private static func isPhrase(_ text: String) -> Bool {
        var consonants = 0
        for byte in text.utf8 {
            let isLetter = (byte | 0x20) &- 0x61 < 26
            guard isLetter || "-_ ".utf8.contains(byte) else { return false }
            consonants = isLetter && !"aeiouy".utf8.contains(byte | 0x20) ? consonants + 1 : 0
            if consonants > 5 { return false }
        }
        return true
    }

    // MARK: Without a parameter

    /// The segments that name things of one kind: they are changed or deleted alike, or answer alike.
    ///
    /// - Parameter isCollection: Whether the segment before them is a plural.
    static func values(among siblings: [Sibling], isCollection: Bool) -> [String] {
        let things = siblings.filter { !$0.creates && !isAction($0.text) }
        let leastCount = leastCount(isCollection)
        let found = [
            changed(among: things, isCollection) ?? [], answering(among: things, leastCount: leastCount),
            leading(among: things, leastCount: leastCount),
        ].first { !$0.isEmpty }
        guard let found else { return [] }
        let known = Set(found.flatMap(\.operations.keys))
        let names = Set(found.map(\.text))
        let failing = things.filter { sibling in
            !names.contains(sibling.text) && sibling.fails
                && sibling.operations.keys.allSatisfy(known.contains)
        }
        return (found + failing).map(\.text)
    }

    /// The number of segments that are needed as evidence.
    static func leastCount(_ isCollection: Bool) -> Int { isCollection ? 3 : 5 }

    /// The segments that are changed or deleted, if two are in the same way; words that are no part of a
    /// collection may be settings, unless there are many.
    private static func changed(among siblings: [Sibling], _ isCollection: Bool) -> [Sibling]? {
        let changed = siblings.filter(\.changes)
        guard changed.contains(where: { !$0.fails }) else { return nil }
        let areWords = !isCollection && changed.allSatisfy { isPhrase($0.text) }
        let isShared = Sibling.changes.contains { method in
            changed.count { $0.operations[method] != nil } >= (areWords ? leastCount(isCollection) : 2)
        }
        return isShared ? changed : nil
    }

    /// The segments that the same words follow, if there are many: `/repos/ann/{...}/issues`.
    static func leading(among siblings: [Sibling], leastCount: Int) -> [Sibling] {
        guard siblings.count >= leastCount else { return [] }
        var counts: [String: Int] = [:]
        for sibling in siblings {
            // After an identifier, a word may be the kind of a thing: `/devices/lamp/7/state`.
            let mayBeKind = leastCount < 5 && mayBeName(sibling.text)
            for name in sibling.operations.keys where name.hasPrefix("/") {
                let isKind = mayBeKind && name.hasPrefix("/{}/") && !name.hasPrefix("/{}/{}")
                if isKind || !name.hasPrefix("/{}") { counts[name, default: 0] += 1 }
            }
        }
        let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        guard let most, most.value >= leastCount else { return [] }
        let areKinds = most.key.hasPrefix("/{}")
        return siblings.filter { $0.operations[most.key] != nil && (!areKinds || mayBeName($0.text)) }
    }

    /// The largest number of different answers that are considered.
    private static let clusterLimit = 16

    /// The segments whose answers have the same names, if there are many.
    private static func answering(among siblings: [Sibling], leastCount: Int) -> [Sibling] {
        guard siblings.count >= leastCount else { return [] }
        var clusters: [(outline: ResponseOutline, siblings: [Sibling])] = []
        for sibling in siblings where !sibling.changes && !sibling.text.contains(".") {
            guard let sample = sibling.operations[" get"]?.sample, let outline = ResponseOutline(sample)
            else { continue }
            let known = clusters.firstIndex { ($0.outline.similarity(to: outline) ?? 0) >= 0.9 }
            if let known {
                clusters[known].siblings.append(sibling)
            } else if clusters.count < clusterLimit, !outline.isIncomplete {
                clusters.append((outline, [sibling]))
            }
        }
        let largest = clusters.max { $0.siblings.count < $1.siblings.count }?.siblings ?? []
        return largest.count >= leastCount ? largest : []
    }
}

/// The names in a body down to a few levels, by which responses of one operation are known.
struct ResponseOutline {
    /// The hashes of the paths to the names, in ascending order.
    let names: [Int]
    /// Whether an array is empty, so that names may be missing.
    let isIncomplete: Bool

    private static let depthLimit = 5
    private static let nameLimit = 256
    /// With fewer names in both, nothing can be said.
    private static let leastNames = 4

    /// - Returns: nil if the body is not JSON.
    init?(_ sample: ResponseSample) {
        guard let json = sample.bodies.response else { return nil }
        var collector = Collector()
        collector.collect(json, 0, path: 0)
        names = collector.names.sorted()
        isIncomplete = collector.isIncomplete
    }

    private struct Collector {
        var names: Set<Int> = []
        var isIncomplete = false

        mutating func collect(_ value: JSON, _ depth: Int, path: Int) {
            guard depth < depthLimit, names.count < nameLimit else { return }
            if value.kind == .array {
                if value.count == 0 { isIncomplete = true }
                for element in value.elements.prefix(3) { collect(element, depth + 1, path: path) }
            }
            guard value.kind == .object else { return }
            for member in value.members.prefix(nameLimit) {
                var hasher = Hasher()
                hasher.combine(path)
                hasher.combine(member.name)
                let name = hasher.finalize()
                names.insert(name)
                collect(member.value, depth + 1, path: name)
            }
        }
    }

    /// The share of names that two outlines have in common, from 0 to 1; nil if they say too little.
    func similarity(to other: ResponseOutline) -> Double? {
        guard !isIncomplete, !other.isIncomplete else { return nil }
        var (left, right, common) = (0, 0, 0)
        while left < names.count, right < other.names.count {
            if names[left] == other.names[right] { common += 1 }
            let (one, two) = (names[left], other.names[right])
            if one <= two { left += 1 }
            if two <= one { right += 1 }
        }
        let all = names.count + other.names.count - common
        return all < Self.leastNames ? nil : Double(common) / Double(all)
    }
}
