import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// The evidence about a property of a model from all locations in an API at which it is read.
struct PropertySummary {
    let api: String
    let model: String
    /// The name of the property in documents.
    let name: String
    let properties: [PropertyEvidence]

    /// Groups evidence by property, in the order in which each property occurs first.
    static func summaries(of properties: [PropertyEvidence]) -> [PropertySummary] {
        OrderedGroups(grouping: properties) { [$0.binding.contract.api, $0.key.model, $0.key.name] }.pairs
            .map { PropertySummary(api: $0[0], model: $0[1], name: $0[2], properties: $1) }
    }

    /// The number of objects in which the property was present with a value other than null.
    var presentCount: Int { properties.reduce(0) { $0 + $1.key.found } }
    /// The number of objects in which the model looked for the property.
    var objectCount: Int { properties.reduce(0) { $0 + $1.key.found + $1.key.null + $1.key.absent } }

    /// The statuses of the property, with the weakest status in the contract at any location.
    var agreement: PropertyAgreement {
        PropertyAgreement(
            contract: properties.map(\.contractStatus).min() ?? .undocumented,
            traffic: .init(present: presentCount, of: objectCount),
            model: properties.map(\.modelStatus).max() ?? .unread)
    }

    /// The evidence that a finding is about: the first with the weakest status in the contract.
    var weakest: PropertyEvidence? {
        let weakest = agreement.contract
        return properties.first { $0.contractStatus == weakest }
    }

    /// Whether there is a warning in addition to those that a check reports at each value.
    var mayBreak: Bool {
        let rule = agreement.rule.flatMap { $0.severity >= .warning ? $0 : nil }
        return rule.map { !Rule.reportedByValue.contains($0) } ?? false
            || properties.contains {
                !$0.compatibility.incompatibilities.isEmpty || $0.hasNumberNearLimit
                    || $0.binding.fractionalDates[$0.key.pointer] != nil
            }
    }
}

extension PropertyEvidence {
    /// Whether a recorded number is near the limit of the property's integer type.
    fileprivate var hasNumberNearLimit: Bool {
        guard let number = binding.largeNumbers[key.pointer]?.value.number,
            let type = key.type.flatMap(IntegerType.init)
        else { return false }
        return type.isNearLimit(number)
    }
}
