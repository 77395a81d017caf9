public import VerbatimContract

/// What inference made of traffic.
public struct InferredContract: Sendable {
    /// The contract.
    public let contract: Contract
    /// Its text, as it is to be written.
    public let text: String
    /// Whether it says anything that was not said before; if not, the file is to be left as it is.
    public let isChanged: Bool
    /// What was changed, in the order in which it was met.
    public let changes: [InferredEdit]
    /// What no change of the contract makes right: broken bodies, failed transports, requests that break the contract.
    public let left: [Finding]
    /// What people may want to decide.
    public let proposals: [Proposal]
    /// What was seen, by operation and status, in the order in which they came first.
    public let sightings: [ObservedResponse]
    /// How many interactions were read.
    public let interactions: Int
}
