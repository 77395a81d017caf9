public import VerbatimContract

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
        /// The model does not read the property.
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

    private var rank: Int {
        switch self {
        case .undocumented: 0
        case .optional: 1
        case .required: 2
        }
    }
}

extension PropertyAgreement.ModelStatus: Comparable {
    /// Orders statuses from unread to required.
    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .unread: 0
        case .optional: 1
        case .required: 2
        }
    }
}
