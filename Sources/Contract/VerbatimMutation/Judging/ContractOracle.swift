import VerbatimContract
import VerbatimHAR

/// Tells whether a contract notices what was done to an interaction.
struct ContractOracle: Sendable {
    private let contracts: ContractSet
    private let api: String
    private let nothing: CheckReport

    init(_ contract: Contract) {
        contracts = ContractSet([contract])
        api = contract.api
        nothing = CheckReport(over: contracts)
    }

    /// A broken or doubtful promise, whatever the value that breaks it.
    struct Fault: Hashable, Sendable {
        let rule: Rule
        let severity: Severity
        let subject: String?
        let pointer: String?
        let contractPointer: String?

        init(_ finding: Finding) {
            rule = finding.rule
            severity = finding.severity
            subject = finding.subject
            pointer = finding.pointer
            contractPointer = finding.contractPointer
        }
    }

    /// The findings about an interaction that are at least warnings.
    func findings(in interaction: Interaction) -> [Finding] {
        var report = nothing
        contracts.check(interaction, api: api, into: &report)
        return report.findings.filter { $0.severity >= .warning }
    }

    /// The severity of the worst finding about a changed interaction that was none before the change.
    func notice(_ interaction: Interaction, beyond known: Set<Fault>) -> Severity? {
        findings(in: interaction).filter { !known.contains(Fault($0)) }.map(\.severity).max()
    }
}
