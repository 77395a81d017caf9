public import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// The status of one property in the contract, in the traffic and in the model.
public struct PropertyAgreement: Sendable, Hashable {
    /// The status of a property in the contract.
    public enum ContractStatus: String, Sendable, Hashable, CaseIterable {
        case undocumented, optional, required
    }

    /// The presence of a property in the recorded objects in which the model requests it.
    public enum TrafficStatus: String, Sendable, Hashable, CaseIterable {
        case never, sometimes, always

        /// Creates the status from the number of objects that have the property, and of all objects.
        public init(present: Int, of total: Int) {
            self = present == 0 ? .never : present == total ? .always : .sometimes
        }
    }

    /// The status of a property in the model.
    public enum ModelStatus: String, Sendable, Hashable, CaseIterable {
        case unread
        /// The model can be decoded without the property.
        case optional
        /// The model cannot be decoded without the property.
        case required
    }

    /// The status in the contract.
    public var contract: ContractStatus
    /// The status in the traffic.
    public var traffic: TrafficStatus
    /// The status in the model.
    public var model: ModelStatus

    /// Combines the three statuses.
    public init(contract: ContractStatus, traffic: TrafficStatus, model: ModelStatus) {
        self.contract = contract
        self.traffic = traffic
        self.model = model
    }

    /// The rule that the combination breaks; nil if the three agree.
    public var rule: Rule? {
        switch (model, traffic, contract) {
        case (.required, .always, .required): nil
        case (.required, .always, _): .modelRequiredContractOptional
        case (.required, _, .required): .modelRequiredContractViolated
        case (.required, _, _): .modelRequiredAbsent
        case (.optional, .always, .required): .modelOptionalContractRequired
        case (.optional, .always, .optional): .modelOptionalAlwaysPresent
        case (.optional, _, .required): .modelOptionalContractViolated
        case (.optional, .sometimes, .optional): nil
        case (.optional, .never, .optional): .modelPropertyNeverPresent
        case (.optional, .never, .undocumented): .modelPropertyUnknown
        case (.optional, _, .undocumented): .modelPropertyUndocumented
        case (.unread, .never, .undocumented): nil
        case (.unread, .never, _): .propertyUnused
        case (.unread, _, _): .propertyUnread
        }
    }
}

extension PropertyAgreement.ContractStatus: Comparable {
    /// Orders statuses from undocumented to required.
    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
}

extension PropertyAgreement.ModelStatus: Comparable {
    /// Orders statuses from unread to required.
    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
}

/// The evidence about a property of a model from all locations in an API at which it is read.
struct PropertySummary {
    let api: String
    let model: String
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
                $0.hasNumberNearLimit || $0.binding.fractionalDates[$0.key.pointer] != nil
            }
            || properties.contains { !$0.incompatibilities().isEmpty }
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
