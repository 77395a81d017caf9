public import VerbatimContract

/// Findings as text: the problem, its locations and the next step.
///
///     response-property-type: '/items/3/pageCount': expected integer, found the string "312"
///       at Recordings/books/list/1.json:88:21 (GET /volumes -> 200), Contracts/books.json:141:15
///       next: if the API changed for good, run `verbatim infer books` and review the change to the contract
public struct FindingText: Sendable {
    private let style: TextStyle

    /// Creates a format.
    ///
    /// - Parameter colored: Whether the text is colored for a terminal.
    public init(colored: Bool = false) {
        style = TextStyle(isColored: colored)
    }

    /// Returns a finding, without a line break at the end.
    public func text(of finding: Finding) -> String {
        text(of: finding, others: finding.count - 1)
    }

    /// Returns findings in order, each with a line break; similar ones are one entry with their number.
    public func text(of findings: [Finding]) -> String {
        findings.groups(by: SimilarFindingKey.init, counting: \.count).map {
            text(of: $0.first, others: $0.others) + "\n"
        }
        .joined()
    }

    private func text(of finding: Finding, others: Int) -> String {
        ReportEntry(
            label: style.colored(finding.rule.id, as: finding.severity), headline: finding.message,
            location: Self.locations(of: finding), others: others, next: finding.next
        ).text
    }

    /// The location of the value with its exchange, then that in the contract.
    private static func locations(of finding: Finding) -> String? {
        let exchange = finding.exchange.map { finding.location == nil ? $0 : "(\($0))" }
        let value = [finding.location?.description, exchange].compactMap(\.self).joined(separator: " ")
        let locations = [value, finding.contractLocation?.description ?? ""].filter { !$0.isEmpty }
        return locations.isEmpty ? nil : locations.joined(separator: ", ")
    }
}

/// The properties that similar findings share: all but the location, the value and the array indices.
private struct SimilarFindingKey: Hashable {
    let rule: Rule
    let api: String?
    let operation: String?
    let subject: String?
    let path: [Substring]
    let contractPointer: String?
    let expected: String

    init(_ finding: Finding) {
        // Findings about recordings as a whole differ in nothing but the recording.
        let isAboutRecording = [
            Rule.recordingStale, .recordingFromFake, .recordingLogMismatch, .recordingUnfinished,
        ].contains(finding.rule)
        rule = finding.rule
        api = isAboutRecording ? nil : finding.api
        operation = finding.operation
        subject = finding.pointer == nil && !isAboutRecording ? finding.subject : nil
        path = (finding.pointer ?? "").split(separator: "/").map { Int($0) == nil ? $0 : "*" }
        contractPointer = finding.contractPointer
        expected = finding.expected
    }
}
