public import VerbatimJSON

/// A change between two contracts or two recordings, as reports print it.
public protocol ReportableChange: Sendable {
    associatedtype Rule: ReportableRule

    /// The kind of change.
    var rule: Rule { get }
    /// The severity for the app.
    var severity: Severity { get set }
    /// The effect on the set of allowed values.
    var direction: Direction { get }
    /// The name of the API.
    var api: String { get }
    /// The operation id, or nil if the change is not about a single operation.
    var operation: String? { get }
    /// The request and the status: `GET /books/v1/volumes -> 200`.
    var exchange: String? { get }
    /// The part that changed: `'/items/*/id'`, `header 'Date'`, `operation 'search'`.
    var subject: String { get }
    /// The values that changed, as a JSON Pointer with `*` for any element or property, or nil.
    var pointer: String? { get }
    /// A description of the old side.
    var old: String { get }
    /// A description of the new side.
    var new: String { get }
    /// The location on the old side.
    var oldLocation: SourceLocation? { get }
    /// The location on the new side.
    var newLocation: SourceLocation? { get }
    /// The properties of the app that the change breaks.
    var affected: [AffectedProperty] { get }
    /// The evidence that the change is real.
    var evidence: ChangeEvidence { get }
    /// The next step: one sentence.
    var next: String { get }
    /// The other places of the same change, for parts that are shared.
    var others: [ChangePlace] { get set }
}

/// A place of a change, beside the first.
public struct ChangePlace: Sendable, Hashable {
    /// The operation id, or nil if the place is not in a single operation.
    public var operation: String?
    /// The request and the status: `GET /books/v1/volumes -> 200`.
    public var exchange: String?
    /// The part that changed: `'/items/*/id'`, `header 'Date'`.
    public var subject: String
    /// The values that changed, as a JSON Pointer with `*` for any element or property, or nil.
    public var pointer: String?
    /// The severity of the change at this place, at most that of the change.
    public var severity: Severity

    /// Creates a place.
    public init(
        operation: String?, exchange: String?, subject: String, pointer: String?, severity: Severity
    ) {
        self.operation = operation
        self.exchange = exchange
        self.subject = subject
        self.pointer = pointer
        self.severity = severity
    }
}

/// A kind of change, with its consequences for the app.
public protocol ReportableRule: Sendable {
    /// The permanent kebab-case id: `response-property-became-nullable`.
    var id: String { get }
    /// The severity, unless the models or the recordings of the app decide.
    var severity: Severity { get }
    /// The usual effect on the set of allowed values.
    var direction: Direction { get }
    /// A predicate for the subject of a change: `may now be null`.
    var summary: String { get }
    /// The reason for the severity.
    var reason: String { get }
    /// The explanation of the rule, with an example.
    var explanation: RuleExplanation { get }
}

/// A property of the app's models that a change breaks.
public struct AffectedProperty: Sendable, Hashable {
    /// The name of the property: `Photo.remoteURL`.
    public var name: String
    /// The location of its declaration, if it is known.
    public var location: SourceLocation?
    /// The name of the model that decodes the body.
    public var model: String
    /// The conflict: `Photo.remoteURL expects URL, gets null`.
    public var reason: String

    /// Creates a property.
    public init(name: String, location: SourceLocation?, model: String, reason: String) {
        self.name = name
        self.location = location
        self.model = model
        self.reason = reason
    }
}

/// The evidence that a change allows more values.
public enum ChangeEvidence: Sendable, Hashable {
    /// The change allows no new value.
    case notNeeded
    /// A recording has a value that only the new side allows.
    case recorded(SourceLocation, pointer: String?, value: String)
    /// No recording has such a value; the example is one, if any was found.
    case unrecorded(example: JSONValue?)
}
