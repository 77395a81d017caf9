/// A violation of a contract, a value that a model cannot read, or another result of a check.
///
/// Reports print it as `<rule>: <subject>: expected <expected>, found <found>`, or about a model, as
/// `<rule>: <subject> is <found>, <expected>`.
public struct Finding: Sendable, Hashable {
    /// The rule.
    public var rule: Rule
    /// The severity: that of the rule, unless it is overridden.
    public var severity: Severity
    /// The name of the API (`itunes`), or nil if the interaction belongs to no contract.
    public var api: String?
    /// The operation id, or nil if no operation matches.
    public var operation: String?
    /// The interaction in one line: `GET /books/v1/volumes -> 200`.
    public var exchange: String?
    /// The status of the response, or nil if the finding is not about an interaction with a response.
    public var status: Int?
    /// The model of the app that the finding is about, or nil for a violation of the contract.
    public var model: String?
    /// The subject, if it is not a value in the body: `status`, `header 'Date'`.
    public var subject: String?
    /// The JSON Pointer of the value in the body, or nil if the finding is not about a value.
    public var pointer: String?
    /// The JSON Pointer of the violated part of the contract, or nil.
    public var contractPointer: String?
    /// The expected value: `integer`, `one of "book", "song"`; for a model, the property and its type:
    /// `Photo.id expects Int`. Empty if the finding is no comparison.
    public var expected: String
    /// The value that was found, shortened: `the string "312"`.
    public var found: String
    /// The location of the value.
    public var location: SourceLocation?
    /// The location in the contract.
    public var contractLocation: SourceLocation?
    /// The location of the declaration of the model's property, or of the model, in the app's sources.
    public var modelLocation: SourceLocation?
    /// The next step: one sentence with a command that can be pasted.
    public var next: String
    /// The number of findings that it stands for: itself, and similar ones that are not listed as there are
    /// too many.
    public package(set) var count = 1

    /// Creates a finding. The severity defaults to that of the rule.
    public init(
        rule: Rule, severity: Severity? = nil, api: String? = nil, operation: String? = nil,
        exchange: String? = nil, status: Int? = nil, model: String? = nil, subject: String? = nil,
        pointer: String? = nil, contractPointer: String? = nil, expected: String, found: String,
        location: SourceLocation? = nil,
        contractLocation: SourceLocation? = nil, modelLocation: SourceLocation? = nil, next: String
    ) {
        self.rule = rule
        self.severity = severity ?? rule.severity
        self.api = api
        self.operation = operation
        self.exchange = exchange
        self.status = status
        self.model = model
        self.subject = subject
        self.pointer = pointer
        self.contractPointer = contractPointer
        self.expected = expected
        self.found = found
        self.location = location
        self.contractLocation = contractLocation
        self.modelLocation = modelLocation
        self.next = next
    }
}

extension Finding {
    /// The problem in one sentence, without the rule: `'/id': expected integer, found the string "312"`.
    package var message: String {
        guard let subject = subject ?? pointer.map({ "'\($0)'" }) else {
            return expected.isEmpty ? found : "the exchange: expected \(expected), found \(found)"
        }
        guard !expected.isEmpty else { return found.isEmpty ? subject : "\(subject): \(found)" }
        return model == nil
            ? "\(subject): expected \(expected), found \(found)" : "\(subject) is \(found), \(expected)"
    }
}
