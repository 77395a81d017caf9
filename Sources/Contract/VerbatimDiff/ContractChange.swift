public import VerbatimContract
public import VerbatimJSON

/// One change between two contracts, as the consumer of the API feels it.
public struct ContractChange: Sendable, Hashable {
    /// The permanent kebab-case id of the rule: `response-property-became-nullable`.
    public var rule: String
    /// How bad it is for the app.
    public var severity: Severity
    /// What it does to the set of allowed values.
    public var direction: Direction
    /// The name of the API.
    public var api: String
    /// The operation id, or nil when the whole contract is concerned.
    public var operation: String?
    /// Request and status in short: `GET /books/v1/volumes -> 200`.
    public var exchange: String?
    /// What changed: `'/items/*/id'`, `header 'Date'`, `operation 'search'`.
    public var subject: String
    /// The values concerned, as a JSON Pointer with `*` for any element or member; nil when there are none.
    public var pointer: String?
    /// What was promised, in words.
    public var was: String
    /// What is promised now, in words.
    public var now: String
    /// Where the old contract says it.
    public var oldLocation: SourceLocation?
    /// Where the new contract says it.
    public var newLocation: SourceLocation?
    /// The properties of the app that it hurts.
    public var affected: [AffectedProperty] = []
    /// What shows that it is so.
    public var witness: ChangeEvidence = .notNeeded
    /// What to do next: one sentence.
    public var next: String
}

/// A property of the app's models that a change hurts.
public struct AffectedProperty: Sendable, Hashable {
    /// The property: `Photo.remoteURL`.
    public var name: String
    /// Where the app declares it, if that is known.
    public var location: SourceLocation?
    /// What the model that decodes the body is called.
    public var model: String
    /// What the property wants, and what it gets: `Photo.remoteURL expects URL, gets null`.
    public var reason: String
}

/// What shows that a promise has become wider.
public enum ChangeEvidence: Sendable, Hashable {
    /// The change allows nothing that was not allowed.
    case notNeeded
    /// A recording has a value that only the new contract allows.
    case recorded(SourceLocation, pointer: String?, value: String)
    /// No recording shows it; an example is a value that only the new contract allows, if one was found.
    case unwitnessed(example: JSONValue?)
}
