package import Foundation
package import VerbatimContract
import VerbatimDecoding
package import VerbatimHAR
import VerbatimJSON

/// Compares contract, traffic and models, property by property.
///
/// An audit collects the readings of recorded bodies by models, and reports at the end how the three agree.
package struct ModelAudit: Sendable {
    private var evidence: [BindingEvidence] = []
    private var indices: [Key: Int] = [:]

    /// The bodies of one operation as read by one model.
    private struct Key: Hashable {
        let api: String
        let operation: String
        let model: String
        let statuses: ClosedRange<Int>
    }

    /// Creates an audit without evidence.
    package init() {}

    /// Adds the reading of a body by a model; a reading without key usage is ignored.
    package mutating func add(
        _ reading: ModelReading, of body: Data, by binding: ModelBinding, in interaction: Interaction,
        of operation: APIOperation, in contract: Contract
    ) {
        guard reading.usage != nil, case .response(let response) = interaction.outcome,
            let document = try? JSON(parsing: body)
        else { return }
        let key = Key(
            api: contract.api, operation: operation.id, model: binding.model, statuses: binding.statuses)
        let index = indices[key] ?? evidence.count
        if index == evidence.count {
            indices[key] = index
            evidence.append(BindingEvidence(contract: contract, operation: operation, binding: binding))
        }
        evidence[index].add(
            reading, document, schema: operation.schema(ofJSONBodyOf: response, in: contract),
            from: interaction)
    }

    /// Reports how contract, traffic and models agree on every property.
    ///
    /// - Parameter sources: The index of the declarations of the models.
    package func report(_ sources: SourceIndex) -> ModelsReport {
        let properties = evidence.flatMap(\.properties)
        let summaries = PropertySummary.summaries(of: properties)
        let unread = evidence.flatMap(\.unreadProperties).removing(readBy: properties)
        let findings = ModelFindings(sources: sources)
        return ModelsReport(
            properties: (summaries.map { $0.reported(sources) } + unread.reported).inReportOrder,
            findings: summaries.flatMap(findings.findings) + findings.findings(about: unread))
    }

    /// Returns the warnings that a check reports in addition to its findings about single values: differences
    /// that may break the app, although no recording shows it.
    ///
    /// - Parameter sources: Makes the index of the declarations; called only if there may be a warning.
    package func warnings(_ sources: () -> SourceIndex) -> [Finding] {
        let summaries = PropertySummary.summaries(of: evidence.flatMap(\.properties))
            .filter(\.mayBreak)
        guard !summaries.isEmpty else { return [] }
        let findings = ModelFindings(sources: sources())
        return summaries.flatMap(findings.findings)
            .filter { $0.severity >= .warning && !Rule.reportedByValue.contains($0.rule) }
    }
}
