import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// What was recorded of an API, held to both contracts.
struct TrafficIndex {
    /// One interaction with what either contract finds wrong with it.
    struct Exchange {
        let interaction: Interaction
        /// The operation it belongs to by the new contract, or else by the old one.
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
            let before = oldSet.operation(of: interaction, api: old.api)?.operation
            let after = newSet.operation(of: interaction, api: new.api)?.operation
            guard let operation = after ?? before, case .response(let response) = interaction.outcome else {
                return nil
            }
            let bytes = (try? response.body.storedBytes()) ?? Data()
            return Exchange(
                interaction: interaction, operation: operation.id, status: response.status,
                body: try? JSON(parsing: bytes), oldFindings: oldSet.check(interaction, api: old.api),
                newFindings: newSet.check(interaction, api: new.api), matchesOld: before != nil,
                matchesNew: after != nil)
        }
    }

    /// The exchanges of an operation whose status a response of the contract stands for.
    func exchanges(of operation: String, status: String?) -> [Exchange] {
        exchanges.filter { $0.operation == operation && (status.map($0.fits) ?? true) }
    }
}

extension TrafficIndex.Exchange {
    /// Whether its status is meant by the key of a response.
    func fits(_ key: String) -> Bool {
        StatusKey(rawValue: key).covers(status)
    }

    /// Whether a finding about a part of it is there on one side only.
    func finding(about subject: String, oldOnly: Bool) -> Finding? {
        let (here, there) = oldOnly ? (oldFindings, newFindings) : (newFindings, oldFindings)
        return here.first { finding in
            finding.subject == subject && !there.contains { $0.rule == finding.rule && $0.subject == subject }
        }
    }
}
