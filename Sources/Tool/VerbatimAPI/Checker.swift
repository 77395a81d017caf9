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
        for interaction in interactions {
            contracts.check(interaction, api: api, into: &report)
            for reading in readings(of: interaction, api: api, in: &report) { report.add(reading.findings) }
        }
    }

    /// Checks interactions, and records in an audit which properties the models read.
    package func add(
        _ interactions: [Interaction], api: String? = nil, to report: inout CheckReport,
        audit: inout ModelAudit
    ) {
        for interaction in interactions {
            contracts.check(interaction, api: api, into: &report)
            for reading in readings(of: interaction, api: api, in: &report) {
                report.add(reading.findings)
                audit.add(
                    reading.reading, of: reading.body, by: reading.binding, in: interaction,
                    of: reading.operation, in: reading.contract)
            }
        }
    }

    /// Decodes the body of a response with every model that is bound to its operation, and adds the
    /// measurements of the response to a report.
    private func readings(
        of interaction: Interaction, api: String?, in report: inout CheckReport
    ) -> [BodyReading] {
        guard case .response(let response) = interaction.outcome,
            let match = contracts.operation(of: interaction, api: api)
        else { return [] }
        let bindings = bindings[match.contract.api, default: []].filter {
            $0.reads(match.operation.id, status: response.status)
        }
        report.add(
            ResponseSample(interaction, status: response.status), of: match.operation.id,
            in: match.contract.api, decodings: bindings.count)
        // The contract reports an unreadable body already.
        guard !bindings.isEmpty, let body = try? response.body.storedBytes() else { return [] }
        return bindings.map { binding in
            BodyReading(
                interaction: interaction, operation: match.operation, contract: match.contract, body: body,
                binding: binding, reading: binding.read(body))
        }
    }
}

/// The result of decoding a body with one model.
private struct BodyReading {
    let interaction: Interaction
    let operation: APIOperation
    let contract: Contract
    let body: Data
    let binding: ModelBinding
    let reading: ModelReading

    /// The failures and the values left out, as findings.
    var findings: [Finding] {
        reading.failures.map { finding(.decoding($0.kind), $0) }
            + reading.dropped.map { finding(.modelValueDropped, $0) }
    }

    private func finding(_ rule: Rule, _ failure: ModelFailure) -> Finding {
        Finding(rule, failure, of: binding.model, in: interaction, of: operation, in: contract)
    }
}

extension Finding {
    /// Creates a finding about a body that a model of the app cannot decode, or decodes in part.
    fileprivate init(
        _ rule: Rule, _ failure: ModelFailure, of model: String, in interaction: Interaction,
        of operation: APIOperation, in contract: Contract
    ) {
        self.init(
            rule: rule, api: contract.api, operation: operation.id,
            exchange: interaction.summary(path: operation.path), status: interaction.status, model: model,
            subject: failure.pointer == "" || failure.pointer == nil ? "the body" : nil,
            pointer: failure.pointer, expected: failure.expected, found: failure.found,
            location: interaction.locationInBody(line: failure.line, column: failure.column),
            next:
                "if the API changed for good, change \(model) to match and run \(ToolCommand("check", contract.api))"
        )
    }
}
