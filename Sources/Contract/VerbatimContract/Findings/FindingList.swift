/// A list of findings of bounded length: of those with the same cause, the first are listed and all are
/// counted.
///
/// A file controls how many values violate a rule, so a list of all of them could exceed any memory.
struct FindingList<Cause: Hashable & Sendable>: Sendable {
    /// The findings that are listed. The last one with a cause stands for all that are not.
    private(set) var findings: [Finding] = []
    private var counts: [Cause: (listed: Int, last: Int)] = [:]

    /// Returns whether another finding with a cause would be listed.
    func lists(_ cause: Cause) -> Bool { counts[cause, default: (0, 0)].listed < Finding.listLimit }

    /// Counts findings that are not listed, with the last one of their cause.
    mutating func count(_ cause: Cause, times: Int = 1) {
        if let known = counts[cause] { findings[known.last].count += times }
    }

    /// Appends a finding, or counts it if enough findings with the same cause are listed.
    ///
    /// - Parameters:
    ///   - cause: What findings have in common, such as a rule and a part of the contract.
    ///   - count: The number of findings.
    ///   - finding: The first of them; it is not evaluated if it is not listed.
    mutating func append(_ cause: Cause, count: Int = 1, _ finding: @autoclosure () -> Finding) {
        guard lists(cause) else { return self.count(cause, times: count) }
        counts[cause] = (counts[cause, default: (0, 0)].listed + 1, findings.count)
        var finding = finding()
        finding.count = count
        findings.append(finding)
    }
}

extension Finding {
    /// The number of findings with the same rule and the same part of the contract that are listed: in one
    /// interaction, and of one operation in a report.
    static let listLimit = 1000
}

/// The rule and the part of the contract that findings of one interaction have in common.
struct ViolationCause: Hashable, Sendable {
    let rule: Rule
    /// The node of the document, if there is one.
    let node: Int?
}
