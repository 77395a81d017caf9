public import VerbatimContract

/// Findings as people read them: what, where, next.
///
///     response-property-type: '/items/3/volumeInfo/pageCount': expected integer, found the string "312"
///       at Recordings/google-books/by-isbn/1.json:88:21 (GET /books/v1/volumes -> 200), Contracts/google-books.json:141:15
///       next: if the API changed for good, run `make infer API=google-books` and review the change to the contract
public struct FindingText: Sendable {
    /// Whether terminals get colours.
    private let style: TextStyle

    /// Creates the words of findings; colours only when they are asked for.
    public init(colored: Bool = false) {
        style = TextStyle(isColored: colored)
    }

    /// One finding in three lines, without a line break at the end.
    public func text(of finding: Finding) -> String { text(of: finding, others: 0) }

    /// Findings in order, those that break the same promise in the same way told once, with how many more there are.
    public func text(of findings: [Finding]) -> String {
        FindingGroup.groups(of: findings).map { text(of: $0.first, others: $0.others) + "\n" }.joined()
    }

    private func text(of finding: Finding, others: Int) -> String {
        var lines = [head(of: finding)]
        if let location = location(of: finding) { lines.append("  at " + location) }
        if others > 0 { lines.append("  and \(others) more like it") }
        lines.append("  next: " + finding.next)
        return lines.joined(separator: "\n")
    }

    private func head(of finding: Finding) -> String {
        let subject = finding.subject ?? finding.pointer.map { "'\($0)'" } ?? "the exchange"
        let rule = style.colored(finding.rule.id, as: finding.severity)
        guard !finding.expected.isEmpty else { return "\(rule): \(subject): \(finding.found)" }
        guard finding.model == nil else { return "\(rule): \(subject) is \(finding.found), \(finding.expected)" }
        return "\(rule): \(subject): expected \(finding.expected), found \(finding.found)"
    }

    /// The value with its exchange, then the promise.
    private func location(of finding: Finding) -> String? {
        let exchange = finding.exchange.map { finding.location == nil ? $0 : "(\($0))" }
        let value = [finding.location?.description, exchange].compactMap { $0 }.joined(separator: " ")
        let locations = [value, finding.contractLocation?.description ?? ""].filter { !$0.isEmpty }
        return locations.isEmpty ? nil : locations.joined(separator: ", ")
    }
}
