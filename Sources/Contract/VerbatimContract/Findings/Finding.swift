/// One broken or doubtful promise.
///
/// A finding is data; its text is made in `Reports`, as `<rule>: <subject> is <found>, the contract says <expected>`,
/// or, about a model, `<rule>: <subject> is <found>, <expected>`.
public struct Finding: Sendable, Hashable {
    /// The rule that is broken.
    public var rule: Rule
    /// How bad it is for the consumer.
    public var severity: Severity
    /// The API, by the name of its contract (`itunes`), or nil when no contract claims the interaction.
    public var api: String?
    /// The operation id, or nil when none matched.
    public var operation: String?
    /// The exchange in short: `GET /books/v1/volumes -> 200`.
    public var exchange: String?
    /// The model of the app that cannot read the value, or nil when it is the contract that is not kept.
    public var model: String?
    /// What the finding is about when it is not a value in the body: `the status`, `header 'Date'`.
    public var subject: String?
    /// JSON Pointer of the value in the body, or nil when the finding is not about a value.
    public var pointer: String?
    /// JSON Pointer of the promise in the contract, or nil when there is none.
    public var contractPointer: String?
    /// What was promised, in words: `integer`, `one of "book", "song"`; of a model, who wants what: `Photo.id expects Int`;
    /// empty when nothing was promised.
    public var expected: String
    /// What was found, in words with the value shortened: `the string "312"`.
    public var found: String
    /// Where the value stands.
    public var location: SourceLocation?
    /// Where the promise stands.
    public var contractLocation: SourceLocation?
    /// What to do next: one sentence with a command that can be pasted.
    public var next: String

    /// Creates a finding.
    public init(
        rule: Rule, severity: Severity? = nil, api: String? = nil, operation: String? = nil,
        exchange: String? = nil,
        model: String? = nil, subject: String? = nil, pointer: String? = nil, contractPointer: String? = nil,
        expected: String,
        found: String, location: SourceLocation? = nil, contractLocation: SourceLocation? = nil, next: String
    ) {
        self.rule = rule
        self.severity = severity ?? rule.severity
        self.api = api
        self.operation = operation
        self.exchange = exchange
        self.model = model
        self.subject = subject
        self.pointer = pointer
        self.contractPointer = contractPointer
        self.expected = expected
        self.found = found
        self.location = location
        self.contractLocation = contractLocation
        self.next = next
    }
}
