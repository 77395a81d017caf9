import VerbatimContract
import VerbatimInference
import VerbatimJSON

/// A decision that recordings call for: an edit of a contract, or a finding that no edit resolves.
struct ReviewItem: Sendable {
    let api: String
    /// The edit; nil if none resolves the findings.
    let edit: Edit?
    /// The findings that the edit resolves, the first of each fingerprint, with their numbers; without an
    /// edit, the one that no edit resolves.
    let findings: [CountedFinding]
    /// The properties of the app's models that read the values.
    let readers: [Reader]
    /// The line of the contract that the edit changes, or that the finding violates.
    let contractLine: ContractLine?
    /// The id, which is the same as long as the recordings call for the decision.
    let id: String

    struct Edit: Sendable {
        /// The decision in terms of the inference.
        let key: InferredEdit.Key
        /// The edit in words: `was "integer", is now ["integer","null"]`.
        let summary: String
        /// The value at the position in the contract; nil if there is none.
        let old: JSONValue?
        /// The value at the position after the edit; nil if it is removed.
        let new: JSONValue?
        /// The recorded value that made it necessary; nil if it was not a value.
        let value: String?
        let location: SourceLocation?
        /// The number of further locations with such a value.
        let others: Int
        /// Whether the contract can be written: one in YAML cannot.
        let isWritable: Bool
    }

    /// A finding with the number of those that have its fingerprint, itself included.
    struct CountedFinding: Sendable {
        let finding: Finding
        let count: Int
    }

    /// A property of a model that reads a value.
    struct Reader: Sendable, Hashable {
        let property: AffectedProperty
        let isBroken: Bool
    }

    /// A location in a contract with the text of its line, or of a part of it if it is long.
    struct ContractLine: Sendable {
        let location: SourceLocation
        let text: String
    }

    init(
        api: String, edit: Edit?, findings: [CountedFinding], readers: [Reader], contractLine: ContractLine?
    ) {
        self.api = api
        self.edit = edit
        self.findings = findings
        self.readers = readers
        self.contractLine = contractLine
        let names: [String?] =
            if let key = edit?.key {
                [api, key.kind.rawValue, key.pointer.description, key.name]
            } else {
                findings.first.map { $0.finding.key(.decision).pattern.parts } ?? [api]
            }
        id = String(names.map { $0.map { "=" + $0 } ?? "" }.joined(separator: "\n").stableHash.prefix(12))
    }

    /// The kind: that of the edit, or the rule of the finding.
    var kind: String { edit?.key.kind.rawValue ?? findings.first?.finding.rule.id ?? "" }

    /// The change or the problem in one sentence, without the kind.
    var message: String {
        guard let edit else { return findings.first?.finding.message ?? "" }
        return "'\(edit.key.pointer.path)' \(edit.key.kind == .added ? "is " : "")\(edit.summary)"
    }

    var canBeAccepted: Bool { edit?.isWritable ?? false }

    /// Whether an override can take its place: an edit may resolve no finding.
    var canBeOverridden: Bool { !findings.isEmpty }

    /// The severity of an override unless another one is named: what is only information is switched off.
    var overrideSeverity: Severity { findings.contains { $0.finding.severity >= .warning } ? .info : .off }
}

extension Finding.Key {
    fileprivate var parts: [String?] {
        [
            rule, subject.api, subject.operation, subject.exchange, subject.model, subject.part,
            subject.pointer?.description,
        ]
    }
}

enum ReviewDecision: Sendable, Hashable {
    /// The contract is edited; the recording stays.
    case accepted
    /// Nothing is written, and the finding stays until the API keeps the contract.
    case kept
    /// The findings get another severity, for a reason and until a day.
    case overridden(Severity, reason: String, expires: String)
    /// It is left for another time.
    case skipped

    var name: String {
        switch self {
        case .accepted: "accepted"
        case .kept: "kept"
        case .overridden: "overridden"
        case .skipped: "skipped"
        }
    }

    /// Whether nothing is left to do.
    var isFinal: Bool {
        switch self {
        case .accepted, .overridden: true
        case .kept, .skipped: false
        }
    }
}
