import Foundation
public import VerbatimContract
public import VerbatimHAR
import VerbatimJSON

/// Makes a contract of traffic, or brings one up to it.
///
/// Every element of every body is read. The result depends on the interactions alone, not on the order of the files they
/// come from; what people wrote stays as long as no interaction contradicts it, and then becomes only as wide as it must.
public struct Inference: Sendable {
    /// In how many answers an object must have had a member, always, for the contract to require it (10).
    ///
    /// What an answer holds depends on what was asked: few answers tell little, however many objects they have.
    public var evidence: Int

    /// Creates an inference.
    public init(evidence: Int = 10) {
        self.evidence = evidence
    }

    /// Makes the contract of an API of nothing but traffic.
    ///
    /// - Parameter file: The path the contract will have; its name is that of the API.
    /// - Throws: `ContractError` when the traffic cannot be put into a contract, or there is none.
    public func contract(file: String, of interactions: [Interaction]) throws(ContractError)
        -> InferredContract
    {
        guard !interactions.isEmpty else {
            throw ContractError(
                at: SourceLocation(file: file), "there is no interaction to make a contract of",
                next: "name recordings with `--recordings DIR|FILE.har`")
        }
        let start = ContractDraft.document(file: file, interactions)
        let contract = try Contract(parsing: Data(start.bytes(.pretty)), file: file)
        return try revise(contract, with: interactions, isNew: true)
    }

    /// Brings a contract up to traffic.
    public func update(_ contract: Contract, with interactions: [Interaction]) throws(ContractError)
        -> InferredContract
    {
        try revise(contract, with: interactions, isNew: false)
    }

    private func revise(
        _ contract: Contract, with interactions: [Interaction], isNew: Bool
    ) throws(ContractError) -> InferredContract {
        let ordered = ContractDraft.inOrder(interactions)
        var revision = ContractRevision(contract, ordered, evidence: evidence)
        try revision.run()
        let isChanged = isNew || !revision.changes.isEmpty
        let text = isChanged ? revision.document.text(.pretty) : (contract.source ?? contract.document).text
        return InferredContract(
            contract: revision.contract, text: text + "\n", isChanged: isChanged, changes: revision.changes,
            left: revision.left, proposals: revision.proposals, sightings: revision.sightings,
            interactions: interactions.count)
    }
}

extension Contract {
    /// Whether an interaction is with a server of the contract.
    package func claims(_ interaction: Interaction) -> Bool {
        let address = RequestTarget(interaction.request.url)
        if case .undocumentedAPI = ContractSet([self]).match(interaction.request, at: address) { return false }
        return true
    }
}
