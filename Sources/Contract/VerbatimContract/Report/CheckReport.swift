import VerbatimJSON

/// The findings of a check, and the interactions by operation.
public struct CheckReport: Sendable {
    /// The findings, in the order of the interactions.
    ///
    /// Of those of an operation with the same rule, the first 1,000 are listed; the last counts the others.
    public var findings: [Finding] { list.findings }
    /// The tally of every operation of the contracts, in the order of the contracts.
    public internal(set) var operations: [OperationTally]
    /// The number of interactions.
    public internal(set) var interactions = 0
    /// The number of interactions with a server of a contract that belong to none of its operations.
    public internal(set) var undocumentedOperations = 0
    /// The number of interactions with a server of no contract.
    public internal(set) var undocumentedAPIs = 0

    /// The coverage of the schemas of each contract, by the name of its API.
    var coverage: [String: SchemaCoverage] = [:]

    private var list = FindingList<Finding.Key>()
    /// The number of undocumented operations for which the closest ones are named. These are sought among
    /// all, which is too much for each of very many requests.
    package var nearestLimit = 100

    let contracts: ContractSet
    /// The indices in `operations`.
    private let indices: [Key: Int]

    private struct Key: Hashable {
        let api: String?
        let operation: String?
    }

    package init(over contracts: ContractSet) {
        let operations = contracts.contracts.flatMap { contract in
            contract.operations.map { OperationTally($0, of: contract) }
        }
        let keys = operations.map { Key(api: $0.api, operation: $0.id) }
        indices = Dictionary(zip(keys, operations.indices)) { first, _ in first }
        self.operations = operations
        self.contracts = contracts
    }

    /// Returns the number of findings with a severity.
    public func count(_ severity: Severity) -> Int {
        findings.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) }
    }

    /// Whether there is a breaking finding.
    public var isBroken: Bool { findings.contains { $0.severity == .breaking } }

    /// A finding for each operation that should be recorded and is not.
    public var unrecorded: [Finding] {
        operations.filter { $0.isRecorded && $0.interactions == 0 }.map(\.unrecordedFinding)
    }

    /// Adds findings, for example about models.
    public mutating func add(_ findings: [Finding]) {
        for finding in findings {
            list.append(finding.key(.cause), count: finding.count, finding)
            guard let index = index(of: finding.operation, in: finding.api) else { continue }
            operations[index].count(finding)
        }
    }

    /// Adds the time that a response took, if it was recorded.
    ///
    /// - Parameter decodings: The number of models of the app that were given the body to decode.
    package mutating func add(
        _ duration: Double?, status: Int, of operation: String, in api: String, decodings: Int
    ) {
        guard let index = index(of: operation, in: api) else { return }
        operations[index].durations[status, default: 0] += duration ?? 0
        operations[index].decodings[status, default: 0] += decodings
    }

    /// Replaces the findings, for example to apply overrides; the tallies follow.
    public mutating func replaceFindings(_ change: ([Finding]) -> [Finding]) {
        let changed = change(findings)
        list = FindingList()
        for index in operations.indices { operations[index].findings = [:] }
        add(changed)
    }

    /// Removes the findings from the list; the tallies still count them.
    mutating func removeFindings() { list = FindingList() }

    /// The state of a report, which with that of other interactions makes the report of both.
    ///
    /// The findings are a list: states are added in the order of interactions; all else is a sum or union.
    package struct State: Sendable, Codable {
        fileprivate let findings: [Finding]
        /// The tallies of the operations that have any.
        fileprivate let operations: [OperationTally]
        fileprivate let interactions: Int
        fileprivate let undocumentedOperations: Int
        fileprivate let undocumentedAPIs: Int
        fileprivate let coverage: [String: SchemaCoverage]

        /// Whether a finding names the declaration of a model, which the sources of the app have.
        package var namesModels: Bool {
            findings.contains { $0.modelLocation != nil || !$0.affected.isEmpty }
        }
    }

    package var state: State {
        State(
            findings: findings, operations: operations.filter { $0.interactions > 0 || !$0.findings.isEmpty },
            interactions: interactions, undocumentedOperations: undocumentedOperations,
            undocumentedAPIs: undocumentedAPIs, coverage: coverage)
    }

    /// Adds the state of a report about interactions that follow, and about all or some of the contracts.
    package mutating func add(_ other: State) {
        for finding in other.findings { list.append(finding.key(.cause), count: finding.count, finding) }
        for tally in other.operations {
            if let index = index(of: tally.id, in: tally.api) { operations[index].add(tally) }
        }
        interactions += other.interactions
        undocumentedOperations += other.undocumentedOperations
        undocumentedAPIs += other.undocumentedAPIs
        for (api, schemas) in other.coverage {
            // A coverage of another contract, which a file may have, has other indices.
            guard let contract = contracts.contract(of: api) else { continue }
            coverage[api, default: SchemaCoverage(of: contract)].formUnion(schemas)
        }
    }

    func index(of operation: String?, in api: String?) -> Int? {
        indices[Key(api: api, operation: operation)]
    }
}

/// The interactions and findings of one operation.
public struct OperationTally: Sendable, Hashable, Codable {
    /// The name of the API.
    public let api: String
    /// The operation id.
    public let id: String
    /// The method, in upper case.
    public let method: String
    /// The path in the contract.
    public let path: String
    /// Whether the operation should be recorded (`x-recorded`).
    public let isRecorded: Bool
    let isDeprecated: Bool
    /// The location in the contract.
    public let location: SourceLocation
    /// The number of interactions.
    public internal(set) var interactions = 0
    /// The number of interactions without a complete response.
    public internal(set) var failures = 0
    /// The number of responses by status.
    public internal(set) var statuses: [Int: Int] = [:]
    /// The first announcement in a response that the operation is deprecated or ends.
    var notice: DeprecationNotice?
    /// The number of findings by severity.
    public internal(set) var findings: [Severity: Int] = [:]
    /// The number of times that a model of the app was given a body to decode, by status; only for a check
    /// that includes models.
    public internal(set) var decodings: [Int: Int] = [:]
    /// The milliseconds that the responses took together, by status; only for a check that includes models.
    public internal(set) var durations: [Int: Double] = [:]

    init(_ operation: APIOperation, of contract: Contract) {
        api = contract.api
        id = operation.id
        method = operation.method
        path = operation.path
        isRecorded = operation.isRecorded
        isDeprecated = operation.node["deprecated"].bool == true
        location = contract.location(of: operation.node)
    }

    mutating func count(_ finding: Finding) { findings[finding.severity, default: 0] += finding.count }

    mutating func add(_ other: OperationTally) {
        interactions += other.interactions
        failures += other.failures
        notice = notice ?? other.notice
        statuses.merge(other.statuses, uniquingKeysWith: +)
        findings.merge(other.findings, uniquingKeysWith: +)
        decodings.merge(other.decodings, uniquingKeysWith: +)
        durations.merge(other.durations, uniquingKeysWith: +)
    }

    var unrecordedFinding: Finding {
        Finding(
            .operationUnrecorded, about: .init(api: api, operation: id, part: "operation '\(id)'"),
            .found("not recorded"), contract: location,
            next: "run \(ToolCommand("record", api)), or add '\"x-recorded\": false' to the operation")
    }
}

/// A bounded list of findings: of those with the same cause, the first are listed and all are counted.
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
