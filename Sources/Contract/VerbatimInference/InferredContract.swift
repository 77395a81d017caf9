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
    }

    /// The subject.
    public let subject: Subject
    /// The position in the contract that it is about.
    public let pointer: JSONPointer
    /// Two of the names of the dictionary.
    public let example: String
}

/// Finds objects that may be dictionaries.
enum ProposalFinder {
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

extension ObservedShape {
    /// Whether all values are of the same types, and the names are numbers or identifiers, or are many and
    /// mostly absent.
    var looksLikeMap: Bool {
        guard !properties.isEmpty, Set(properties.map(\.shape.types)).count == 1 else { return false }
        guard properties.count > 1 else { return isKeyedByData }
        if properties.allSatisfy({ Self.isKey($0.name) }) || isKeyedByData { return true }
        let present = properties.reduce(0) { $0 + $1.count }
        return properties.count >= 20 && present * 2 <= properties.count * objects
    }

    /// Whether the form of the names shows that they are data: identifiers, locales, or keys such as
    /// `k:{"ip":"..."}` and `f:metadata` of Kubernetes, or numbers from 0 on.
    var isKeyedByData: Bool {
        guard !properties.isEmpty, Set(properties.map(\.shape.types)).count == 1 else { return false }
        if properties.allSatisfy({ $0.name == "." || $0.name.hasPrefix("f:") || $0.name.hasPrefix("k:{") }) {
            return true
        }
        if properties.contains(where: { $0.name.utf8.count == 5 }),
            properties.allSatisfy({ Self.isLocale($0.name) })
        {
            return true
        }
        if properties.count > 2,
            properties.allSatisfy({ $0.shape.objects > 0 && Self.isCode($0.name) }),
            properties.dropFirst().allSatisfy({ properties[0].shape.isAlike($0.shape) })
        {
            return true
        }
        // The words of a text, and objects of one kind whose names differ from parent to parent.
        if properties.count >= 20, properties.count(where: { Self.isText($0.name) }) > 2 { return true }
        if objects > 2, properties.count > 3,
            properties.allSatisfy({ $0.shape.objects > 0 && $0.count * 2 <= objects }),
            properties.dropFirst().allSatisfy({ properties[0].shape.isAlike($0.shape) })
        {
            return true
        }
        if properties.allSatisfy({ Self.isData($0.name) }) {
            let first = properties[0].name
            return properties.count > 1 || first == "0" || first.utf8.count > 5
        }
        // No property has a name that begins with a digit.
        let numbered = properties.count { $0.name.utf8.first?.isDigit ?? true }
        return numbered > 1 && numbered * 2 > properties.count
            && properties.dropFirst().allSatisfy { properties[0].shape.isAlike($0.shape) }
    }

    /// Whether the form of a name shows that it is data: a locale, a number or another identifier, a path or
    /// a file.
    static func isData(_ name: String) -> Bool {
        isKey(name) || name.dropFirst().contains("/") || isFile(name)
            || name.utf8.count == 5 && isLocale(name)
            || [.uuid, .ulid, .hash, .email, .date, .redacted].contains(IdentifierForm(name))
            || IdentifierForm(name) == .token && !isMadeOfWords(name)
    }

    /// Whether more than half of a name are words, such as `recoveryVO2MaxValue`, beside which there may be
    /// digits.
    private static func isMadeOfWords(_ name: String) -> Bool {
        let words = ResourceName.words(of: name).filter { word in
            word.utf8.count > 3 && word.utf8.dropFirst().allSatisfy { $0 &- 0x61 < 26 }
        }
        return words.count > 1 && words.reduce(0) { $0 + $1.utf8.count } * 2 > name.utf8.count
    }

    /// The shape of the values of all properties.
    var mapValues: ObservedShape? {
        guard var values = properties.first?.shape else { return nil }
        for property in properties.dropFirst() { values.merge(property.shape) }
        return values
    }

    /// Whether a name has punctuation as only text has.
    private static func isText(_ name: String) -> Bool {
        name.utf8.contains { " ,;()%'\"".utf8.contains($0) }
            || name.utf8.last.map { ".!?".utf8.contains($0) } == true
    }

    /// Whether a name has capital letters and digits only, as those of currencies and exchanges do.
    private static func isCode(_ name: String) -> Bool {
        name.utf8.count > 1 && name.utf8.allSatisfy { $0.isDigit || $0 &- 0x41 < 26 }
    }

    private static func isFile(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && parts[0].utf8.count > 1 && files.contains(String(parts[parts.count - 1]))
    }

    private static let files: Set = [
        "c", "csv", "go", "h", "html", "js", "json", "md", "py", "rb", "rs", "sh", "swift", "toml", "ts",
        "txt", "xml", "yaml", "yml",
    ]

    /// Whether a name is a language, with or without a country: `en`, `en-US`.
    private static func isLocale(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { $0.count == 2 }
            && parts[0].allSatisfy { $0 &- 0x61 < 26 }
            && parts.dropFirst().allSatisfy { $0.allSatisfy { $0 &- 0x41 < 26 } }
    }

    /// Whether a name has digits only, or at least eight hexadecimal digits and hyphens, perhaps after `0x`.
    private static func isKey(_ name: String) -> Bool {
        let isNumber = name.utf8.allSatisfy(\.isDigit)
        let digits = name.utf8.dropFirst(name.hasPrefix("0x") ? 2 : 0)
        let isHex = digits.allSatisfy { $0.isHexDigit || $0 == 0x2d }
        return !name.isEmpty
            && (isNumber || isHex && name.utf8.count >= 8 && name.utf8.contains(where: \.isDigit))
    }

    /// Whether there were booleans, numbers, strings, arrays and objects.
    var types: [Bool] {
        [booleans > 0, integers + decimals > 0, strings.count > 0, arrays > 0, objects > 0]
    }
}
