public import VerbatimContract

/// The result of an inference.
public struct InferredContract: Sendable {
    /// The contract.
    public let contract: Contract
    /// The text of the contract's file.
    public let text: String
    /// Whether the text differs in content from that of the contract before; if not, leave the file as it is.
    public let isChanged: Bool
    /// The edits, in the order in which they were found to be necessary.
    public let edits: [InferredEdit]
    /// The findings that no edit of a contract can resolve: malformed bodies, failed transports, invalid
    /// requests.
    public let unresolved: [Finding]
    /// The decisions that are left to a person.
    public let proposals: [Proposal]
    /// The observed responses by operation and status, in order of first occurrence.
    public let responses: [ObservedResponse]
    /// The number of interactions that were read.
    public let interactionCount: Int
}

/// The observed responses of one operation with one status.
public struct ObservedResponse: Sendable, Hashable {
    /// The exchange in short: `GET /books/v1/volumes -> 200`.
    public let exchange: String
    /// The number of responses.
    public let count: Int
    /// The shape of their bodies.
    public let shape: ObservedShape
}
