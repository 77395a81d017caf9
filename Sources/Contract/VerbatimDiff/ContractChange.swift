public import VerbatimContract
import VerbatimJSON

/// A change between two contracts, from the perspective of the app that uses the API.
public struct ContractChange: ReportableChange, Hashable {
    /// The kind of change.
    public var rule: ChangeRule
    /// The severity for the app.
    public var severity: Severity
    /// The effect on the set of allowed values.
    public var direction: Direction
    /// The name of the API.
    public var api: String
    /// The operation id, or nil if the whole contract changed.
    public var operation: String?
    /// The request and the status: `GET /books/v1/volumes -> 200`.
    public var exchange: String?
    /// The part that changed: `'/items/*/id'`, `header 'Date'`, `operation 'search'`.
    public var subject: String
    /// The values that changed, as a JSON Pointer with `*` for any element or property, or nil.
    public var pointer: String?
    /// A description of the old contract.
    public var old: String
    /// A description of the new contract.
    public var new: String
    /// The location in the old contract.
    public var oldLocation: SourceLocation?
    /// The location in the new contract.
    public var newLocation: SourceLocation?
    /// The properties of the app that the change breaks.
    public var affected: [AffectedProperty] = []
    /// The evidence that the change is real.
    public var evidence: ChangeEvidence = .notNeeded
    /// The next step: one sentence.
    public var next: String
    /// The other parts that share what changed: at least 64 of them if there are more.
    public var others: [ChangePlace] = []
}

extension ContractChange {
    /// The change if there is no old contract.
    public static func added(_ contract: Contract) -> ContractChange {
        ContractChange(
            presence: .added, of: contract, old: "missing", new: contract.file,
            newLocation: SourceLocation(file: contract.file))
    }

    /// The change if there is no new contract.
    public static func removed(_ contract: Contract) -> ContractChange {
        ContractChange(
            presence: .removed, of: contract, old: contract.file, new: "missing",
            oldLocation: SourceLocation(file: contract.file))
    }

    private init(
        presence: PresenceChange, of contract: Contract, old: String, new: String,
        oldLocation: SourceLocation? = nil, newLocation: SourceLocation? = nil
    ) {
        let rule = ChangeRule(.presence(presence), .contract)
        self.init(
            rule: rule, severity: rule.severity, direction: rule.direction, api: contract.api,
            subject: "contract '\(contract.api)'", old: old, new: new, oldLocation: oldLocation,
            newLocation: newLocation, next: "review the commit that changes the contract")
    }

    /// The next step after a change: one sentence.
    func nextStep(in contract: String) -> String {
        if severity == .breaking, let first = affected.first {
            let check = ToolCommand("check", api)
            return "let \(first.name) accept both, or restore the old schema and run \(check)"
        }
        if severity >= .warning, case .unrecorded = evidence {
            return
                "run \(ToolCommand("record", api)) to see whether it happens, or restore the old schema in \(contract)"
        }
        if severity >= .warning {
            return "change the app, or accept it with a reason in Contracts/overrides.json"
        }
        return "nothing to do"
    }
}
