/// What was seen of one operation.
public struct OperationTally: Sendable, Hashable {
    /// The name of the API.
    public let api: String
    /// The operation id.
    public let id: String
    /// The method, in upper case.
    public let method: String
    /// The path as the contract has it.
    public let path: String
    /// Whether recordings of the app are expected (`x-recorded`).
    public let isRecorded: Bool
    /// Where the operation stands in the contract.
    public let location: SourceLocation
    /// How many interactions belong to it.
    public internal(set) var interactions = 0
    /// How many of them had no whole response.
    public internal(set) var failures = 0
    /// How often each status was seen.
    public internal(set) var statuses: [Int: Int] = [:]
    /// How many findings of each severity there are.
    public internal(set) var findings: [Severity: Int] = [:]

    init(_ operation: APIOperation, of contract: Contract) {
        api = contract.api
        id = operation.id
        method = operation.method
        path = operation.path
        isRecorded = operation.isRecorded
        location = contract.location(of: operation.node)
    }

    mutating func count(_ finding: Finding) {
        findings[finding.severity, default: 0] += 1
    }

    mutating func add(_ other: OperationTally) {
        interactions += other.interactions
        failures += other.failures
        statuses.merge(other.statuses, uniquingKeysWith: +)
        findings.merge(other.findings, uniquingKeysWith: +)
    }

    var unrecordedFinding: Finding {
        let rule = Rule.operationUnrecorded
        return Finding(
            rule: rule, api: api, operation: id, exchange: nil,
            subject: "operation '\(id)'", expected: "\(method) \(path)", found: "in no recording",
            contractLocation: location,
            next: "run `make record API=\(api)`, or say '\"x-recorded\": false' at the operation")
    }
}
