public import VerbatimContract
public import VerbatimJSON

/// The result of an inference.
public struct InferredContract: Sendable {
    /// The contract.
    public let contract: Contract
    /// The text of the contract's file.
    public let text: String
    /// Whether the text differs in content from that of the contract before; if not, leave the file as it is.
    public let isChanged: Bool
    /// The edits, in the order in which they were found to be necessary.
    public let edits: [InferredEdit]
    /// The findings that no edit of a contract can resolve: malformed bodies, failed transports, invalid
    /// requests.
    public let unresolved: [Finding]
    /// What the contract describes badly: the addresses of protocols that one operation cannot describe.
    public let warnings: [String]
    /// The decisions that are left to a person.
    public let proposals: [Proposal]
    /// The parameters of new paths that were made of segments.
    public let decisions: [PathDecision]
    /// The observed responses by operation and status, in order of first occurrence.
    public let responses: [ObservedResponse]
    /// The number of schemas whose requirements more responses confirm than before (`x-responses`).
    public let confirmedCount: Int
    /// The number of interactions that were read.
    public let interactionCount: Int
}

/// The observed responses of one operation with one status.
public struct ObservedResponse: Sendable, Hashable {
    /// The exchange in short: `GET /books/v1/volumes -> 200`.
    public let exchange: String
    /// The number of responses.
    public let count: Int
    /// The shape of their bodies.
    public let shape: ObservedShape
}

/// An edit of a contract, with the recorded value that made it necessary.
public struct InferredEdit: Sendable, Hashable {
    /// The kinds of edits.
    public enum Kind: String, Sendable, Hashable {
        /// The contract contradicted traffic and now allows more.
        case widened
        /// The contract did not describe part of the traffic.
        case added
        /// The contract requires what the traffic has always had.
        case tightened
    }

    /// The kind of the edit.
    public let kind: Kind
    /// The position in the contract, after the edit.
    public let pointer: JSONPointer
    /// The name of the element that is added to the list at the position, such as a query parameter, or that
    /// is removed from `required`; nil for other edits.
    public let name: String?
    /// The edit in words: `was "integer", is now ["integer","null"]`.
    public let summary: String
    /// The value that made it necessary: `null`; nil if it was not a value.
    public let value: String?
    /// The location of the value in the recordings.
    public let location: SourceLocation?
    /// The pointer of the value in the body of the response, if it is in one.
    package var valuePointer: JSONPointer?
    /// The number of further locations with such a value.
    public let others: Int

    /// The decision that the edit calls for.
    public var key: Key { Key(kind: kind, pointer: pointer, name: name) }

    /// A decision about a contract. It may take several edits, one after the other, and is the same when the
    /// contract is inferred again.
    public struct Key: Sendable, Hashable {
        /// The kind of the edits.
        public let kind: Kind
        /// The position in the contract, after the edits.
        public let pointer: JSONPointer
        /// The name of the element that is added to the list at the position, or removed from it, if it is
        /// one.
        public var name: String?

        /// The decision to write a contract in OpenAPI 3.0 as 3.1, which follows from any other one.
        public static let version = Key(kind: .widened, pointer: JSONPointer(["openapi"]), name: nil)
    }
}

/// A supposition about a contract that a person has to confirm or reject.
public struct Proposal: Sendable, Hashable {
    /// The subjects of proposals.
    public enum Subject: Sendable, Hashable {
        /// An object with so many property names in so many objects that it may be a dictionary.
        case map(names: Int, objects: Int)
        /// A path, or the beginning of one, whose last word may be a value that belongs into a parameter.
        case value(path: String)
    }

    /// The subject.
    public let subject: Subject
    /// The position in the contract that it is about.
    public let pointer: JSONPointer
    /// Two of the names of the dictionary, or the name of the parameter.
    public let example: String
}

/// Finds objects that may be dictionaries, and words of paths that may be values.
enum ProposalFinder {
    /// Returns a proposal for each word of some paths that follows a collection and has parts, unless it says
    /// what is done or which of the things are meant: `spotify` of `/users/spotify/playlists`; and for those
    /// that the same words follow: `red-shop` and `blue` of `/red-shop/meta/users` and `/blue/meta/users`.
    static func values(in paths: Set<String>) -> [Proposal] {
        let tenants = tenants(in: paths)
        var known: Set<String> = []
        return paths.sorted().flatMap { path -> [Proposal] in
            let segments = PathNode.segments(of: path)
            return segments.indices.dropLast().prefix(PathTemplates.depthLimit).compactMap {
                index -> Proposal? in
                let beginning = PathNode.path(of: Array(segments[...index]))
                let isKnown =
                    tenants.contains(beginning)
                    || index > 0 && mayBeValue(segments[index], after: segments[index - 1])
                guard isKnown, known.insert(beginning).inserted else { return nil }
                return Proposal(
                    subject: .value(path: beginning), pointer: JSONPointer(["paths", path]),
                    example: index > 0 && ResourceName.isPlural(segments[index - 1])
                        ? PathNames.singular(segments[index - 1]) + "Id" : "id")
            }
        }
    }

    /// The beginnings of paths whose last words may be values, as two words or more are the same after them.
    private static func tenants(in paths: Set<String>) -> Set<String> {
        var beginnings: [String: Set<String>] = [:]
        for path in paths {
            let segments = PathNode.segments(of: path)
            for index in segments.indices.dropLast(2).prefix(tenantDepth)
            where isName(segments[index]) && !ResourceName.isPlural(segments[index]) {
                let rest = segments[(index + 1)...]
                guard rest.count(where: isName) > 1 else { continue }
                let place = PathNode.path(of: Array(segments[..<index] + ["{}"] + rest))
                beginnings[place, default: []].insert(PathNode.path(of: Array(segments[...index])))
            }
        }
        return Set(beginnings.values.filter { $0.count > 1 }.joined())
    }

    /// The number of segments at the start of a path among which the name of a tenant is.
    private static let tenantDepth = 8

    /// Whether a segment is a word that is no version and says nothing of what is done. Words in camel case
    /// are those of an API.
    private static func isName(_ segment: String) -> Bool {
        !"{/".contains(segment.prefix(1)) && segment.lowercased() == segment && IdentifierForm(segment) == nil
            && !OperationName.isPrefix(segment) && !SiblingComparison.isAction(segment)
            && !ResourceName.isAdjective(segment)
    }

    private static func mayBeValue(_ word: String, after collection: String) -> Bool {
        let words = ResourceName.words(of: word)
        guard !"{/_".contains(collection.prefix(1)), word.utf8.first?.isLetterOrDigit ?? false,
            let first = words.first, !SiblingComparison.isAction(first), first.lowercased() != "set",
            ResourceName.isPlural(collection), !OperationName.isPrefix(collection),
            !OperationName.isPrefix(word)
        else { return false }
        return !PathNames.isWord(word) && !PathNames.isChoice(word) && !PropertyName(word).isWrapper
            && !ResourceName.isAdjective(word)
            && !PathResource.isFacet(word, after: collection) && PathResource.verb(beginning: word) == nil
    }

    /// Returns a proposal for each object that may be a dictionary, unless `x-map` says whether it is one.
    static func maps(
        in shape: ObservedShape, _ index: SchemaShapes.Index, _ contract: Contract
    ) -> [Proposal] {
        let described = contract.shapes[index]
        guard let schema = described.schemas.first else { return [] }
        let isDecided =
            described.additionalProperties != nil || described.schemas.contains { $0["x-map"].exists }
        let names = shape.properties.map(\.name)
        var found: [Proposal] = []
        if !isDecided, shape.looksLikeMap {
            let example = names.prefix(2).map { "'\($0)'" }.joined(separator: ", ")
            found.append(
                Proposal(
                    subject: .map(names: names.count, objects: shape.objects), pointer: schema.pointer,
                    example: example))
        }
        for property in shape.properties {
            guard let next = described.properties[property.name] else { continue }
            found += maps(in: property.shape, next, contract)
        }
        if let items = shape.items, let next = described.items { found += maps(in: items, next, contract) }
        return found
    }
}
