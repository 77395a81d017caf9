public import VerbatimContract
import VerbatimJSON

/// A finding or a change, in the one form from which every format is made.
public struct ReportItem: Sendable, Hashable {
    /// The rule.
    public let rule: ReportRule
    /// The severity: that of the rule, unless it is overridden or the app decides.
    public let severity: Severity
    /// The problem or the change in one sentence, without the rule.
    public private(set) var message: String
    /// The name of the API, or nil if it belongs to none.
    public private(set) var api: String?
    /// The operation id, or nil if it is not about a single operation.
    public private(set) var operation: String?
    /// The status of the response, or nil if it is not about a single response.
    public private(set) var status: Int?
    /// The request and the status: `GET /books/v1/volumes -> 200`.
    public private(set) var exchange: String?
    /// The model of the app that it is about.
    public private(set) var model: String?
    /// The part that it is about: `header 'Date'`; of a finding about a value of the body nil.
    public private(set) var subject: String?
    /// The JSON Pointer of the value in the body; of a change with `*` for any element or property.
    public private(set) var pointer: String?
    /// The JSON Pointer of the violated part of the contract.
    public private(set) var contractPointer: String?
    /// The two sides that differ.
    public private(set) var comparison: Comparison
    /// The location of the value, or that on the new side of a change.
    public private(set) var location: SourceLocation?
    /// The location of the violated part of the contract.
    public private(set) var contractLocation: SourceLocation?
    /// The location of the declaration of the model's property, or of the model.
    public private(set) var modelLocation: SourceLocation?
    /// The properties of the app that it breaks.
    public private(set) var affected: [AffectedProperty] = []
    /// The evidence that a change is real.
    public private(set) var evidence = ChangeEvidence.notNeeded
    /// The other places of the same change.
    public private(set) var others: [ChangePlace] = []
    /// The next step: one sentence, or an empty text.
    public private(set) var next: String
    /// The number of results that it represents: itself, and similar ones that are not listed.
    public private(set) var count = 1

    /// The identity of the problem or the change from one run to the next, as 16 hexadecimal digits.
    ///
    /// It is a hash of the rule, the API, the operation, the model and the pointer, in which `*` replaces
    /// the indices of arrays; without a pointer, of the subject. Neither lines nor values are part of it, so
    /// that it stays the same if a recording is made again or a contract is edited elsewhere. Several items
    /// can have the same fingerprint: the same problem at different elements or with different values.
    public private(set) var fingerprint = ""

    /// The two sides that differ.
    public enum Comparison: Sendable, Hashable {
        /// A finding: the expected value, empty if it is no comparison, and the value that was found.
        case finding(expected: String, found: String)
        /// A change: its effect on the allowed values, both sides, and the location on the old one.
        case change(Direction, old: String, new: String, oldLocation: SourceLocation?)
    }

    /// Whether it is a change between two sides, not a finding.
    public var isChange: Bool {
        if case .change = comparison { true } else { false }
    }

    /// The location on the old side of a change.
    public var oldLocation: SourceLocation? {
        if case .change(_, _, _, let location) = comparison { location } else { nil }
    }
}

extension ReportItem {
    /// Creates the item of a finding.
    public init(_ finding: Finding) {
        self.init(
            rule: ReportRule(finding.rule), severity: finding.severity, message: finding.message,
            api: finding.api, operation: finding.operation, status: finding.status,
            exchange: finding.exchange, model: finding.model, subject: finding.subject,
            pointer: finding.pointer, contractPointer: finding.contractPointer,
            comparison: .finding(expected: finding.expected, found: finding.found),
            location: finding.location, contractLocation: finding.contractLocation,
            modelLocation: finding.modelLocation, next: finding.next, count: finding.count)
        fingerprint = StableHash.fingerprint(of: self)
    }

    /// Creates the item of a change.
    public init(_ change: some ReportableChange) {
        self.init(
            rule: ReportRule(change.rule), severity: change.severity,
            message: "\(change.subject) \(change.rule.summary): \(change.new), was \(change.old)",
            api: change.api, operation: change.operation, exchange: change.exchange,
            subject: change.subject, pointer: change.pointer,
            comparison: .change(
                change.direction, old: change.old, new: change.new, oldLocation: change.oldLocation),
            location: change.newLocation, affected: change.affected, evidence: change.evidence,
            others: change.others, next: change.next)
        fingerprint = StableHash.fingerprint(of: self)
    }

    /// Creates the item of a reason why a command could not run.
    public init(_ problem: ReportProblem) {
        self.init(
            rule: .couldNotRun, severity: .breaking, message: problem.message,
            comparison: .finding(expected: "", found: problem.message), location: problem.location,
            next: problem.next ?? "")
        fingerprint = StableHash.fingerprint(of: self)
    }
}

// MARK: - Redaction

extension ReportItem {
    /// Returns the item with other texts, such as texts without secrets. The fingerprint stays.
    package func mappingTexts(_ map: (String) -> String) -> ReportItem {
        var item = self
        item.message = map(message)
        item.exchange = exchange.map(map)
        item.subject = subject.map(map)
        item.pointer = pointer.map(map)
        item.next = map(next)
        switch comparison {
        case .finding(let expected, let found):
            item.comparison = .finding(expected: map(expected), found: map(found))
        case .change(let direction, let old, let new, let location):
            item.comparison = .change(direction, old: map(old), new: map(new), oldLocation: location)
        }
        if case .recorded(let location, let pointer, let value) = evidence {
            item.evidence = .recorded(location, pointer: pointer.map(map), value: map(value))
        }
        return item
    }
}
