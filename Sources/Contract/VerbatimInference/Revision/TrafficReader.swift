import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Checks traffic against a contract and collects what the contract contradicts or does not describe.
struct TrafficReader {
    let contract: Contract
    private let contracts: ContractSet
    private var report: CheckReport
    var choices: DiscriminatedChoices
    /// Whether a request has credentials. If none has, but a request succeeded that needs them, the export
    /// of the archive removed them.
    private var hasCredentials = true
    var observations = Observations()

    init(_ contract: Contract) {
        self.contract = contract
        contracts = ContractSet([contract])
        report = CheckReport(over: contracts)
        choices = DiscriminatedChoices(of: contract)
    }

    static func read(_ interactions: [Interaction], _ contract: Contract) -> Observations {
        var reader = TrafficReader(contract)
        reader.hasCredentials = interactions.contains { SecurityBuilder.hasCredentials($0.request) }
        for interaction in interactions { reader.read(interaction) }
        return reader.observations
    }

    private mutating func read(_ interaction: Interaction) {
        let target = RequestTarget(interaction.request.url)
        let match = contracts.match(interaction.request, at: target, api: contract.api)
        guard case .operation(let found) = match else {
            observations.operations[OperationKey(interaction.request), default: []].append(interaction)
            return
        }
        let operation = found.operation
        var validated: [ValidatedValue] = []
        let findings = contracts.findings(about: interaction, api: contract.api, using: &report) {
            validated.append($0)
        }
        for finding in findings { collect(finding, interaction, operation) }
        collectParameters(target, operation, interaction)
        let ofRequest = operation.requestSchemas
        let locator = BodyLocator(findings, interaction)
        for value in validated where !ofRequest.contains(value.schema.index) {
            collectViolations(value, locator)
            collectBody(value, interaction, operation)
            collectNovelties(value.value, value.schema.shape, locator)
        }
    }
}

// MARK: - Findings

extension TrafficReader {
    /// Sorts a finding by the edit it calls for. Findings about schemas are skipped: `collectViolations`
    /// covers them.
    private mutating func collect(_ finding: Finding, _ interaction: Interaction, _ operation: APIOperation) {
        if finding.rule == .requestSecurityMissing, !hasCredentials, interaction.isAccepted { return }
        guard let response = interaction.outcome.response, let pointer = finding.contractPointer else {
            return observations.unresolved.append(finding)
        }
        let evidence = InferenceEvidence(value: finding.found, location: finding.location)
        switch finding.rule {
        case .responseStatusUndocumented:
            let key = Observations.StatusKey(responses: pointer, status: response.status)
            observations.statuses[key, default: ([], evidence)].interactions.append(interaction)
        case .responseMediaTypeUndocumented:
            collectMediaType(of: interaction, at: pointer, finding)
        case .responseBodyUnexpected:
            collectMediaType(of: interaction, at: pointer.appending("content"), finding)
        case .responseHeaderMissing:
            observations.missingHeaders[pointer, default: evidence].others += 1
        default:
            if !finding.rule.isAboutSchema { observations.unresolved.append(finding) }
        }
    }

    private mutating func collectMediaType(
        of interaction: Interaction, at content: JSONPointer, _ finding: Finding
    ) {
        guard case .message(let message) = ResponseBuilder.content(of: interaction) else {
            return observations.unresolved.append(finding)
        }
        let evidence = InferenceEvidence(value: finding.found, location: finding.location)
        let key = Observations.MediaTypeKey(content: content, essence: message.type.essence)
        observations.mediaTypes[key, default: ([], evidence)].messages.append(message)
    }

    private mutating func collectParameters(
        _ target: RequestTarget, _ operation: APIOperation, _ interaction: Interaction
    ) {
        let declared = Set(operation.parameters.filter { $0.location == .query }.map(\.name))
        let holder = operation.node.pointer
        for (name, fields) in Dictionary(grouping: target.query, by: \.name) where !declared.contains(name) {
            let key = Observations.PropertyKey(holder: holder, name: name)
            let evidence = InferenceEvidence(value: "sent", location: interaction.entryLocation)
            observations.parameters[key, default: (TextStatistics(), evidence)].values.add(
                fields.map(\.value))
            observations.parameters[key, default: (TextStatistics(), evidence)].evidence.others += 1
        }
    }
}

extension Rule {
    /// Whether the findings are about schemas, which `collectViolations` covers.
    fileprivate var isAboutSchema: Bool {
        Rule.values.contains(self) && self != .responsePropertyDuplicate
            || [.responseBodySchema, .responseHeaderInvalid, .requestParameterUndocumented].contains(self)
    }
}

extension APIOperation {
    /// The schemas of requests, which are the API's to change.
    fileprivate var requestSchemas: Set<Int> {
        Set((parameters.map(\.schema) + (requestBody?.content.map(\.schema) ?? [])).compactMap { $0?.index })
    }
}
