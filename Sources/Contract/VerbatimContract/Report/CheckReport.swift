/// What a check found, and what it looked at.
public struct CheckReport: Sendable {
    /// The findings, in the order of the interactions.
    public internal(set) var findings: [Finding] = []
    /// What was seen of every operation of the contracts, in the order of the contracts.
    public internal(set) var operations: [OperationTally]
    /// How many interactions were checked.
    public internal(set) var interactions = 0
    /// The number of interactions with a server of a contract that belong to none of its operations.
    public internal(set) var undocumentedOperations = 0
    /// The number of interactions with a server of no contract.
    public internal(set) var undocumentedAPIs = 0

    /// What was seen of the schemas of each contract, by the name of its API.
    var seen: [String: SeenValues] = [:]

    /// The contracts.
    let contracts: ContractSet
    /// Where in `operations` each is.
    private let indexes: [Key: Int]

    private struct Key: Hashable {
        let api: String?
        let operation: String?
    }

    /// Creates a report over contracts that nothing was held to yet.
    package init(over contracts: ContractSet) {
        let operations = contracts.contracts.flatMap { contract in
            contract.operations.map { OperationTally($0, of: contract) }
        }
        let keys = operations.map { Key(api: $0.api, operation: $0.id) }
        indexes = Dictionary(zip(keys, operations.indices)) { first, _ in first }
        self.operations = operations
        self.contracts = contracts
    }

    /// How many findings have a severity.
    public func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }

    /// Whether a promise is broken.
    public var isBroken: Bool { findings.contains { $0.severity == .breaking } }

    /// A finding for each operation that the app should have recordings of and has none.
    public var unrecorded: [Finding] {
        operations.filter { $0.isRecorded && $0.interactions == 0 }.map(\.unrecordedFinding)
    }

    /// Adds findings of other kinds, for example those about models.
    public mutating func add(_ findings: [Finding]) {
        self.findings += findings
        for finding in findings {
            guard let index = index(of: finding.operation, in: finding.api) else { continue }
            operations[index].count(finding)
        }
    }

    /// Adds what was found over other interactions of the same contracts, no API in both.
    package mutating func add(_ other: CheckReport) {
        findings += other.findings
        for index in operations.indices { operations[index].add(other.operations[index]) }
        interactions += other.interactions
        undocumentedOperations += other.undocumentedOperations
        undocumentedAPIs += other.undocumentedAPIs
        seen.merge(other.seen) { _, last in last }
    }

    /// Where in `operations` one is.
    func index(of operation: String?, in api: String?) -> Int? {
        indexes[Key(api: api, operation: operation)]
    }
}
