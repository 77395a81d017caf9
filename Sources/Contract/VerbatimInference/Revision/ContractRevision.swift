import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Edits a contract until traffic neither contradicts it nor contains anything it does not describe.
///
/// Each round reads all traffic against the contract of the previous round, parsed anew, as a wider keyword
/// can reveal violations of another one. Every edit only allows more, so the rounds end.
struct ContractRevision {
    private let file: String
    var schemaBuilder: SchemaBuilder
    let keepsLiteralPaths: Bool
    private let interactions: [Interaction]
    private let original: Contract
    private(set) var contract: Contract
    var document: JSONValue
    private(set) var edits: [InferredEdit] = []
    private(set) var unresolved: [Finding] = []
    private(set) var proposals: [Proposal] = []
    var decisions: [PathDecision] = []
    private(set) var responses: [ObservedResponse] = []

    /// More rounds than any known contract needs; a schema that contradicts itself would never be done.
    private static let roundLimit = 64

    init(_ contract: Contract, _ interactions: [Interaction], _ inference: ContractInference) {
        self.contract = contract
        keepsLiteralPaths = inference.keepsLiteralPaths
        original = contract
        self.interactions = interactions
        file = contract.file
        schemaBuilder = SchemaBuilder(minimumResponses: inference.minimumResponses)
        document = contract.document.value
    }

    mutating func run() throws(ContractError) {
        var observations = TrafficReader.read(interactions, contract)
        for _ in 0..<Self.roundLimit {
            let count = edits.count
            apply(observations)
            guard edits.count > count else { break }
            contract = try Contract(parsing: Data(document.bytes(.pretty)), file: file)
            observations = TrafficReader.read(interactions, contract)
        }
        appendVersionChange(from: original)
        conclude(observations)
    }

    /// Reports that an edited contract is written in a newer version of OpenAPI, as one in 3.0 always is.
    /// One without operations is new.
    private mutating func appendVersionChange(from original: Contract) {
        guard let old = (original.source ?? original.document)["openapi"].string, !edits.isEmpty,
            let new = document["openapi"]?.string, new != old, !original.operations.isEmpty
        else { return }
        let extent = old.hasPrefix("3.0") ? ", and all of the document with it" : ""
        edits.append(
            InferredEdit(
                kind: .widened, pointer: JSONPointer(["openapi"]),
                summary: "was \"\(old)\", is now \"\(new)\"\(extent)", value: nil, location: nil, others: 0))
    }

    /// Derives the results other than edits from the last round.
    private mutating func conclude(_ observations: Observations) {
        let contracts = ContractSet([contract])
        var report = CheckReport(over: contracts)
        func findings(_ interaction: Interaction) -> [Finding] {
            contracts.findings(about: interaction, api: contract.api, using: &report)
        }
        unresolved = observations.unresolved + observations.operations.values.joined().flatMap(findings)
        if !observations.violated.isEmpty {
            let known = Set(unresolved)
            unresolved += interactions.flatMap(findings)
                .filter { $0.severity == .breaking && !known.contains($0) }
        }
        unresolved = unresolved.map(\.afterInference)
        for (exchange, body) in observations.bodies.pairs {
            let shape = body.recorder.shape
            responses.append(ObservedResponse(exchange: exchange, count: body.count, shape: shape))
            proposals += ProposalFinder.maps(in: shape, body.shape, contract)
        }
    }

    private mutating func apply(_ observations: Observations) {
        for (pointer, value) in observations.violated.pairs { widen(pointer, value) }
        addKinds(observations.kinds)
        for (key, value) in observations.properties.pairs { addProperty(key, value) }
        for (pointer, value) in observations.maps.pairs { describeMap(pointer, value) }
        for (pointer, value) in observations.values.pairs { addKnownValues(value, at: pointer) }
        for (pointer, evidence) in observations.missingHeaders.pairs { makeOptional(pointer, evidence) }
        for (key, value) in observations.statuses.pairs { addStatus(key, value) }
        for (key, value) in observations.mediaTypes.pairs { addMediaType(key, value) }
        addParameters(observations.parameters)
        addOperations(observations.operations)
    }

    /// Appends an edit to the report.
    mutating func append(
        _ kind: InferredEdit.Kind, _ pointer: JSONPointer, _ summary: String, _ evidence: InferenceEvidence
    ) {
        edits.append(
            InferredEdit(
                kind: kind, pointer: pointer, summary: summary,
                value: kind == .widened ? evidence.value : nil, location: evidence.location,
                others: max(0, evidence.others)))
    }
}

extension Finding {
    /// The finding with a next step that is not another inference.
    fileprivate var afterInference: Finding {
        let others: [Rule] = [.operationUndocumented, .transportFailed, .responseBodyUnreadable]
        guard !Rule.request.contains(rule), !others.contains(rule) else { return self }
        var finding = self
        finding.next = "correct what sends it and record it again, as no contract can describe it"
        return finding
    }
}
