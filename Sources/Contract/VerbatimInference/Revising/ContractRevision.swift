import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Brings a contract up to traffic: as long as something breaks it or is not in it, the contract changes.
///
/// Every change only allows more, so the rounds end; each begins with the contract that the last one left, as a whole
/// new document, because a wider keyword can bring another one to light.
struct ContractRevision {
    private let file: String
    let writer: SchemaWriter
    private let interactions: [Interaction]
    private let original: Contract
    private(set) var contract: Contract
    var document: JSONValue
    var changes: [InferredEdit] = []
    private(set) var left: [Finding] = []
    private(set) var proposals: [Proposal] = []
    private(set) var sightings: [ObservedResponse] = []

    /// More rounds than any contract was seen to need; a schema that contradicts itself would need more.
    private static let roundLimit = 64

    init(_ contract: Contract, _ interactions: [Interaction], evidence: Int) {
        self.contract = contract
        original = contract
        self.interactions = interactions
        file = contract.file
        writer = SchemaWriter(evidence: evidence)
        document = contract.document.value
    }

    /// Changes the contract until the traffic keeps it.
    mutating func run() throws(ContractError) {
        var observations = TrafficReader.read(interactions, contract)
        for _ in 0..<Self.roundLimit {
            let count = changes.count
            apply(observations)
            guard changes.count > count else { break }
            contract = try Contract(parsing: Data(document.bytes(.pretty)), file: file)
            observations = TrafficReader.read(interactions, contract)
        }
        noteVersion(of: original)
        conclude(observations)
    }

    /// A contract in OpenAPI 3.0 is written again in 3.1: what people wrote is not the same text any more.
    private mutating func noteVersion(of original: Contract) {
        guard let old = original.source?["openapi"].string, !changes.isEmpty else { return }
        let what = "was \"\(old)\", is now \"3.1.0\", and all of the document with it"
        changes.append(
            InferredEdit(
                kind: .widened, pointer: JSONPointer(["openapi"]), what: what, found: nil, witness: nil,
                others: 0))
    }

    /// Keeps what the last look at the traffic told about it.
    private mutating func conclude(_ observations: Observations) {
        left = observations.left + observations.operations.values.joined().flatMap(findings)
        if !observations.broken.isEmpty {
            left += interactions.flatMap(findings).filter { $0.severity == .breaking && !left.contains($0) }
        }
        for (exchange, body) in observations.bodies.pairs {
            let shape = body.recorder.shape
            sightings.append(ObservedResponse(exchange: exchange, answers: body.answers, shape: shape))
            proposals += ProposalFinder.maps(in: shape, body.shape, contract)
        }
        proposals += ProposalFinder.templates(in: contract)
    }

    private func findings(_ interaction: Interaction) -> [Finding] {
        ContractSet([contract]).check(interaction, api: contract.api)
    }

    private mutating func apply(_ observations: Observations) {
        for (pointer, value) in observations.broken.pairs { widen(pointer, value) }
        for (key, value) in observations.members.pairs { add(key, value) }
        for (pointer, value) in observations.maps.pairs { describe(pointer, value) }
        for (pointer, value) in observations.values.pairs { add(value, at: pointer) }
        for (pointer, witness) in observations.missingHeaders.pairs { loosen(pointer, witness) }
        for (key, value) in observations.statuses.pairs { add(key, value) }
        for (key, value) in observations.mediaTypes.pairs { add(key, value) }
        addParameters(observations.parameters)
        addOperations(observations.operations)
    }
}

// MARK: - Notes

extension ContractRevision {
    mutating func note(
        _ kind: InferredEdit.Kind, _ pointer: JSONPointer, _ what: String, _ witness: InferenceEvidence
    ) {
        changes.append(
            InferredEdit(
                kind: kind, pointer: pointer, what: what, found: kind == .widened ? witness.found : nil,
                witness: witness.location, others: max(0, witness.others)))
    }

    mutating func note(
        _ kind: InferredEdit.Kind, _ pointer: JSONPointer, _ what: String, _ witness: InferenceEvidence,
        _ count: Int
    ) {
        var witness = witness
        witness.others = count - 1
        note(kind, pointer, what, witness)
    }
}
