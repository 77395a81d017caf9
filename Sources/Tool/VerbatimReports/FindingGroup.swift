import VerbatimContract

/// Findings that break the same promise in the same way, told once.
struct FindingGroup {
    let first: Finding
    private(set) var others = 0

    /// Groups findings, in the order in which each group began.
    static func groups(of findings: [Finding]) -> [FindingGroup] {
        var groups: [FindingGroup] = []
        var known: [Key: Int] = [:]
        for finding in findings {
            let key = Key(finding)
            if let index = known[key] {
                groups[index].others += 1
            } else {
                known[key] = groups.count
                groups.append(FindingGroup(first: finding))
            }
        }
        return groups
    }

    /// What makes findings the same: everything but the location and the value, so the index in a list does not count.
    private struct Key: Hashable {
        let rule: Rule
        let api: String?
        let operation: String?
        let subject: String?
        let path: [Substring]
        let contractPointer: String?
        let expected: String

        init(_ finding: Finding) {
            rule = finding.rule
            api = finding.isAboutRecording ? nil : finding.api
            operation = finding.operation
            subject = finding.pointer == nil && !finding.isAboutRecording ? finding.subject : nil
            path = (finding.pointer ?? "").split(separator: "/").map { Int($0) == nil ? $0 : "*" }
            contractPointer = finding.contractPointer
            expected = finding.expected
        }
    }
}

extension Finding {
    /// Whether it is about a recording as a whole, of which no contract says anything.
    var isAboutRecording: Bool {
        rule == .recordingStale || rule == .recordingFromFake
    }
}
