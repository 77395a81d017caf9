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
        /// The body, if it is JSON.
        let body: JSON?
        let oldFindings: [Finding]
        let newFindings: [Finding]
        let matchesOld: Bool
        let matchesNew: Bool
    }

    let exchanges: [Exchange]

    init(_ interactions: [Interaction], old: Contract, new: Contract) {
        let (oldSet, newSet) = (ContractSet([old]), ContractSet([new]))
        exchanges = interactions.compactMap { interaction in
            let oldOperation = oldSet.operation(of: interaction, api: old.api)?.operation
            let newOperation = newSet.operation(of: interaction, api: new.api)?.operation
            guard let operation = newOperation ?? oldOperation,
                case .response(let response) = interaction.outcome
            else { return nil }
            let bytes = (try? response.body.storedBytes()) ?? Data()
            return Exchange(
                interaction: interaction, operation: operation.id, status: response.status,
                body: try? JSON(parsing: bytes), oldFindings: oldSet.check(interaction, api: old.api),
                newFindings: newSet.check(interaction, api: new.api), matchesOld: oldOperation != nil,
                matchesNew: newOperation != nil)
        }
    }

    /// Returns the exchanges of an operation that fall under the key of a response.
    func exchanges(of operation: String, status key: String?) -> [Exchange] {
        exchanges.filter { exchange in
            exchange.operation == operation
                && (key.map { StatusKey(rawValue: $0).covers(exchange.status) } ?? true)
        }
    }
}

extension TrafficIndex.Exchange {
    /// Returns the finding about a subject that only the check with the new contract has.
    func newFinding(about subject: String) -> Finding? {
        newFindings.first { finding in
            finding.subject == subject
                && !oldFindings.contains { $0.rule == finding.rule && $0.subject == subject }
        }
    }
}
