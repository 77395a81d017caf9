import Foundation
public import VerbatimContract
public import VerbatimHAR
public import VerbatimJSON

/// Infers a contract from traffic, or updates an existing one.
///
/// Every element of every body is read. The result depends on the interactions alone, not on the order of
/// their files. The text of an existing contract is kept unless an interaction contradicts it; then it is
/// widened as little as possible.
public struct ContractInference: Sendable {
    /// The number of responses in which a property must always be present to become required; nil for the
    /// usual rule.
    ///
    /// Usually a property is required from the first response on: a contract is to notice what is gone. It
    /// takes three objects if they lack others at times, and ten responses where requests choose the
    /// properties, as those of GraphQL do.
    public var minimumResponses: Int?
    /// Whether the paths of requests are kept as they are, without parameters.
    public var keepsLiteralPaths: Bool
    /// Whether a segment of a path is a secret, which is not written to a file; by default, no segment is.
    package var isSecret: @Sendable (String) -> Bool = { _ in false }
    /// Whether an update requires what enough responses have always had, in schemas that an inference wrote.
    public var tightens: Bool

    /// Creates an inference.
    public init(minimumResponses: Int? = nil, keepsLiteralPaths: Bool = false, tightens: Bool = true) {
        self.minimumResponses = minimumResponses
        self.keepsLiteralPaths = keepsLiteralPaths
        self.tightens = tightens
    }

    /// Infers a contract from interactions.
    ///
    /// - Parameter file: The path of the contract to be; its last component without extension names the API.
    /// - Throws: `ContractError` if there are no interactions, or if no contract can describe them.
    public func contract(file: String, from interactions: [Interaction]) throws(ContractError)
        -> InferredContract
    {
        try contract(file: file, from: StreamedTraffic(Self.ordered(interactions)))
    }

    /// Infers a contract from interactions, which are read several times.
    ///
    /// - Throws: `ContractError` if there are none, if one cannot be read again, or if no contract can
    ///   describe them.
    package func contract(file: String, from traffic: StreamedTraffic) throws(ContractError)
        -> InferredContract
    {
        guard !traffic.isEmpty else {
            throw ContractError(
                at: SourceLocation(file: file), "no interactions to infer a contract from",
                next: "name recordings with `--recordings DIR|FILE.har`")
        }
        let skeleton = Self.skeleton(file: file, traffic)
        let contract = try Contract(parsing: Data(skeleton.bytes(.pretty)), file: file)
        return try LargeStackThread.run { () throws(ContractError) in
            try revise(contract, with: traffic, isNew: true)
        }
    }

    /// Updates a contract so that it describes interactions, or those of them that a person accepts.
    ///
    /// - Parameter isAccepted: Returns whether an edit is made. What the others would have resolved is
    ///   ``InferredContract/unresolved``.
    /// - Throws: `ContractError` if the updated document is not a contract.
    public func update(
        _ contract: Contract, with interactions: [Interaction],
        where isAccepted: ((InferredEdit.Key) -> Bool)? = nil
    ) throws(ContractError) -> InferredContract {
        try update(contract, with: StreamedTraffic(Self.ordered(interactions)), where: isAccepted)
    }

    /// Updates a contract so that it describes interactions, which are read several times.
    package func update(
        _ contract: Contract, with traffic: StreamedTraffic,
        where isAccepted: ((InferredEdit.Key) -> Bool)? = nil
    ) throws(ContractError) -> InferredContract {
        try LargeStackThread.run { () throws(ContractError) in
            try revise(contract, with: traffic, isNew: false, where: isAccepted)
        }
    }

    private func revise(
        _ contract: Contract, with traffic: StreamedTraffic, isNew: Bool,
        where isAccepted: ((InferredEdit.Key) -> Bool)? = nil
    ) throws(ContractError) -> InferredContract {
        var revision = ContractRevision(contract, traffic, self, where: isAccepted)
        try revision.run()
        let warnings = revision.warnings + UnnamedQueries.warnings(about: traffic)
        try traffic.requireReadable()
        let isChanged = isNew || !revision.edits.isEmpty || revision.confirmedCount > 0
        let text = isChanged ? revision.document.text(.pretty) : (contract.source ?? contract.document).text
        return InferredContract(
            contract: revision.contract, text: text + "\n", isChanged: isChanged, edits: revision.edits,
            unresolved: revision.unresolved, warnings: warnings,
            proposals: revision.proposals,
            decisions: revision.decisions, responses: revision.responses,
            confirmedCount: isNew ? 0 : revision.confirmedCount, interactionCount: traffic.count)
    }

    /// The interactions, sorted by the names of their files and their positions in them.
    private static func ordered(_ interactions: [Interaction]) -> [Interaction] {
        interactions.enumerated().sorted { first, second in
            guard let left = first.element.location, let right = second.element.location,
                (left.archive, left.entry) != (right.archive, right.entry)
            else { return first.offset < second.offset }
            return (left.archive, left.entry) < (right.archive, right.entry)
        }.map(\.element)
    }
}

/// The document that an inference starts with.
extension ContractInference {
    /// A document with the name of the API and its servers, but without operations.
    private static func skeleton(file: String, _ traffic: StreamedTraffic) -> JSONValue {
        let api = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        return [
            "openapi": "3.1.0",
            "info": ["title": .string(api), "version": "1"],
            "servers": .array(servers(of: traffic).map(server)),
            "paths": [:],
        ]
    }

    /// A server with variables for the parts of its host that an export replaced: `https://<shop>.example`.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#server-variable-object
    private static func server(at origin: String) -> JSONValue {
        let names = Set(origin.matches(of: /<(\w+)>/).map { String($0.1) }).sorted()
        guard !names.isEmpty else { return ["url": .string(origin)] }
        let url = names.reduce(origin) { $0.replacing("<\($1)>", with: "{\($1)}") }
        let variables = names.map { name -> (String, JSONValue) in
            (name, ["default": .string("<\(name)>"), "description": "Replaced in the recordings."])
        }
        return ["url": .string(url), "variables": .object(JSONObject(variables))]
    }

    /// The origins of the host with the most requests, and of those like it, the secure ones first, as a
    /// client takes the first one.
    private static func servers(of traffic: StreamedTraffic) -> [String] {
        let origins = traffic.originCounts.pairs.filter { !$0.0.isEmpty }
        let byHost = Dictionary(grouping: origins) { OperationKey.host(of: $0.0) }
            .mapValues { (count: $0.reduce(0) { $0 + $1.1 }, origins: $0.map(\.0)) }
        let most = byHost.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
        let hosts = most.map { traffic.hosts(like: $0.key) } ?? []
        return hosts.flatMap { byHost[$0]?.origins ?? [] }.sorted {
            ($0.hasPrefix("https:") ? 0 : 1, $0) < ($1.hasPrefix("https:") ? 0 : 1, $1)
        }
    }
}

extension InferredContract {
    /// The result with the further edits of a revision.
    func merging(_ revision: ContractRevision) throws(ContractError) -> InferredContract {
        InferredContract(
            contract: try Contract(parsing: Data(revision.document.bytes(.pretty)), file: contract.file),
            text: revision.document.text(.pretty) + "\n", isChanged: true, edits: edits + revision.edits,
            unresolved: unresolved, warnings: warnings, proposals: proposals, decisions: decisions,
            responses: responses,
            confirmedCount: confirmedCount, interactionCount: interactionCount)
    }
}

extension Contract {
    /// Whether a request was sent to one of the servers of the contract, and not by a browser on its own.
    package func hasServer(of interaction: Interaction) -> Bool {
        let target = RequestTarget(interaction.request.url)
        return switch ContractSet([self]).match(interaction.request, at: target) {
        case .operation: true
        case .undocumentedOperation: !interaction.request.isSentByBrowser
        case .undocumentedAPI: false
        }
    }
}

/// Infers a schema from samples of the same kind of value.
public struct SchemaInference {
    private let recorder = ShapeRecorder()
    private let builder: SchemaBuilder

    /// Creates an inference without samples.
    ///
    /// - Parameter minimumSamples: The number of samples in which a property must always be present to become
    ///   required.
    public init(minimumSamples: Int = 1) {
        builder = SchemaBuilder(requiring: minimumSamples)
    }

    /// Adds a sample.
    public func add(_ sample: JSON) {
        recorder.beginResponse()
        recorder.add(sample)
    }

    /// The shape of the samples so far.
    public var shape: ObservedShape { recorder.shape }

    /// The strictest schema that every sample so far satisfies.
    public var schema: JSONObject { builder.schema(of: shape) }
}
