import Foundation
package import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Tries changes of a contract on everything that is recorded.
final class ContractTrial {
    /// What a changed contract says about the recordings.
    enum Outcome {
        /// They keep it as they kept the old one.
        case holds(ContractOracle)
        /// One of them does not: what the change rules out has been seen.
        case breaks(Finding)
        /// It is no contract any more.
        case invalid
    }

    private let contract: Contract
    private let specimens: [BodySample]
    private var outcomes: [ContractEdit: Outcome] = [:]

    init(_ contract: Contract, _ specimens: [BodySample]) {
        self.contract = contract
        self.specimens = specimens
    }

    /// What becomes of the recordings under a contract with a change.
    func outcome(of edit: ContractEdit) -> Outcome {
        if let known = outcomes[edit] { return known }
        let outcome = outcome(of: [edit])
        outcomes[edit] = outcome
        return outcome
    }

    /// What becomes of the recordings under a contract with several changes.
    func outcome(of edits: [ContractEdit]) -> Outcome {
        guard let changed = try? contract.applying(edits) else { return .invalid }
        let judge = ContractOracle(changed)
        for specimen in specimens {
            let findings = judge.findings(in: specimen.interaction)
            if let new = findings.first(where: { !specimen.known.contains(ContractOracle.Fault($0)) }) {
                return .breaks(new)
            }
        }
        return .holds(judge)
    }
}

extension Contract {
    /// The contract with changes, in their order.
    package func applying(_ edits: [ContractEdit]) throws(ContractError) -> Contract {
        let text = editedText(edits)
        return try Contract(parsing: Data(text.utf8), file: file)
    }

    /// The text of the contract with changes, laid out as contracts are.
    package func editedText(_ edits: [ContractEdit]) -> String {
        edits.reduce(document.value) { $1.applied(to: $0) }.text(.pretty) + "\n"
    }
}
