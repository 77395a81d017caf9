public import VerbatimContract

/// Compares two contracts of one API from the side of the app that uses it.
public struct ContractComparison: Sendable {
    private let old: Contract
    private let new: Contract
    private let consumer: Consumer
    private let api: String

    /// Creates a comparison.
    ///
    /// - Parameter api: The name of the API, when it is not that of the new contract's file.
    public init(_ old: Contract, _ new: Contract, for consumer: Consumer = Consumer(), api: String? = nil) {
        self.old = old
        self.new = new
        self.consumer = consumer
        self.api = api ?? new.api
    }

    /// Every change, the worst first and otherwise in the order of the new contract.
    public func changes() -> [ContractChange] {
        var comparer = ComparisonEngine(old, new)
        comparer.compare()
        guard !comparer.changes.isEmpty else { return [] }
        let changes = ChangeAssessor(comparer, consumer, api: api).assess()
        return changes.enumerated()
            .sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }.map(\.element)
    }

    /// What it means that there is a contract on one side only.
    public static func change(added contract: Contract) -> ContractChange {
        change("contract-added", contract)
    }

    /// What it means that there is no contract any more.
    public static func change(removed contract: Contract) -> ContractChange {
        change("contract-removed", contract)
    }

    private static func change(_ id: String, _ contract: Contract) -> ContractChange {
        let rule = ChangeRule.named(id) ?? .unhandled
        let isAdded = id == "contract-added"
        let location = SourceLocation(file: contract.file)
        return ContractChange(
            rule: rule.id, severity: rule.severity, direction: rule.direction, api: contract.api,
            subject: "contract '\(contract.api)'", was: isAdded ? "not there" : contract.file,
            now: isAdded ? contract.file : "not there", oldLocation: isAdded ? nil : location,
            newLocation: isAdded ? location : nil, next: NextStep.review)
    }
}
