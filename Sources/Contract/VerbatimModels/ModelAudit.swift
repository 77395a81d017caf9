package import Foundation
package import VerbatimContract
import VerbatimDecoding
package import VerbatimHAR
import VerbatimJSON

/// Puts contract, traffic and models side by side, member by member.
///
/// It is given every reading of a body by a model, and tells at the end what the three say together.
package struct ModelAudit: Sendable {
    private var evidence: [BindingEvidence] = []
    private var indexes: [Key: Int] = [:]

    private struct Key: Hashable {
        let api: String
        let operation: String
        let model: String
        let statuses: ClosedRange<Int>
    }

    /// Creates an audit that has seen nothing yet.
    package init() {}

    /// Takes in what became of a body in the hands of a model; a reading that cannot be watched tells nothing.
    package mutating func add(
        _ reading: ModelReading, of body: Data, by binding: ModelBinding, in interaction: Interaction,
        of operation: APIOperation, in contract: Contract
    ) {
        guard reading.usage != nil, case .response(let response) = interaction.outcome,
            let document = try? JSON(parsing: body)
        else { return }
        let key = Key(
            api: contract.api, operation: operation.id, model: binding.model, statuses: binding.statuses)
        let index = indexes[key] ?? evidence.count
        if index == evidence.count {
            indexes[key] = index
            evidence.append(BindingEvidence(contract: contract, operation: operation, binding: binding))
        }
        evidence[index].add(
            reading, document, heldTo: operation.schema(ofJSONBodyOf: response, in: contract), from: interaction)
    }

    /// Everything the three witnesses say of every member.
    ///
    /// - Parameter sources: Where the models are declared.
    package func report(_ sources: SourceIndex) -> ModelsReport {
        let records = evidence.flatMap(\.records)
        let rows = PropertySummary.rows(of: records)
        let strangers = evidence.flatMap(\.strangers).without(readBy: records)
        let words = ModelFindings(sources: sources)
        return ModelsReport(
            members: (rows.map { $0.member(sources) } + strangers.members).inOrder,
            findings: rows.flatMap(words.findings) + words.findings(about: strangers))
    }

    /// The findings a check tells beside those about single values: what may break the app although nothing has yet.
    ///
    /// - Parameter sources: Makes the index of the models, which is only asked for when there is a finding.
    package func warnings(_ sources: () -> SourceIndex) -> [Finding] {
        let told = Rule.toldByValue
        let suspects = PropertySummary.rows(of: evidence.flatMap(\.records)).filter(
            \.isSuspect)
        guard !suspects.isEmpty else { return [] }
        let words = ModelFindings(sources: sources())
        return suspects.flatMap(words.findings).filter { $0.severity >= .warning && !told.contains($0.rule) }
    }
}
