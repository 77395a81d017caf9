public import VerbatimContract
public import VerbatimJSON

/// Mutants of one kind at one location of an operation that the contract does not notice.
public struct MutantGroup: Sendable, Hashable {
    /// What became of them.
    public enum Fate: Sendable, Hashable {
        /// Nobody notices.
        case survived
        /// A model of the app refuses them; the contract says nothing.
        case refused
        /// The recordings show that the API answers so as well; here.
        case seen(SourceLocation?)
        /// A reviewer said why they are no mistake.
        case waived(Waiver)
    }

    /// The operation id.
    public let operation: String
    /// The exchange in short: `GET /books/v1/volumes -> 200`.
    public let exchange: String
    /// What was done to the response.
    public let mutation: MutationOperator
    /// The path of the value in the body, with `*` for indices; nil for a change of the response as a whole.
    public let pointer: JSONPointer?
    /// What was done, in words: `'/items/0/title' is ""`.
    public let change: String
    /// Where the first value that was changed stands.
    public let location: SourceLocation?
    /// How many mutants there are.
    public internal(set) var count: Int
    /// What became of them.
    public let fate: Fate
    /// A change of the contract that makes it notice them, and that every recording keeps.
    public let edit: ContractEdit?
}
