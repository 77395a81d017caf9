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
        /// Whether something is created there, as in a collection.
        var creates: Bool { operations.keys.contains { $0 == " post" } }
        /// Whether the thing itself is changed or deleted.
        var changes: Bool { Self.changes.contains { operations[$0] != nil } }

        static let changes = [" delete", " put", " patch"]
    }

    // MARK: Beside a parameter

    /// Whether a segment beside a parameter is a value of it.
    ///
    /// - Parameter shapes: The numbers of its values, by their spellings.
    static func isValue(
        _ sibling: Sibling, of operations: [String: PathNode.Operation], spellings: [String: Int]
    ) -> Bool {
        guard sibling.operations.keys.allSatisfy({ operations[$0] != nil }) else { return false }
        if sibling.fails { return true }
        if sibling.text.utf8.count >= 8, spellings[spelling(of: sibling.text), default: 0] > 1 { return true }
        if isPhrase(sibling.text) { return false }
        return sibling.operations.allSatisfy { name, operation in
            guard let own = operation.sample.flatMap(ResponseOutline.init),
                let other = operations[name]?.sample.flatMap(ResponseOutline.init)
            else { return true }
            return own.similarity(to: other).map { $0 >= 0.5 } ?? true
        }
    }

    /// The punctuation of a segment, with a letter for each letter or digit: `aaa-aaa-aaa`.
    static func spelling(of text: String) -> String {
        String(decoding: text.utf8.map { isAlphanumeric($0) ? UInt8(ascii: "a") : $0 }, as: UTF8.self)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit
    }

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
        let things = siblings.filter { !$0.creates }
        let leastCount = leastCount(isCollection)
        let found = [
            changed(among: things) ?? [], answering(among: things, leastCount: leastCount),
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

    /// The segments that are changed or deleted, if two are in the same way.
    private static func changed(among siblings: [Sibling]) -> [Sibling]? {
        let changed = siblings.filter(\.changes)
        guard changed.contains(where: { !$0.fails }) else { return nil }
        let isShared = Sibling.changes.contains { method in
            changed.count { $0.operations[method] != nil } > 1
        }
        return isShared ? changed : nil
    }

    /// The segments that the same words follow, if there are many: `/repos/ann/{...}/issues`.
    static func leading(among siblings: [Sibling], leastCount: Int) -> [Sibling] {
        guard siblings.count >= leastCount else { return [] }
        var counts: [String: Int] = [:]
        for name in siblings.lazy.flatMap(\.operations.keys) where name.hasPrefix("/") {
            if !name.hasPrefix("/{}") { counts[name, default: 0] += 1 }
        }
        let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        guard let most, most.value >= leastCount else { return [] }
        return siblings.filter { $0.operations[most.key] != nil }
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
