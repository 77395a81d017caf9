import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// The recorded interactions of an API, checked against both contracts.
struct TrafficIndex {
    /// An interaction with the findings of both checks.
    struct Exchange {
        let interaction: Interaction
        /// The id of the operation in the new contract, or in the old one if the new one has none.
        let operation: String
        let status: Int
        /// The body if it is JSON, or the items of a sequence as an array.
        let body: JSON?
        let items: ItemSequence?
        let oldFindings: [Finding]
        let newFindings: [Finding]
        /// The first finding about each subject that only the check with the new contract has.
        let newFindingsBySubject: [String: Finding]
        let matchesOld: Bool
        let matchesNew: Bool
    }

    let exchanges: [Exchange]
    private let byOperation: [String: [Exchange]]
    /// The first exchange with an operation of the old contract and none of the new one.
    let firstUnmatched: Exchange?

    init(_ interactions: [Interaction], old: Contract, new: Contract) {
        let (oldSet, newSet) = (ContractSet([old]), ContractSet([new]))
        var (oldReport, newReport) = (CheckReport(over: oldSet), CheckReport(over: newSet))
        let exchanges: [Exchange] = newSet.calls(of: interactions).compactMap { interaction -> Exchange? in
            let oldOperation = oldSet.operation(of: interaction, api: old.api)?.operation
            let newOperation = newSet.operation(of: interaction, api: new.api)?.operation
            guard let operation = newOperation ?? oldOperation,
                case .response(let response) = interaction.outcome
            else { return nil }
            let bytes = (try? response.body.storedBytes()) ?? Data()
            let items = interaction.itemFormat?.items(in: bytes)
            let oldFindings = oldSet.findings(about: interaction, api: old.api, using: &oldReport)
            let newFindings = newSet.findings(about: interaction, api: new.api, using: &newReport)
            return Exchange(
                interaction: interaction, operation: operation.id, status: response.status,
                body: items?.json ?? (try? JSON(parsing: bytes.withoutByteOrderMark)), items: items,
                oldFindings: oldFindings, newFindings: newFindings,
                newFindingsBySubject: Self.findings(newFindings, beyond: oldFindings),
                matchesOld: oldOperation != nil, matchesNew: newOperation != nil)
        }
        self.exchanges = exchanges
        byOperation = Dictionary(grouping: exchanges, by: \.operation)
        firstUnmatched = exchanges.first { $0.matchesOld && !$0.matchesNew }
    }

    private static func findings(_ new: [Finding], beyond old: [Finding]) -> [String: Finding] {
        struct Key: Hashable {
            let rule: Rule
            let subject: String?
        }
        let known = Set(old.map { Key(rule: $0.rule, subject: $0.part) })
        var findings: [String: Finding] = [:]
        for finding in new where !known.contains(Key(rule: finding.rule, subject: finding.part)) {
            guard let subject = finding.part, findings[subject] == nil else { continue }
            findings[subject] = finding
        }
        return findings
    }

    func shows(_ operation: String) -> Bool { byOperation[operation] != nil }

    /// Returns the exchanges of an operation that fall under the key of a response.
    func exchanges(of operation: String, status key: String?) -> [Exchange] {
        byOperation[operation, default: []].filter { exchange in
            key.map { StatusKey(rawValue: $0).covers(exchange.status) } ?? true
        }
    }
}
