public import VerbatimContract
public import VerbatimJSON

/// One thing that inference changed in a contract, with the value that made it.
public struct InferredEdit: Sendable, Hashable {
    /// What kind of change it is.
    public enum Kind: String, Sendable, Hashable {
        /// Traffic contradicts what the contract said, so it says less now.
        case widened
        /// Traffic has what the contract did not speak of.
        case added
    }

    /// What kind of change it is.
    public let kind: Kind
    /// Where in the contract; for what was added, where it stands now.
    public let pointer: JSONPointer
    /// What changed, in words: `was "integer", is now ["integer","null"]`.
    public let what: String
    /// The value that made it, in words: `null`; nil when it is not about a value.
    public let found: String?
    /// Where that value stands in the recordings.
    public let witness: SourceLocation?
    /// How many more locations have such a value.
    public let others: Int
}
