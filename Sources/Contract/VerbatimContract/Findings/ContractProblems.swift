import VerbatimJSON

/// The problems of a contract with the same message, at their first location.
package struct ContractProblemGroup: Sendable {
    /// The first of the problems.
    package let first: ContractError.Problem
    /// The number of problems.
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
