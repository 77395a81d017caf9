import Foundation
package import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Decides whether a contract kills a mutant: whether a check reports anything new about the mutated
/// interaction.
struct ContractOracle: Sendable {
    private let contracts: ContractSet
    private let api: String
    private let emptyReport: CheckReport

    init(_ contract: Contract) {
        contracts = ContractSet([contract])
        api = contract.api
        emptyReport = CheckReport(over: contracts)
    }

    /// The findings about an interaction that are warnings or breaking.
    func findings(about interaction: Interaction) -> [Finding] {
        var report = emptyReport
        contracts.check(interaction, api: api, into: &report)
        return report.findings.filter { $0.severity >= .warning }
    }

    /// The highest severity of the new findings about a mutated interaction; nil if the mutant survives.
    ///
    /// - Parameter known: The findings about the original.
    func severity(of mutated: Interaction, beyond known: Set<Finding.Key>) -> Severity? {
        findings(about: mutated).filter { !known.contains($0.key(.value)) }.map(\.severity).max()
    }
}

/// Checks all recordings against edited contracts.
final class ContractTrial {
    /// The outcomes of a trial.
    enum Outcome {
        /// No recording has a new finding.
        case holds(ContractOracle)
        /// A recording has a new finding: the API gives responses that the edit rules out.
        case breaks(Finding)
        /// The edited document is not a contract.
        case invalid
    }

    private let contract: Contract
    private let originals: [OriginalResponse]
    private var outcomes: [ContractEdit: Outcome] = [:]

    init(_ contract: Contract, _ originals: [OriginalResponse]) {
        self.contract = contract
        self.originals = originals
    }

    /// The outcome of a single edit, which is computed once.
    func outcome(of edit: ContractEdit) -> Outcome {
        if let known = outcomes[edit] { return known }
        let outcome = outcome(of: [edit])
        outcomes[edit] = outcome
        return outcome
    }

    /// The outcome of several edits.
    func outcome(of edits: [ContractEdit]) -> Outcome {
        guard let edited = try? contract.applying(edits) else { return .invalid }
        let oracle = ContractOracle(edited)
        for original in originals {
            let findings = oracle.findings(about: original.interaction)
            let new = findings.first { !original.known.contains($0.key(.value)) }
            if let new { return .breaks(new) }
        }
        return .holds(oracle)
    }
}

extension Contract {
    /// The contract with edits, applied in their order.
    ///
    /// - Throws: ``ContractError`` if the edited contract has problems that this one has not.
    package func applying(_ edits: [ContractEdit]) throws(ContractError) -> Contract {
        let edited = try Contract(parsing: Data(editedText(edits).utf8), file: file)
        guard edited.warnings.count <= warnings.count else { throw ContractError(edited.warnings) }
        return edited
    }

    /// The text of the contract with edits.
    package func editedText(_ edits: [ContractEdit]) -> String {
        edits.reduce(document.value) { $1.applied(to: $0) }.text(.pretty) + "\n"
    }
}
