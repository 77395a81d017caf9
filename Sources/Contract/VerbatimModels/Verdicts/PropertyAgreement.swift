public import VerbatimContract

/// What the three witnesses say of one member: the contract, the traffic and the model.
public struct PropertyAgreement: Sendable, Hashable {
    /// What the contract says.
    public enum Promise: String, Sendable, Hashable, CaseIterable, Comparable {
        /// It knows no such member.
        case unknown
        /// It may be there.
        case optional
        /// It is always there.
        case required
    }

    /// What the traffic shows, in the objects in which the model looked for it.
    public enum Sight: String, Sendable, Hashable, CaseIterable {
        case never, sometimes, always
    }

    /// What the model makes of it.
    public enum Demand: String, Sendable, Hashable, CaseIterable, Comparable {
        /// It does not read it.
        case none
        /// It goes without, or takes something else.
        case optional
        /// It cannot be decoded without.
        case required
    }

    /// What the contract says.
    public var promise: Promise
    /// What the traffic shows.
    public var sight: Sight
    /// What the model makes of it.
    public var demand: Demand

    /// Puts the three together.
    public init(promise: Promise, sight: Sight, demand: Demand) {
        self.promise = promise
        self.sight = sight
        self.demand = demand
    }

    /// The rule that the three break together; nil when they agree.
    public var rule: Rule? {
        switch (demand, sight, promise) {
        case (.required, .always, .required): nil
        case (.required, .always, _): .modelRequiredUnpromised
        case (.required, _, .required): .modelRequiredPromiseBroken
        case (.required, _, _): .modelRequiredAbsent
        case (.optional, .always, .required): .modelOptionalPromised
        case (.optional, .always, .optional): .modelOptionalAlwaysThere
        case (.optional, _, .required): .modelOptionalPromiseBroken
        case (.optional, .sometimes, .optional): nil
        case (.optional, .never, .optional): .modelNeverSeen
        case (.optional, .never, .unknown): .modelUnknown
        case (.optional, _, .unknown): .modelUndocumented
        case (.none, .never, .unknown): nil
        case (.none, .never, _): .propertyUnneeded
        case (.none, _, _): .propertyUnread
        }
    }
}

extension PropertyAgreement.Promise {
    /// Orders promises by how much they promise.
    public static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .unknown: 0
        case .optional: 1
        case .required: 2
        }
    }
}

extension PropertyAgreement.Demand {
    /// Orders demands by how much they ask for.
    public static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .none: 0
        case .optional: 1
        case .required: 2
        }
    }
}
