public import VerbatimContract
public import VerbatimHAR
import VerbatimModels

/// The edits that make a contract kill survivors and that together keep all recordings valid.
public struct ContractTightening: Sendable {
    /// The edits, in the order of the report.
    public let edits: [ContractEdit]
    /// The text of the edited contract.
    public let text: String

    /// Selects edits from those that a report suggests.
    ///
    /// - Parameter interactions: The recordings that have to stay valid.
    public init(of contract: Contract, by report: MutationReport, keeping interactions: [Interaction]) {
        let oracle = ContractOracle(contract)
        let originals = interactions.compactMap { OriginalResponse($0, contract, oracle, []) }
        let trial = ContractTrial(contract, originals)
        var chosen: [ContractEdit] = []
        for edit in report.groups.compactMap(\.edit) where !chosen.contains(where: { $0.excludes(edit) }) {
            if case .holds = trial.outcome(of: chosen + [edit]) { chosen.append(edit) }
        }
        edits = chosen
        text = contract.editedText(chosen)
    }
}

extension ContractEdit {
    /// Whether another edit is the same, or sets the same keyword to another value.
    fileprivate func excludes(_ other: ContractEdit) -> Bool {
        guard pointer == other.pointer, keyword == other.keyword else { return false }
        if case .set = change { return true }
        return change == other.change
    }
}
