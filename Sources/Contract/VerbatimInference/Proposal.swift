public import VerbatimJSON

/// A supposition about a contract that a person has to confirm or reject.
public struct Proposal: Sendable, Hashable {
    /// The subjects of proposals.
    public enum Subject: Sendable, Hashable {
        /// An object with so many property names in so many objects that it may be a dictionary.
        case map(names: Int, objects: Int)
        /// A number of paths that differ in one segment, which may be a parameter.
        case template(paths: Int)
    }

    /// The subject.
    public let subject: Subject
    /// The position in the contract that it is about.
    public let pointer: JSONPointer
    /// The path template, `/users/{id}`, or two of the names of the dictionary.
    public let example: String
}
