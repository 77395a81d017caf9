import Foundation
public import VerbatimContract
public import VerbatimHAR
import VerbatimJSON
package import VerbatimModels

/// Checks interactions against contracts and against the models of the app.
public struct Checker: Sendable {
    private let contracts: ContractSet
    /// The models of each API, bound to the operation ids of its contract.
    private let bindings: [String: [ModelBinding]]
    /// The findings about bindings to operations that the contract of their API lacks.
    public let bindingFindings: [Finding]

    /// The rules to which a single interaction is held.
    package static let rules =
        [.apiUndocumented, .operationUndocumented] + Rule.request + Rule.response
        + Rule.body + Rule.values + Rule.ofDecoding

    /// Creates a checker. An API without a contract is not checked.
    public init(_ contracts: ContractSet, _ apis: [API]) {
        self.contracts = contracts
        let bound = apis.compactMap { api in
            contracts.contract(of: api.name).map { (contract: $0, models: api.models) }
        }
        bindings = Dictionary(
            bound.map { contract, models in (contract.api, models.map { $0.resolved(in: contract) }) }
        ) { first, _ in first }
        bindingFindings = bound.flatMap { contract, models in models.compactMap { $0.finding(in: contract) } }
    }

    /// Checks interactions and returns a report.
    ///
    /// - Parameter api: The name of the API of the recording; if nil, each interaction is checked against the
    ///   contract with its URL.
    public func check(_ interactions: [Interaction], api: String? = nil) -> CheckReport {
        var report = contracts.check([], api: api)
        add(interactions, api: api, to: &report)
        return report
    }

    /// Checks interactions and adds the findings to a report about the same contracts.
    public func add(_ interactions: [Interaction], api: String? = nil, to report: inout CheckReport) {
        for interaction in contracts.calls(of: interactions, api: api) {
            for reading in readings(checking: interaction, api: api, into: &report) {
                report.add(reading.findings { nil })
            }
        }
    }

    /// Checks interactions, and records in an audit which properties the models read.
    package func add(
        _ interactions: [Interaction], api: String? = nil, to report: inout CheckReport,
        audit: inout ModelAudit, in sources: () -> SourceIndex?
    ) {
        for interaction in contracts.calls(of: interactions, api: api) {
            for reading in readings(checking: interaction, api: api, into: &report) {
                report.add(reading.findings(in: sources))
                // Without a schema there is nothing to compare a model with; the contract reports that.
                guard reading.isDocumented else { continue }
                audit.add(
                    reading.reading, of: reading.document, by: reading.binding, in: interaction,
                    of: reading.operation, in: reading.contract, reading.items)
            }
        }
    }

    /// Returns an audit from its coded form.
    package func audit(_ facts: ModelAudit.Facts) -> ModelAudit {
        facts.audit(contracts) { bindings[$0, default: []] }
    }

    /// Returns an empty report about the contract of an API, or about all without a name.
    package func report(of api: String? = nil) -> CheckReport {
        CheckReport(over: api.map { contracts.contracts(of: [$0]) } ?? contracts)
    }

    /// Decodes instances of the contracts, which are generated from their schemas alone, with the models.
    package func contractAudit(_ sources: SourceIndex) -> ModelsReport {
        let reports = contracts.contracts.map { contract in
            var audit = ContractAudit(contract)
            for binding in bindings[contract.api, default: []] { audit.add(binding) }
            return audit.report(sources)
        }
        return ModelsReport(joining: reports)
    }

    /// Returns the id of the operation of an interaction; nil if there is no such operation.
    package func operation(of interaction: Interaction, api: String?) -> String? {
        let known = api.flatMap { contracts.contract(of: $0)?.api }
        return contracts.operation(of: interaction, api: known)?.operation.id
    }

    /// Returns the values of a response that the models of its operation do not decode; nil without a model.
    package func conflicts(
        of interaction: Interaction, api: String?, in sources: () -> SourceIndex
    ) -> [ModelConflict]? {
        let known = api.flatMap { contracts.contract(of: $0)?.api }
        guard let match = contracts.operation(of: interaction, api: known),
            let response = interaction.outcome.judgedResponse
        else { return nil }
        let read = readings(of: interaction, response, match, by: models(of: interaction, response, match))
        return read.isEmpty ? nil : read.flatMap { $0.conflicts(in: sources) }
    }

    /// Checks an interaction and decodes its body with every model that is bound to its operation; adds the
    /// findings of the contract and the measurements of the response to a report.
    private func readings(
        checking interaction: Interaction, api: String?, into report: inout CheckReport
    ) -> [BodyReading] {
        guard let match = contracts.check(interaction, api: api, into: &report),
            let response = interaction.outcome.judgedResponse
        else { return [] }
        let bound = models(of: interaction, response, match)
        report.add(
            interaction.duration, status: response.status, of: match.operation.id, in: match.contract.api,
            decodings: bound.count)
        return readings(of: interaction, response, match, by: bound)
    }

    /// The models that are bound to the operation of an interaction, for the status of its response.
    private func models(
        of interaction: Interaction, _ response: HTTPResponse, _ match: OperationMatch
    ) -> [ModelBinding] {
        let bound = bindings[match.contract.api, default: []]
            .filter { $0.reads(match.operation.id, status: response.status) }
        // Whether a response has items is decided by its media type, which takes a while to parse.
        return bound.isEmpty ? [] : bound.reading(interaction.itemFormat)
    }

    private func readings(
        of interaction: Interaction, _ response: HTTPResponse, _ match: OperationMatch,
        by bindings: [ModelBinding]
    ) -> [BodyReading] {
        // The contract reports an unreadable body already.
        guard !bindings.isEmpty, let body = try? response.body.storedBytes() else { return [] }
        let isOfItems = bindings.contains(where: \.isOfItems)
        let items = isOfItems ? interaction.itemFormat?.items(in: body) : nil
        let document = items.map { Data(($0.json?.text ?? "[]").utf8) } ?? body
        return bindings.map { binding in
            let reading = binding.read(document)
            return BodyReading(
                interaction: interaction, operation: match.operation, contract: match.contract,
                document: document, items: items, binding: binding,
                reading: items.map(reading.located) ?? reading)
        }
    }
}

/// The result of decoding a body with one model.
private struct BodyReading {
    let interaction: Interaction
    let operation: APIOperation
    let contract: Contract
    /// The body that the model reads, or the array of its items.
    let document: Data
    let items: ItemSequence?
    let binding: ModelBinding
    let reading: ModelReading

    var isDocumented: Bool { interaction.status.map { operation.response(for: $0) != nil } ?? false }

    func findings(in sources: () -> SourceIndex?) -> [Finding] {
        guard !reading.isComplete else { return [] }
        let (sources, document) = (sources(), json)
        return reading.failures.map { finding(.decoding($0.kind), $0, document, in: sources) }
            + reading.dropped.map { finding(.modelValueDropped, $0, nil, in: sources) }
    }

    /// The document; nil if it is not JSON.
    private var json: JSON? { try? JSON(parsing: document) }

    /// The failures and values left out, with the properties they concern; those of similar elements once.
    func conflicts(in sources: () -> SourceIndex) -> [ModelConflict] {
        guard !reading.isComplete else { return [] }
        let (sources, document) = (sources(), json)
        var seen: Set<[String]> = []
        let all = reading.failures.map { ($0, false) } + reading.dropped.map { ($0, true) }
        return all.compactMap { failure, isDropped in
            let pattern = failure.pointer?.pattern.description
            guard seen.insert([pattern ?? "", failure.expected]).inserted else { return nil }
            var conflict = ModelConflict(
                pointer: failure.pointer,
                location: interaction.locationInBody(line: failure.line, column: failure.column),
                property: AffectedProperty(failure, in: reading, of: binding.model, in: sources),
                isDropped: isDropped)
            conflict.occurrence = failure.occurrence(in: document)
            return conflict
        }
    }

    private func finding(
        _ rule: Rule, _ failure: ModelFailure, _ document: JSON?, in sources: SourceIndex?
    ) -> Finding {
        var finding = Finding(rule, failure, of: binding.model, in: interaction, of: operation, in: contract)
        finding.tried = failure.occurrence(in: document)
        let property = AffectedProperty(failure, in: reading, of: binding.model, in: sources)
        finding.affected = [property]
        finding.modelLocation = property.location
        if failure.isNull { finding.value = .scalar(.null) }
        if items == nil, interaction.itemFormat != nil {
            finding.next =
                "bind the model to each item: `ModelBinding(\"\(operation.id)\", items: \(binding.model).self)`"
        } else if failure.isDamage, items == nil {
            finding.next = "run \(ToolCommand("record", contract.api)) to record it again"
        } else if property.location != nil, failure.need != nil {
            finding.sides = .expected(failure.expected(by: property.name), found: failure.found)
            finding.next = Finding.nextStep(changing: property.name, of: contract.api)
        }
        if let next = failure.next { finding.next = next }
        return finding
    }
}

extension Finding {
    /// Creates a finding about a body that a model of the app cannot decode, or decodes in part.
    fileprivate init(
        _ rule: Rule, _ failure: ModelFailure, of model: String, in interaction: Interaction,
        of operation: APIOperation, in contract: Contract
    ) {
        self.init(
            rule,
            about: Subject(
                api: contract.api, operation: operation.id,
                exchange: interaction.summary(path: operation.path), status: interaction.status, model: model,
                part: failure.pointer?.tokens.isEmpty ?? true ? "the body" : nil, pointer: failure.pointer),
            .expected(failure.expected, found: failure.found),
            at: interaction.locationInBody(line: failure.line, column: failure.column),
            next: Self.nextStep(changing: failure.property ?? model, of: contract.api))
    }

    fileprivate static func nextStep(changing property: String, of api: String) -> String {
        "if the API changed for good, change \(property) to match and run "
            + "\(ToolCommand.checkingModels("check", api))"
    }
}
