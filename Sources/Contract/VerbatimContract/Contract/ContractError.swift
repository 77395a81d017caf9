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

        package init(location: SourceLocation, message: String, next: String) {
            self.location = location
            self.message = message
            self.next = next
        }
    }

    /// The next step for most problems.
    static let correction = "correct it and run the command again"

    package init(_ problems: [Problem]) { self.problems = problems }

    package init(at location: SourceLocation, _ message: String, next: String) {
        self.init([Problem(location: location, message: message, next: next)])
    }

    /// Creates the error of a file that cannot be read.
    init(unreadable file: String, _ reason: String) {
        self.init(
            at: SourceLocation(file: file), "unreadable file: \(reason)",
            next: file.isInFolder("Contracts")
                ? "restore it with `git checkout -- \(file.shellWord)`"
                : "name a file that exists and can be read")
    }
}

extension ContractError: CustomStringConvertible {
    /// Two lines for each problem: location and message, then the next step.
    public var description: String {
        problems.map { MessageText("\($0.location): \($0.message)", next: $0.next).text }
            .joined(separator: "\n")
    }
}

/// The problems of a contract with the same message, at their first location.
package struct ContractProblemGroup: Sendable {
    package let first: ContractError.Problem
    package let count: Int
}

extension Contract {
    /// The warnings by their messages, in the order of their first locations.
    package var warningGroups: [ContractProblemGroup] {
        OrderedGroups(grouping: warnings, by: \.message).pairs
            .map { ContractProblemGroup(first: $1[0], count: $1.count) }
    }

    /// The number of findings that list the problems of a contract.
    private static let listLimit = 20

    /// The warnings as findings, one for each message; those beyond a limit are one finding.
    public var warningFindings: [Finding] {
        let groups = warningGroups
        let listed = groups.count > Self.listLimit ? groups.prefix(Self.listLimit - 1) : groups[...]
        var findings = listed.map { group in
            var finding = Finding(
                .contractProblem, about: .init(api: api, part: group.first.message), .found(""),
                contract: group.first.location, next: group.first.next)
            finding.count = group.count
            return finding
        }
        let others = groups.dropFirst(listed.count)
        if !others.isEmpty {
            let count = others.reduce(0) { $0 + $1.count }
            var finding = Finding(
                .contractProblem, about: .init(api: api, part: "\(count) more problems"), .found(""),
                contract: SourceLocation(file: file),
                next: "run \(ToolCommand("check", "--strict")) for a list of all")
            finding.count = count
            findings.append(finding)
        }
        return findings
    }
}

extension ContractSet {
    /// The warnings of all contracts as findings.
    public var warningFindings: [Finding] { contracts.flatMap(\.warningFindings) }
}
