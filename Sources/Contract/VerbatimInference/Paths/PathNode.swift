import VerbatimHAR
import VerbatimJSON

/// A segment of paths with the segments after it.
///
/// Nodes are classes, as paths are merged by moving their nodes.
final class PathNode {
    /// A segment of a path.
    enum Segment: Hashable {
        case literal(String)
        case parameter

        /// Whether the segment is the end of the one before it: `/:publish`, `/.json`.
        var isEnd: Bool { if case .literal(let text) = self { text.hasPrefix("/") } else { false } }
        /// Whether the segment is a custom method: `/:publish`.
        var isMethod: Bool { if case .literal(let text) = self { text.hasPrefix("/:") } else { false } }
    }

    /// An operation at the path that ends here.
    struct Operation {
        /// The statuses of its responses.
        var statuses: Set<Int> = []
        /// The first successful responses.
        var samples: [ResponseSample] = []
        var sample: ResponseSample? { samples.first }

        mutating func merge(_ other: Operation) {
            statuses.formUnion(other.statuses)
            if samples.isEmpty { samples = other.samples }
        }

        /// Whether a request succeeded.
        var succeeds: Bool { statuses.contains { $0 < 400 } }
    }

    private(set) var children: [Segment: PathNode] = [:]
    /// The operations, by their methods and constants.
    var operations: [String: Operation] = [:]
    /// The requests with this path.
    var keys: [OperationKey] = []
    /// Whether the path of a request has no slash at its end.
    var hasPlainPath = false
    /// The path as the contract declares it, without a fragment.
    var declaredPath: String?
    /// Whether the contract declares this path or one that begins with it, so that the segment is kept.
    var isDeclared = false
    /// The name of the parameter as the contract declares it.
    var declaredName: String?
    /// The evidence of a response that the segment is the name of a thing.
    var naming: NamingEvidence?
    /// What the segment is the value of elsewhere, which is no evidence alone.
    var likelyNaming: NamingEvidence?
    /// Whether others at this place show what the segment is, which is a number or a UUID like them.
    var isRepresented = false
    /// The names of the identifiers that the thing has besides this segment: `lampId`.
    var otherIdentifiers: Set<String> = []
    /// The segments that became this parameter.
    var evidence = PathParameterEvidence()

    /// Returns the node of a segment, which is added if it is missing.
    func child(_ segment: Segment) -> PathNode {
        if let known = children[segment] { return known }
        let child = PathNode()
        children[segment] = child
        return child
    }

    /// The parameter after this segment.
    var parameter: PathNode? { children[.parameter] }

    /// The literal segments that may become parameters, in order.
    var literals: [(text: String, node: PathNode)] {
        children.compactMap { segment, node in
            guard case .literal(let text) = segment, !node.isDeclared, !segment.isEnd else { return nil }
            return (text, node)
        }.sorted { $0.0 < $1.0 }
    }

    /// Whether a word follows this segment and another one.
    func shares(with other: PathNode) -> Bool {
        literals.contains { Self.isWord($0.text, $0.node) && other.children[.literal($0.text)] != nil }
    }

    /// Whether a segment is neither a name nor an identifier.
    private static func isWord(_ text: String, _ node: PathNode) -> Bool {
        node.naming == nil && IdentifierForm(text) == nil && !IdentifierForm.isSymbol(text)
    }

    /// Whether only versions follow.
    var hasVersions: Bool {
        let literals = literals
        return !literals.isEmpty && parameter == nil
            && literals.allSatisfy {
                $0.text.hasPrefix("v") && IdentifierForm.isVersion(Array($0.text.utf8))
            }
    }

    /// Whether what is named here has a custom method.
    var hasCustomMethod: Bool { children.keys.contains(where: \.isMethod) }

    /// Whether requests are only posted here, as to what is done with the thing before: `/orders/7/pay`.
    var isOnlyPosted: Bool { children.isEmpty && Set(operations.keys) == ["post"] }

    /// Whether a segment is a word that has an underscore, so that it is no name.
    private static func isReserved(_ text: String) -> Bool {
        text.utf8.count > 1 && text.hasPrefix("_") && text.utf8.allSatisfy { $0 == 0x5f || $0 &- 0x61 < 26 }
    }

    /// Whether only words with an underscore follow this segment, perhaps after one other:
    /// `shop` of `/shop/_search`.
    func isBeforeReserved(depth: Int = 0) -> Bool {
        let literals = literals
        return !literals.isEmpty
            && literals.allSatisfy { text, node in
                Self.isReserved(text) || depth == 0 && node.isBeforeReserved(depth: 1)
            }
    }

    /// Makes a literal segment part of the parameter, unless it is a word that only its API has: `_search`.
    func absorb(_ text: String, as form: IdentifierForm?) {
        if Self.isReserved(text), form == nil, children[.literal(text)]?.naming == nil { return }
        guard let node = children.removeValue(forKey: .literal(text)) else { return }
        let parameter = child(.parameter)
        parameter.evidence.add(text, as: form, node.naming ?? node.likelyNaming)
        parameter.merge(node)
    }

    private func merge(_ other: PathNode) {
        keys += other.keys
        hasPlainPath = hasPlainPath || other.hasPlainPath
        naming = naming ?? other.naming
        likelyNaming = likelyNaming ?? other.likelyNaming
        otherIdentifiers.formUnion(other.otherIdentifiers)
        evidence.merge(other.evidence)
        for (name, operation) in other.operations {
            operations[name, default: Operation()].merge(operation)
        }
        for (segment, node) in other.children { child(segment).merge(node) }
    }

    /// Whether the segments after this one name things that only two segments identify, as in
    /// `/repos/{owner}/{repoName}`: most of them are names or identifiers, and nothing is requested here.
    var isOwner: Bool {
        guard operations.isEmpty, !isDeclared else { return false }
        // A date is no name of what someone has.
        let named = parameter.flatMap { $0.evidence.areDates ? nil : $0.evidence.count }
        var (values, words) = (named ?? 0, 0)
        for (text, node) in literals where IdentifierForm(text) != .date {
            if node.naming != nil || IdentifierForm(text) != nil { values += 1 } else { words += 1 }
        }
        return values > 1 && values >= words
    }

    /// Whether only what follows the segment is requested.
    var hasOnlyParts: Bool { operations.isEmpty && !children.isEmpty }

    /// Whether requests say in the query what is searched for.
    var isSearchedByQuery: Bool {
        operations.values.contains { operation in
            operation.samples.first?.bodies.query?.members.contains {
                ["q", "query", "search", "term", "keyword", "text"].contains($0.name)
            } ?? false
        }
    }

    /// The operations here and on the next levels, by their paths from here with their methods.
    func operationsBelow() -> [String: Operation] {
        var found: [String: Operation] = [:]
        collectOperations(into: &found, "", depth: 0)
        return found
    }

    private func collectOperations(into found: inout [String: Operation], _ path: String, depth: Int) {
        for (name, operation) in operations {
            found[path + " " + name, default: Operation()].merge(operation)
        }
        guard depth < 4 else { return }
        for (segment, node) in children {
            var step = "{}"
            if case .literal(let text) = segment, Self.isWord(text, node) { step = text }
            node.collectOperations(into: &found, path + "/" + step, depth: depth + 1)
        }
    }
}
