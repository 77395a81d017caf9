import VerbatimHAR
import VerbatimJSON

/// Holds one interaction to the operation it belongs to.
struct OperationCheck {
    let contract: Contract
    let operation: APIOperation
    let interaction: Interaction
    let address: RequestTarget
    let pathParameters: [String: Substring]
    var findings: [Finding] = []
    /// What was seen of the schemas of the contract so far.
    var seen: SeenValues
    /// Is told each value that is held to a schema.
    var observer: ((ValidatedValue) -> Void)?

    /// Checks the request, then what became of it.
    mutating func run() {
        checkRequest()
        switch interaction.outcome {
        case .response(let response):
            checkResponse(response)
        case .failure(let failure, _):
            note(
                .transportFailed, "the response", found: "missing: \(failure)",
                expected: "a whole response",
                promise: operation.node, next: ContractMessages.recordAgain(contract.api))
        }
    }

    /// Adds a finding about this exchange; without a location, it stands at the entry in the archive.
    mutating func note(
        _ rule: Rule, _ subject: String?, found: String, expected: String, promise: JSON?,
        pointer: String? = nil,
        at location: SourceLocation? = nil, next: String? = nil
    ) {
        findings.append(
            Finding(
                rule: rule, api: contract.api, operation: operation.id,
                exchange: exchange, subject: subject, pointer: pointer,
                contractPointer: promise?.pointer.description, expected: expected, found: found,
                location: location ?? interaction.entryLocation,
                contractLocation: promise.map(contract.location(of:)),
                next: next ?? ContractMessages.ifTheAPIChanged(contract.api)))
    }

    /// `GET /books/v1/volumes -> 200`, with the path as the contract has it.
    private var exchange: String { interaction.summary(path: operation.path) }
}
