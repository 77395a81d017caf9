public import VerbatimContract
public import VerbatimJSON

/// An edit of a contract, with the recorded value that made it necessary.
public struct InferredEdit: Sendable, Hashable {
    /// The kinds of edits.
    public enum Kind: String, Sendable, Hashable {
        /// The contract contradicted traffic and now allows more.
        case widened
        /// The contract did not describe part of the traffic.
        case added
    }

    /// The kind of the edit.
    public let kind: Kind
    /// The position in the contract, after the edit.
    public let pointer: JSONPointer
    /// The edit in words: `was "integer", is now ["integer","null"]`.
    public let summary: String
    /// The value that made it necessary: `null`; nil if it was not a value.
    public let value: String?
    /// The location of the value in the recordings.
    public let location: SourceLocation?
    /// The number of further locations with such a value.
    public let others: Int
}
