public import VerbatimContract
import VerbatimJSON

/// A change between two recordings of a scenario.
public struct RecordingChange: ReportableChange, Hashable {
    /// The kind of change.
    public var rule: DriftRule
    /// The severity for the app.
    public var severity: Severity
    /// The name of the API.
    public var api: String
    /// The request and the status: `GET /books/v1/volumes -> 200`.
    public var exchange: String?
    /// The part that changed: `'/items/*/id'`, `header 'Date'`, `the exchange`.
    public var subject: String
    /// The values that changed, as a JSON Pointer with `*` for any element, or nil.
    public var pointer: String?
    /// A description of the old recording.
    public var old: String
    /// A description of the new recording.
    public var new: String
    /// The location in the old recording.
    public var oldLocation: SourceLocation?
    /// The location in the new recording.
    public var newLocation: SourceLocation?
    /// The properties of the app that do not decode the new value; empty if all do, or no model reads it.
    public var affected: [AffectedProperty] = []
    /// The other places of the same change: none, as each place is a change of its own.
    public var others: [ChangePlace] = []

    /// The effect on the set of values.
    public var direction: Direction { rule.direction }
    /// Nil: recordings are compared without a contract.
    public var operation: String? { nil }
    /// Not needed: the recordings themselves are the evidence.
    public var evidence: ChangeEvidence { .notNeeded }
    /// The next step: one sentence.
    public var next: String {
        if let property = affected.first {
            return "if the API changed for good, change \(property.name) to match and run "
                + "\(ToolCommand("check", api))"
        }
        return severity >= .warning
            ? "run \(ToolCommand("check", api)) to see whether the contract and the models still hold"
            : "nothing to do"
    }
}
