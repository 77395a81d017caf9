public import VerbatimContract
public import VerbatimJSON

/// The status of a mutant after its evaluation.
public enum MutantStatus: Sendable, Hashable {
    /// An oracle kills it.
    case killed(by: Killer)
    /// No oracle kills it.
    case survived
    /// The recordings show that it is a response the API gives; the location of such a value.
    case equivalent(SourceLocation?)
    /// A waiver of the contract gives a reason why the API may respond so.
    case waived(Waiver)

    /// The oracles that kill a mutant.
    public enum Killer: String, Sendable, Hashable {
        /// A check of the contract has a new finding.
        case contract
        /// A model of the app rejects the body.
        case model
        /// Both the contract and a model.
        case both
    }
}

/// The mutants of one operator at one location of an operation's responses that the contract does not kill.
public struct MutantGroup: Sendable, Hashable {
    /// The operation id.
    public let operation: String
    /// The exchange in short: `GET /books/v1/volumes -> 200`.
    public let exchange: String
    /// The mutation operator.
    public let mutationOperator: MutationOperator
    /// The pointer to the value in the body, with `*` for indices; nil for a mutation of the response as a
    /// whole.
    public let pointer: JSONPointer?
    /// The first mutation in words: `'/items/0/title' is ""`.
    public let change: String
    /// The location of the first mutated value.
    public let location: SourceLocation?
    /// The number of mutants.
    public internal(set) var count: Int
    /// The status of the mutants.
    public let status: MutantStatus
    /// An edit of the contract that kills them and keeps all recordings valid.
    public let edit: ContractEdit?
}
