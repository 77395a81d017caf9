import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

extension ModelFindings {
    /// Returns the finding about the presence of a property, if contract, traffic and model do not agree.
    func presenceFinding(about summary: PropertySummary) -> Finding? {
        guard let rule = summary.agreement.rule, let message = PresenceMessage.messages[rule],
            let evidence = summary.weakest
        else { return nil }
        let reader = reader(of: evidence)
        let values = PresenceMessage.Values(
            property: "`\(reader.name)`", key: "\"\(evidence.key.name)\"",
            present: "\(summary.presentCount) of \(summary.objectCount)", objects: "\(summary.objectCount)",
            status: evidence.contractStatus == .undocumented
                ? "not documented in the contract" : "optional in the contract",
            schema: location(evidence.object, evidence))
        return finding(
            rule, evidence, reader, found: message.found(values),
            expected: message.statesOptional ? "\(reader.name) is optional" : reader.expectation,
            next: message.next(values))
    }
}

/// The text of a finding about the presence of a property.
private struct PresenceMessage: Sendable {
    /// The values that the texts contain.
    struct Values {
        /// The property in Swift: `` `Photo.title` ``.
        let property: String
        /// The property in documents: `"title"`.
        let key: String
        /// The number of objects that have the property, of all: `2 of 3`.
        let present: String
        let objects: String
        /// The status of the property in the contract.
        let status: String
        /// The location of the schema around the property.
        let schema: String
    }

    let found: @Sendable (Values) -> String
    /// Whether the finding states that the property is optional in the model, not its type.
    var statesOptional = false
    let next: @Sendable (Values) -> String

    /// The texts of all rules about the presence of a property that a model reads.
    static let messages: [Rule: PresenceMessage] = [
        .modelRequiredAbsent: PresenceMessage(
            found: { "present in only \($0.present)" },
            next: { "make \($0.property) optional" }),
        .modelRequiredContractViolated: PresenceMessage(
            found: { "present in only \($0.present)" },
            next: { "make \($0.property) optional and remove \($0.key) from 'required' in \($0.schema)" }),
        .modelRequiredContractOptional: PresenceMessage(
            found: \.status,
            next: { "add \($0.key) to 'required' in \($0.schema), or make \($0.property) optional" }),
        .modelOptionalContractViolated: PresenceMessage(
            found: { "present in only \($0.present), although the contract requires it" },
            statesOptional: true,
            next: { "remove \($0.key) from 'required' in \($0.schema)" }),
        .modelOptionalContractRequired: PresenceMessage(
            found: { "required by the contract and present in \($0.present)" },
            statesOptional: true,
            next: { "make \($0.property) required, or keep it optional if the contract is too strict" }),
        .modelOptionalAlwaysPresent: PresenceMessage(
            found: { "present in \($0.present), but optional in the contract" },
            statesOptional: true,
            next: {
                "add \($0.key) to 'required' in \($0.schema), "
                    + "or keep it optional if a sample of \($0.objects) is too small"
            }),
        .modelPropertyUndocumented: PresenceMessage(
            found: { "present in \($0.present) and not documented in the contract" },
            next: { "document \($0.key) in \($0.schema)" }),
        .modelPropertyUnknown: PresenceMessage(
            found: { "present in \($0.present) and not documented in the contract" },
            next: { "correct the name of \($0.property), or delete it" }),
        .modelPropertyNeverPresent: PresenceMessage(
            found: { "present in \($0.present)" },
            next: { "record a scenario in which it is present, or delete \($0.property)" }),
    ]
}
