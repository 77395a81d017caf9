/// A variable of the environment that cannot be understood: wrong usage, like a word on the command line.
public struct EnvironmentError: Error, Sendable, CustomStringConvertible {
    /// What is wrong, and what to write.
    public let description: String

    /// Creates an error of these words.
    public init(_ description: String) {
        self.description = description
    }
}
