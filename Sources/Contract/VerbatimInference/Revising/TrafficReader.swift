import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Holds traffic to a contract and notes what the contract would have to say differently.
struct TrafficReader {
    let contract: Contract
    private let contracts: ContractSet
    var observations = Observations()

    init(_ contract: Contract) {
        self.contract = contract
        contracts = ContractSet([contract])
    }

    /// Reads all interactions.
    static func read(_ interactions: [Interaction], _ contract: Contract) -> Observations {
        var reader = TrafficReader(contract)
        for interaction in interactions { reader.read(interaction) }
        return reader.observations
    }

    private mutating func read(_ interaction: Interaction) {
        let address = RequestTarget(interaction.request.url)
        let match = contracts.match(interaction.request, at: address, api: contract.api)
        guard case .operation(let found) = match else {
            observations.operations[OperationKey(interaction.request), default: []].append(interaction)
            return
        }
        let operation = found.operation
        var judged: [ValidatedValue] = []
        var report = CheckReport(over: contracts)
        contracts.check(interaction, api: contract.api, into: &report) { judged.append($0) }
        for finding in report.findings { note(finding, interaction, operation) }
        noteParameters(address, operation, interaction)
        let asked = operation.requestSchemas
        for value in judged where !asked.contains(value.schema.index) {
            let locations = BodyLocator(report.findings, interaction)
            noteViolations(value, locations)
            noteBody(value, interaction, operation)
            noteNovelties(value.value, value.schema.shape, locations)
        }
    }
}

// MARK: - Findings

extension TrafficReader {
    /// Sorts a finding by what follows from it; what schemas say is looked at value by value instead.
    private mutating func note(_ finding: Finding, _ interaction: Interaction, _ operation: APIOperation) {
        guard let response = interaction.outcome.response,
            let pointer = finding.contractPointer.flatMap({ try? JSONPointer(parsing: $0) })
        else { return observations.left.append(finding) }
        let witness = InferenceEvidence(found: finding.found, location: finding.location)
        switch finding.rule {
        case .responseStatusUndocumented:
            let key = Observations.StatusKey(responses: pointer, status: response.status)
            observations.statuses[key, default: ([], witness)].interactions.append(interaction)
        case .responseMediaTypeUndocumented:
            noteMediaType(of: response, at: pointer, finding)
        case .responseBodyUnexpected:
            noteMediaType(of: response, at: pointer.appending("content"), finding)
        case .responseHeaderMissing:
            observations.missingHeaders[pointer, default: witness].others += 1
        default:
            if !finding.rule.isAboutSchema { observations.left.append(finding) }
        }
    }


    private mutating func noteMediaType(
        of response: HTTPResponse, at content: JSONPointer, _ finding: Finding
    ) {
        guard let message = ResponseDraft.message(response) else { return observations.left.append(finding) }
        let witness = InferenceEvidence(found: finding.found, location: finding.location)
        let key = Observations.MediaTypeKey(content: content, essence: message.type.essence)
        observations.mediaTypes[key, default: ([], witness)].responses.append(response)
    }

    private mutating func noteParameters(
        _ address: RequestTarget, _ operation: APIOperation, _ interaction: Interaction
    ) {
        let declared = Set(operation.parameters.filter { $0.location == .query }.map(\.name))
        for name in Set(address.query.map(\.name)).subtracting(declared) {
            let key = Observations.MemberKey(holder: operation.node.pointer, name: name)
            observations.parameters[
                key, default: InferenceEvidence(found: "sent", location: interaction.entryLocation)
            ]
            .others += 1
        }
    }
}

extension Rule {
    /// Whether the findings follow from a schema, whose values are read one by one.
    fileprivate var isAboutSchema: Bool {
        Rule.values.contains(self) && self != .responsePropertyDuplicate
            || [.responseBodySchema, .responseHeaderInvalid, .requestParameterUndocumented].contains(self)
    }
}

extension APIOperation {
    /// The schemas that requests are held to, which only the API itself can loosen.
    fileprivate var requestSchemas: Set<Int> {
        Set((parameters.map(\.schema) + (requestBody?.content.map(\.schema) ?? [])).compactMap { $0?.index })
    }
}
