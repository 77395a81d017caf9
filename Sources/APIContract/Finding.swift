/// One broken or doubtful promise.
///
/// A finding is data; its words are made in `Reports`.
public struct Finding: Sendable, Hashable {
    /// The permanent kebab-case id of the rule, for example `response-body-schema`.
    public var rule: String
    /// How bad it is for the consumer.
    public var severity: Severity
    /// The API, by the name of its contract (`itunes`), or nil when no contract claims the interaction.
    public var api: String?
    /// The operation id, or nil when none matched.
    public var operation: String?
    /// The exchange in short: `GET /books/v1/volumes -> 200`.
    public var exchange: String?
    /// JSON Pointer of the value in the body, or nil when the finding is not about a value.
    public var pointer: String?
    /// JSON Pointer of the promise in the contract, or nil when there is none.
    public var contractPointer: String?
    /// What was promised, in words: `integer`, `one of "book", "song"`.
    public var expected: String
    /// What was found, in words with the value shortened: `the string "312"`.
    public var found: String
    /// Where the value stands.
    public var place: FilePlace?
    /// Where the promise stands.
    public var contractPlace: FilePlace?
    /// What to do next: one sentence with a command that can be pasted.
    public var next: String

    /// Creates a finding.
    public init(
        rule: String, severity: Severity, api: String? = nil, operation: String? = nil, exchange: String? = nil,
        pointer: String? = nil, contractPointer: String? = nil, expected: String, found: String,
        place: FilePlace? = nil, contractPlace: FilePlace? = nil, next: String
    ) {
        self.rule = rule
        self.severity = severity
        self.api = api
        self.operation = operation
        self.exchange = exchange
        self.pointer = pointer
        self.contractPointer = contractPointer
        self.expected = expected
        self.found = found
        self.place = place
        self.contractPlace = contractPlace
        self.next = next
    }
}

/// How bad a finding is for the consumer of an API.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The rule is switched off.
    case off
    /// Worth knowing.
    case info
    /// May hurt.
    case warning
    /// The app breaks, or the promise it relies on is broken.
    case breaking

    /// Orders severities from `off` to `breaking`.
    public static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .off: 0
        case .info: 1
        case .warning: 2
        case .breaking: 3
        }
    }
}

/// A place in a file.
public struct FilePlace: Sendable, Hashable {
    /// The path, relative to where the tool runs if it was given so.
    public var file: String
    /// The line, from 1, or nil when the place is the whole file.
    public var line: Int?
    /// The column in UTF-8 bytes, from 1.
    public var column: Int?

    /// Creates a place.
    public init(file: String, line: Int? = nil, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }
}

extension FilePlace: CustomStringConvertible {
    /// `file:line:column`, as editors and terminals link it.
    public var description: String {
        ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    }
}
