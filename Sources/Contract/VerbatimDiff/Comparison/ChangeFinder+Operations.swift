import VerbatimContract
import VerbatimHAR
import VerbatimJSON

extension ChangeFinder {
    mutating func compareOperations(_ old: APIOperation, _ new: APIOperation) {
        compareDeprecation(of: .operation, old.node, new.node, at: new.place)
        if old.isRecorded != new.isRecorded {
            report(
                .recordedChanged, of: .operation, at: new.place, old: "\(old.isRecorded)",
                new: "\(new.isRecorded)", nodes: (old.node, new.node))
        }
        compareSecurity(old, new)
        let place = RawChange.Place(scope: .request, operation: new)
        // What is a part of a server on the other side is compared with the servers.
        let count = min(old.pathNames.count, new.pathNames.count)
        compareLists(
            old.keyedParameters(inPath: count), new.keyedParameters(inPath: count), by: \.key, at: place,
            nodes: (old.node, new.node),
            added: { $0.parameter.isRequired ? .requiredParameter : .optionalParameter },
            removed: { _ in .requestParameter },
            compare: { finder, old, new in
                finder.compareSerializedParts(
                    old.parameter, new.parameter, of: .requestParameter, .parameter,
                    at: place.named(new.subject), except: .parameter)
            })
        compareRequestBodies(old, new, at: place.named("the request body"))
        compareResponseLists(old, new)
        for direction in WebSocketMessage.Direction.allCases {
            let isSent = direction == .send
            let place = RawChange.Place(
                scope: isSent ? .request : .response, operation: new,
                subject: "each message to \(direction.rawValue)")
            compareSchemas(
                of: isSent ? .requestBody : .responseBody, old.messages[direction]?.node,
                new.messages[direction]?.node, at: place, items: .lines, nodes: (old.node, new.node))
        }
        compareRemainingMembers(old.node, new.node, of: .operation, at: new.place)
    }

    // MARK: Request bodies

    private mutating func compareRequestBodies(
        _ old: APIOperation, _ new: APIOperation, at place: RawChange.Place
    ) {
        guard let oldBody = old.requestBody, let newBody = new.requestBody else {
            guard old.requestBody != nil || new.requestBody != nil else { return }
            return report(
                new.requestBody == nil ? .removed : .added, of: .requestBody, at: place,
                old: old.requestBody == nil ? "none" : "declared",
                new: new.requestBody == nil ? "none" : "declared",
                nodes: (old.requestBody?.node ?? old.node, new.requestBody?.node ?? new.node))
        }
        let nodes = (old: oldBody.node, new: newBody.node)
        compareRequirements(of: .requestBody, oldBody.isRequired, newBody.isRequired, at: place, nodes: nodes)
        compareLists(
            oldBody.content, newBody.content, by: \.range.key, at: place, nodes: nodes,
            added: { _ in .requestMediaType }, removed: { _ in .requestMediaType },
            compare: { finder, old, new in
                finder.compareEncodings(old, new, of: .requestMediaType, at: place)
                finder.compareRemainingMembers(old.node, new.node, of: .mediaType, at: place)
                finder.compareSchemas(
                    of: .requestBody, old.schema?.node, new.schema?.node, at: place,
                    nodes: (old.node, new.node))
                finder.compareSchemas(
                    of: .requestBody, old.itemSchema?.node, new.itemSchema?.node, at: place,
                    items: new.itemFormat, nodes: (old.node, new.node))
            })
        compareRemainingMembers(oldBody.node, newBody.node, of: .requestBody, at: place)
    }
}

/// A parameter with its identity in both contracts.
struct KeyedParameter: DeclaredPart {
    let parameter: Parameter
    let key: String

    var node: JSON { parameter.node }
    /// The parameter as findings of a check name it: `query parameter 'q'`.
    var subject: String { "\(parameter)" }
    var declaration: String { DiffMessages.required(parameter.isRequired) }
}

extension APIOperation {
    fileprivate var pathNames: [String] {
        path.split(separator: "{").dropFirst(path.first == "{" ? 0 : 1).map {
            String($0.prefix { $0 != "}" })
        }
    }

    /// Returns the parameters by their identity in both contracts; that of a path parameter is its position
    /// from the end of the path.
    ///
    /// - Parameter count: The number of path parameters that both contracts have.
    func keyedParameters(inPath count: Int) -> [KeyedParameter] {
        let names = pathNames
        let positions = Dictionary(zip(names.reversed(), names.indices)) { _, last in last }
        var known: Set<String> = []
        return parameters.compactMap { parameter in
            let position = parameter.location == .path ? positions[parameter.name] : nil
            guard position.map({ $0 < count }) ?? true else { return nil }
            // The names of headers are the same in any case.
            let name = parameter.location == .header ? parameter.name.lowercased() : parameter.name
            let key = position.map { "path \($0)" } ?? "\(parameter.location) \(name)"
            return known.insert(key).inserted ? KeyedParameter(parameter: parameter, key: key) : nil
        }
    }
}

// MARK: - How values are written

extension ChangeFinder {
    /// Compares what parameters and headers have in common, and then the members that are not listed.
    mutating func compareSerializedParts<Part: SerializedPart>(
        _ old: Part, _ new: Part, of part: ChangeSubject, _ use: SchemaUse.Kind, at place: RawChange.Place,
        except members: ComparedObject
    ) {
        let nodes = (old: old.node, new: new.node)
        compareRequirements(of: part, old.isRequired, new.isRequired, at: place, nodes: nodes)
        compareDeprecation(of: part, old.node, new.node, at: place)
        if old.serialization != new.serialization {
            report(
                .serializationChanged, of: part, at: place, old: old.serialization.description,
                new: new.serialization.description, nodes: nodes)
        }
        compareSchemas(of: use, old.schema?.node, new.schema?.node, at: place, nodes: nodes)
        compareRemainingMembers(old.node, new.node, of: members, at: place)
    }

    /// Compares how the properties of a form are written:
    /// https://spec.openapis.org/oas/v3.1.1.html#encoding-object
    mutating func compareEncodings(
        _ old: MediaTypeObject, _ new: MediaTypeObject, of part: ChangeSubject, at place: RawChange.Place
    ) {
        for name in ["encoding", "prefixEncoding", "itemEncoding"] {
            let (before, after) = (old.node[name], new.node[name])
            guard before.value != after.value else { continue }
            let values = DiffMessages.values(
                before.exists ? .some(before.value) : .none, after.exists ? .some(after.value) : .none)
            report(
                .encodingChanged, of: part, at: place.named(new.subject), old: values.old, new: values.new,
                nodes: (before.exists ? before : old.node, after.exists ? after : new.node))
        }
    }
}

/// A parameter or a header, whose value is written as text.
protocol SerializedPart {
    var node: JSON { get }
    var isRequired: Bool { get }
    var schema: SchemaReference? { get }
    var serialization: Serialization { get }
}

extension Parameter: SerializedPart {
    var serialization: Serialization { Serialization(self) }
}

extension HeaderObject: SerializedPart {
    var serialization: Serialization { Serialization(self) }
}

/// The way in which the value of a parameter or a header is written as text, with its defaults.
struct Serialization: Equatable, CustomStringConvertible {
    /// The media type, if it is declared by `content`.
    private let mediaType: MediaType.Key?
    private let style: ParameterStyle
    private let isExploded: Bool
    private let allowsReserved: Bool
    private let allowsEmpty: Bool

    init(_ parameter: Parameter) {
        mediaType = parameter.mediaType?.key
        // A media type says how the value is written; otherwise the style does, and only for its own members.
        let hasStyle = parameter.mediaType == nil
        style = hasStyle ? parameter.style : .simple
        isExploded = hasStyle && parameter.isExploded
        allowsReserved = hasStyle && parameter.node["allowReserved"].bool == true
        allowsEmpty = parameter.node["allowEmptyValue"].bool == true
    }

    init(_ header: HeaderObject) {
        mediaType = header.mediaType?.key
        style = .simple
        isExploded = header.mediaType == nil && header.isExploded
        (allowsReserved, allowsEmpty) = (false, false)
    }

    var description: String {
        let parts = [
            mediaType.map { "content '\($0.essence)'" } ?? "style '\(style.rawValue)'",
            isExploded ? "exploded" : nil, allowsReserved ? "reserved characters" : nil,
            allowsEmpty ? "empty values" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}

extension MediaType {
    /// The identity of a range: two ranges with the same one are written for the same media types.
    ///
    /// The encoding of a text and the boundary of parts are details of a message.
    struct Key: Hashable {
        let essence: String
        let parameters: [String: String]
    }

    var key: Key {
        Key(
            essence: essence,
            parameters: parameters.filter { !["charset", "boundary", "q"].contains($0.key) })
    }
}

extension MediaTypeObject: DeclaredPart {
    var subject: String { "media type '\(range.text)'" }
    var declaration: String { "declared" }
}

// MARK: - Pairs and members

/// An OpenAPI object, with the members that are compared one by one and those that are documentation.
struct ComparedObject {
    let name: String
    let compared: Set<String>

    private static let documentation: Set<String> = [
        "description", "summary", "externalDocs", "tags", "example", "examples", "title",
    ]

    private init(
        _ name: String, _ object: OpenAPIObject, and further: Set<String> = ["$ref"],
        except others: Set<String> = []
    ) {
        self.name = name
        compared = Self.documentation.union(object.properties).union(further).subtracting(others)
    }

    // What the document refers to in other files is compared where it does.
    static let document = ComparedObject(
        "the document", .document, and: [ReferenceBundler.property], except: ["jsonSchemaDialect"])
    static let operation = ComparedObject("the operation", .operation, and: ["x-recorded", "x-messages"])
    static let parameter = ComparedObject("the parameter", .parameter)
    static let requestBody = ComparedObject("the request body", .requestBody)
    static let response = ComparedObject("the response", .response, except: ["links"])
    static let header = ComparedObject("the header", .header)
    static let mediaType = ComparedObject("the media type", .mediaType)
}

/// The operations of two contracts, paired by method and path whatever the names of path parameters. What is
/// left is paired by the URL, as a part of a path may have moved to the servers, or back.
struct OperationPairs {
    private(set) var common: [(old: APIOperation, new: APIOperation)] = []
    private(set) var added: [APIOperation] = []
    private(set) var removed: [APIOperation] = []

    init(_ old: [APIOperation], _ new: [APIOperation]) {
        var unpaired = Dictionary(grouping: old, by: Self.key)
        for operation in new {
            let key = Self.key(operation)
            if var candidates = unpaired[key], !candidates.isEmpty {
                common.append((candidates.removeFirst(), operation))
                unpaired[key] = candidates
            } else {
                added.append(operation)
            }
        }
        let ids = Set(unpaired.values.joined().map(\.id))
        removed = old.filter { ids.contains($0.id) }
        pairMoved()
    }

    /// The most segments that may move, and the most operations and URLs that are looked at for one.
    private static let movedLimit = 8

    private mutating func pairMoved() {
        let whole = Dictionary(grouping: removed.indices) { Self.key(removed[$0]) }
        var byEnd: [String: [Int]] = [:]
        for (index, operation) in removed.enumerated() {
            for end in Self.ends(of: operation) { byEnd[end, default: []].append(index) }
        }
        var paired: Set<Int> = []
        added.removeAll { operation in
            let ends = Self.ends(of: operation).flatMap { whole[$0] ?? [] }
            let candidates = byEnd[Self.key(operation), default: []].prefix(Self.movedLimit) + ends
            let match = candidates.first { index in
                !paired.contains(index) && Self.haveSameURL(removed[index], operation)
            }
            guard let match else { return false }
            paired.insert(match)
            common.append((removed[match], operation))
            return true
        }
        removed = removed.enumerated().filter { !paired.contains($0.offset) }.map(\.element)
    }

    /// Returns the keys that an operation has without the first segments of its path.
    private static func ends(of operation: APIOperation) -> [String] {
        let segments = key(operation).split(separator: "/", omittingEmptySubsequences: false)
        return (2..<max(2, min(segments.count, movedLimit))).map { start in
            ([segments[0]] + segments[start...]).joined(separator: "/")
        }
    }

    private static func haveSameURL(_ old: APIOperation, _ new: APIOperation) -> Bool {
        old.urls.prefix(movedLimit).contains { old in
            new.urls.prefix(movedLimit).contains { $0.matchesPath(of: old) || old.matchesPath(of: $0) }
        }
    }

    private static func key(_ operation: APIOperation) -> String {
        var key = operation.method + " "
        var isName = false
        for character in operation.path {
            if character == "}" { isName = false }
            if !isName { key.append(character) }
            if character == "{" { isName = true }
        }
        return key
    }
}
