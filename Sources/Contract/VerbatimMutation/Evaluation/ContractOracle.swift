import VerbatimContract
import VerbatimHAR

/// Decides whether a contract kills a mutant: whether a check reports anything new about the mutated
/// interaction.
struct ContractOracle: Sendable {
    private let contracts: ContractSet
    private let api: String
    private let emptyReport: CheckReport

    init(_ contract: Contract) {
        contracts = ContractSet([contract])
        api = contract.api
        emptyReport = CheckReport(over: contracts)
    }

    /// The findings about an interaction that are warnings or breaking.
    func findings(about interaction: Interaction) -> [Finding] {
        var report = emptyReport
        contracts.check(interaction, api: api, into: &report)
        return report.findings.filter { $0.severity >= .warning }
    }

    /// The highest severity of the new findings about a mutated interaction; nil if the mutant survives.
    ///
    /// - Parameter known: The findings about the original.
    func severity(of mutated: Interaction, beyond known: Set<Finding.Key>) -> Severity? {
        findings(about: mutated).filter { !known.contains($0.key(.value)) }.map(\.severity).max()
    }
}
