import Foundation
public import VerbatimContract
public import VerbatimHAR
package import VerbatimModels

/// Holds interactions to the contracts and to the app's models at once.
public struct Checker: Sendable {
    private let contracts: ContractSet
    private let apis: [API]

    /// Creates a checker of these contracts; an API without one is not checked.
    public init(_ contracts: ContractSet, _ apis: [API]) {
        self.contracts = contracts
        self.apis = apis
    }

    /// Checks interactions.
    ///
    /// - Parameter api: The API whose recording they are from, by name; nil lets each find its contract by its address.
    public func check(_ interactions: [Interaction], api: String? = nil) -> CheckReport {
        var report = contracts.check([], api: api)
        add(interactions, api: api, to: &report)
        return report
    }

    /// Checks interactions and adds what was found to a report of the same contracts.
    public func add(_ interactions: [Interaction], api: String? = nil, to report: inout CheckReport) {
        for interaction in interactions {
            contracts.check(interaction, api: api, into: &report)
            for reading in readings(of: interaction, api: api) { report.add(reading.findings) }
        }
    }

    /// Checks interactions, and notes what the models read for ``ModelAudit`` to put beside contract and traffic.
    package func add(
        _ interactions: [Interaction], api: String? = nil, to report: inout CheckReport,
        noting audit: inout ModelAudit
    ) {
        for interaction in interactions {
            contracts.check(interaction, api: api, into: &report)
            for reading in readings(of: interaction, api: api) {
                report.add(reading.findings)
                audit.add(
                    reading.reading, of: reading.body, by: reading.binding, in: interaction,
                    of: reading.operation, in: reading.contract)
            }
        }
    }

    /// What the models that read a response make of its body.
    private func readings(of interaction: Interaction, api: String?) -> [BodyReading] {
        guard case .response(let response) = interaction.outcome,
            let match = contracts.operation(of: interaction, api: api),
            let bindings = apis.first(where: { $0.name == match.contract.api })?.models,
            // A body that cannot be read is a finding of the contract's already.
            let body = try? response.body.storedBytes()
        else { return [] }
        return bindings.filter { $0.reads(match.operation.id, status: response.status) }.map { binding in
            BodyReading(
                interaction: interaction, operation: match.operation, contract: match.contract, body: body,
                binding: binding,
                reading: binding.read(body))
        }
    }
}

/// What became of a body in the hands of one model.
private struct BodyReading {
    let interaction: Interaction
    let operation: APIOperation
    let contract: Contract
    let body: Data
    let binding: ModelBinding
    let reading: ModelReading

    /// The failures, as findings.
    var findings: [Finding] {
        reading.failures.map {
            Finding($0, of: binding.model, in: interaction, of: operation, in: contract)
        }
    }
}

extension Finding {
    /// A reason why a model of the app cannot read a body.
    fileprivate init(
        _ failure: ModelFailure, of model: String, in interaction: Interaction,
        of operation: APIOperation,
        in contract: Contract
    ) {
        self.init(
            rule: .decoding(failure.kind), api: contract.api, operation: operation.id,
            exchange: interaction.summary(path: operation.path), model: model,
            subject: failure.pointer == "" || failure.pointer == nil ? "the body" : nil,
            pointer: failure.pointer, expected: failure.expected, found: failure.found,
            location: interaction.locationInBody(line: failure.line, column: failure.column),
            next:
                "if the API changed for good, change \(model) to match and run `make check API=\(contract.api)`"
        )
    }
}
