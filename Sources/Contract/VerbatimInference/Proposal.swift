public import VerbatimJSON

/// What inference supposes and a person has to decide.
public struct Proposal: Sendable, Hashable {
    /// What it is about.
    public enum Subject: Sendable, Hashable {
        /// An object whose members look like the entries of a dictionary.
        case map(names: Int, objects: Int)
        /// Paths that differ in one segment only, which may be a parameter.
        case template(paths: Int)
    }

    /// What it is about.
    public let subject: Subject
    /// Where in the contract it would be decided.
    public let pointer: JSONPointer
    /// What it would become, `/users/{id}`, or two of the names that made it look so.
    public let example: String
}
