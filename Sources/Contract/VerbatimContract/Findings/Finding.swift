public import VerbatimJSON

/// Something that is not as expected, or that changed: the one result of every check and comparison.
///
/// Reports print it as `<rule>: <message>`. Its coded form is that of partial results, which only the same
/// version of the tool reads; programs read reports in JSON.
@dynamicMemberLookup
public struct Finding: Sendable, Hashable, Codable {
    /// The rule.
    public var rule: Rule
    /// The severity: that of the rule, unless it is overridden or the app decides.
    public var severity: Severity
    /// The part of the API that it is about.
    public var subject: Subject
    /// The two sides that differ.
    public var sides: Sides
    /// The value that was found in a body; of a missing property, the object that lacks it.
    public var value: Value?
    /// The types that a contract declares for a property that is missing, or that only one contract has;
    /// empty if they are not known.
    public var declaredTypes: [String] = []
    /// The location of the value, or that on the new side of a change.
    public var location: SourceLocation?
    /// The location on the old side of a change.
    public var oldLocation: SourceLocation?
    /// The location in the contract.
    public var contractLocation: SourceLocation?
    /// The location of the declaration of the model's property, or of the model, in the app's sources.
    public var modelLocation: SourceLocation?
    /// The day of a change in the history of the recordings; nil if it is no such change.
    public var day: Day?
    /// Whether it is a change from the recording of a fake provider to the first one of the provider.
    public var isFirstOfProvider = false
    /// Whether it is a change of recordings that the contract allows, as data differ from day to day.
    public var isAllowed = false
    /// The values in the body on which it depends whether the contract is violated: an object for which that
    /// has a condition, or the properties by which it distinguishes kinds of objects.
    package var conditions: [JSONPointer] = []
    /// The kind of the items of a sequence that it is about, with which the pointer begins; nil otherwise.
    package var itemKind: String?
    /// Whether it is about all items of a kind, rather than about a value in them.
    var isOfItemKind: Bool { itemKind != nil && subject.pointer?.tokens.count == 1 }
    /// The pattern of the value in a body, in which the items of a sequence are the elements of an array.
    package var bodyPattern: [String] {
        let tokens = subject.pointer?.pattern.tokens ?? []
        return itemKind == nil ? tokens : [JSONPointer.anyToken] + tokens.dropFirst()
    }
    /// The properties of the app that it breaks.
    public var affected: [AffectedProperty] = []
    /// The shipped versions that it breaks; nil if none is known, or if they cannot be held to it.
    public var versions: VersionEffect?
    /// The operation id of the interaction, of a change of recordings that has none in its subject.
    package var operationInContract: String?
    /// What a model or an example has where it breaks, unless the rule and the value say it.
    package var tried: Occurrence?
    /// The evidence that a change is real.
    public var evidence = Evidence.notNeeded
    /// The other places of the same change, for parts that are shared.
    public var others: [Place] = []
    /// The next step: one sentence with a command that can be pasted, or an empty text.
    public var next: String
    /// The number of findings it stands for: itself, and similar ones that are too many to be listed.
    public package(set) var count = 1
    /// The fingerprint of a finding whose texts were replaced.
    var originalFingerprint: String?

    /// Creates a finding. The severity defaults to that of the rule.
    public init(
        _ rule: Rule, severity: Severity? = nil, about subject: Subject, _ sides: Sides,
        at location: SourceLocation? = nil, old oldLocation: SourceLocation? = nil,
        contract contractLocation: SourceLocation? = nil, model modelLocation: SourceLocation? = nil,
        next: String
    ) {
        self.rule = rule
        self.severity = severity ?? rule.severity
        self.subject = subject
        self.sides = sides
        self.location = location
        self.oldLocation = oldLocation
        self.contractLocation = contractLocation
        self.modelLocation = modelLocation
        self.next = next
    }

    /// The properties of the subject.
    public subscript<Value>(dynamicMember property: KeyPath<Subject, Value>) -> Value {
        subject[keyPath: property]
    }

    /// A day on which the recordings changed.
    public struct Day: Sendable, Hashable, CustomStringConvertible, Codable {
        /// The day, `2026-11-15`.
        public let day: String
        /// The short hash of the commit; nil if the change is not committed.
        public let commit: String?

        /// Creates a day.
        public init(_ day: String, commit: String?) {
            self.day = day
            self.commit = commit
        }

        /// The day with the commit: `2026-11-15 (1a2b3c4)`.
        public var description: String { "\(day) (\(commit ?? "not committed"))" }
    }

    /// The part of an API that a finding is about, from the API down to a value.
    public struct Subject: Sendable, Hashable, Codable {
        /// The name of the API (`itunes`), or nil if the interaction belongs to no contract.
        public var api: String?
        /// The operation id, or nil if it is not about a single operation.
        public var operation: String?
        /// The interaction in one line: `GET /books/v1/volumes -> 200`.
        public var exchange: String?
        /// The status of the response, or nil if it is not about a single response.
        public var status: Int?
        /// The model of the app that it is about, or nil.
        public var model: String?
        /// The mutation operator if it is about a mutant of a response: `drop-key`.
        public var mutation: String?
        /// The part in words, if it is not a value in a body: `status`, `header 'Date'`.
        public var part: String?
        /// The value in the body; of a change with `*` for any element or property.
        public var pointer: JSONPointer?
        /// The part of the contract.
        public var contractPointer: JSONPointer?

        /// Creates a subject.
        public init(
            api: String? = nil, operation: String? = nil, exchange: String? = nil, status: Int? = nil,
            model: String? = nil, mutation: String? = nil, part: String? = nil, pointer: JSONPointer? = nil,
            contractPointer: JSONPointer? = nil
        ) {
            self.api = api
            self.operation = operation
            self.exchange = exchange
            self.status = status
            self.model = model
            self.mutation = mutation
            self.part = part
            self.pointer = pointer
            self.contractPointer = contractPointer
        }
    }

    /// The two sides that differ, in words.
    public enum Sides: Sendable, Hashable, Codable {
        /// The expected value, empty if it is no comparison, and the value that was found, shortened:
        /// `integer`, `the string "312"`. About a model, the property and its type are expected:
        /// `Photo.id expects Int`.
        case expected(String, found: String)
        /// The old and the new side of a change, with its effect on the set of allowed values.
        case change(Direction, old: String, new: String)

        /// What was found, if it is no comparison.
        public static func found(_ found: String) -> Sides { .expected("", found: found) }
    }

    /// A value in a body, of which large ones are known by their kind.
    public enum Value: Sendable, Hashable, Codable {
        /// Null, a boolean, a number, or a string of at most 200 characters.
        case scalar(JSONValue)
        /// A longer string.
        case text
        case array
        /// An object, with the first 64 names of its properties.
        case object([String])

        /// Describes a value; nil if there is none.
        package init?(_ node: JSON) {
            switch node.kind {
            case nil: return nil
            case .array: self = .array
            case .object: self = .object(node.members.prefix(64).map(\.name))
            case .string where node.string.map({ $0.utf8.count > 200 }) ?? true: self = .text
            default: self = .scalar(node.value)
            }
        }

        fileprivate func mappingTexts(_ map: (String) -> String) -> Value {
            switch self {
            case .scalar(.string(let text)): .scalar(.string(map(text)))
            case .object(let names): .object(names.map(map))
            case .scalar, .text, .array: self
            }
        }
    }

    /// A place of a change, beside the first.
    public struct Place: Sendable, Hashable, Codable {
        /// The part of the API.
        public var subject: Subject
        /// The severity of the change at this place, at most that of the change.
        public var severity: Severity

        /// Creates a place.
        public init(_ subject: Subject, _ severity: Severity) {
            self.subject = subject
            self.severity = severity
        }
    }

    /// The evidence that a change allows more values.
    public enum Evidence: Sendable, Hashable, Codable {
        /// The change allows no new value.
        case notNeeded
        /// A recording has a value that only the new side allows.
        case recorded(SourceLocation, pointer: JSONPointer?, value: String)
        /// No recording has such a value; the example is one, if any was found.
        case unrecorded(example: JSONValue?)
        /// A part of an instance that was generated from the contract alone.
        case instance(JSONValue)
    }

    /// Whether it is a change between two sides.
    public var isChange: Bool {
        if case .change = sides { true } else { false }
    }

    /// The expected value; empty for a change, or if it is no comparison.
    public var expected: String {
        if case .expected(let expected, _) = sides { expected } else { "" }
    }

    /// The old side of a change; empty otherwise.
    public var old: String {
        if case .change(_, let old, _) = sides { old } else { "" }
    }

    /// What was there before, or is expected.
    var former: String { isChange ? old : expected }

    /// The value that was found; for a change, the new side.
    public var found: String {
        switch sides {
        case .expected(_, let found): found
        case .change(_, _, let new): new
        }
    }

    /// The finding in one sentence, without the rule: `'/id': expected integer, found the string "312"`.
    public var message: String {
        let part = subject.text
        return switch sides {
        case .expected("", let found):
            [part, found].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
        case .expected(let expected, let found):
            if let part, subject.model != nil {
                "\(part) is \(found), \(expected)"
            } else {
                "\(part ?? Self.wholeExchange): expected \(expected), found \(found)"
            }
        case .change(_, let old, let new): "\(part ?? Self.wholeExchange) \(rule.summary): \(new), was \(old)"
        }
    }

    private static let wholeExchange = "the exchange"

    /// Returns the finding with other texts, such as texts without secrets. The fingerprint stays.
    package func mappingTexts(_ map: (String) -> String) -> Finding {
        var finding = self
        finding.originalFingerprint = fingerprint
        finding.subject.mapTexts(map)
        finding.next = map(next)
        finding.value = value?.mappingTexts(map)
        finding.sides =
            switch sides {
            case .expected(let expected, let found): .expected(map(expected), found: map(found))
            case .change(let direction, let old, let new): .change(direction, old: map(old), new: map(new))
            }
        if case .recorded(let location, let pointer, let value) = evidence {
            finding.evidence = .recorded(location, pointer: pointer?.mappingTokens(map), value: map(value))
        }
        return finding
    }
}

extension Finding.Subject {
    /// The part, or else the value, in words: `header 'Date'`, `'/items/0/id'`.
    package var text: String? { part ?? pointer.map { "'\($0)'" } }

    fileprivate mutating func mapTexts(_ map: (String) -> String) {
        exchange = exchange.map(map)
        part = part.map(map)
        pointer = pointer?.mappingTokens(map)
    }
}

extension JSONPointer {
    fileprivate func mappingTokens(_ map: (String) -> String) -> JSONPointer { JSONPointer(tokens.map(map)) }
}
