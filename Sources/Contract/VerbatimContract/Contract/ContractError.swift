import VerbatimHAR
import VerbatimJSON

/// A contract that cannot be read, or in a strict reading one with problems.
public struct ContractError: Error, Sendable, Hashable {
    /// The problems, in document order; never empty.
    public let problems: [Problem]

    /// One problem of a contract.
    public struct Problem: Sendable, Hashable {
        /// The location of the problem.
        public let location: SourceLocation
        /// The problem: `unresolved reference '#/components/schemas/Item'`.
        public let message: String
        /// The next step: one sentence.
        public let next: String

        /// Creates a problem.
        package init(location: SourceLocation, message: String, next: String) {
            self.location = location
            self.message = message
            self.next = next
        }
    }

    /// The next step for most problems.
    static let correction = "correct it and run the command again"

    /// Creates an error.
    package init(_ problems: [Problem]) {
        self.problems = problems
    }

    /// Creates an error with a single problem.
    package init(at location: SourceLocation, _ message: String, next: String) {
        self.init([Problem(location: location, message: message, next: next)])
    }

    /// Creates the error of a file that cannot be read.
    init(unreadable file: String, _ reason: String) {
        self.init(
            at: SourceLocation(file: file), "unreadable file: \(reason)",
            next: file.isInFolder("Contracts")
                ? "restore it with `git checkout -- \(file)`" : "name a file that exists and can be read")
    }
}

extension ContractError: CustomStringConvertible {
    /// Two lines for each problem: location and message, then the next step.
    public var description: String {
        problems.map { MessageText("\($0.location): \($0.message)", next: $0.next).text }
            .joined(separator: "\n")
    }
}
