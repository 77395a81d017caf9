/// A contract that cannot be used: what is wrong with it, and where.
///
/// A broken contract fails before anything is checked with it, with everything that is wrong at once.
public struct ContractError: Error, Sendable, Hashable {
    /// Everything that is wrong, in document order; never empty.
    public let problems: [Problem]

    /// One thing that is wrong with a contract.
    public struct Problem: Sendable, Hashable {
        /// Where it stands.
        public let location: SourceLocation
        /// What is wrong: `'/paths/~1search/get/responses' is missing`.
        public let what: String
        /// What to do next: one sentence.
        public let next: String

        /// Creates a problem.
        package init(location: SourceLocation, what: String, next: String) {
            self.location = location
            self.what = what
            self.next = next
        }
    }

    /// Creates an error.
    package init(_ problems: [Problem]) {
        self.problems = problems
    }
}

extension ContractError: CustomStringConvertible {
    /// Every problem in two lines: the location and what is wrong, then what to do.
    public var description: String {
        problems.map { "\($0.location): \($0.what)\n  next: \($0.next)" }.joined(separator: "\n")
    }
}
