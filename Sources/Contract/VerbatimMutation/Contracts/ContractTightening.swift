public import VerbatimContract
public import VerbatimHAR
import VerbatimModels

/// The changes that make a contract notice what survived, as far as all recordings keep them together.
public struct ContractTightening: Sendable {
    /// The changes, in the order of the report.
    public let edits: [ContractEdit]
    /// The text of the contract with them, laid out as contracts are.
    public let text: String

    /// Takes the changes that a report suggests, and leaves out what the recordings do not keep beside the others.
    public init(of contract: Contract, by report: MutationReport, keeping interactions: [Interaction]) {
        let judge = ContractOracle(contract)
        let specimens = interactions.compactMap { BodySample($0, contract, judge, []) }
        let trial = ContractTrial(contract, specimens)
        var chosen: [ContractEdit] = []
        for edit in report.groups.compactMap(\.edit) where !chosen.contains(where: { $0.excludes(edit) }) {
            if case .holds = trial.outcome(of: chosen + [edit]) { chosen.append(edit) }
        }
        edits = chosen
        text = contract.editedText(chosen)
    }
}

extension ContractEdit {
    /// Whether the same is said already, or another value for the same member.
    fileprivate func excludes(_ other: ContractEdit) -> Bool {
        guard pointer == other.pointer, member == other.member else { return false }
        if case .set = change { return true }
        return change == other.change
    }
}
