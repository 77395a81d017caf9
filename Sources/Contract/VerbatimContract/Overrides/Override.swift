import VerbatimJSON

/// A decision of the team to change the severity of a rule, for a reason and until a day.
public struct Override: Sendable, Hashable {
    /// The findings that it applies to: the rule, and of the subject what is not nil. In the pointer, `*`
    /// stands for any token.
    public var target: Finding.Key
    /// The severity that replaces that of the rule.
    public var severity: Severity
    /// The reason for the decision.
    public var reason: String
    /// The last day on which it applies: `2027-03-31`.
    public var expires: String
    /// Whether it is an entry of the baseline: it applies only to findings that lack what it lacks, and must
    /// be removed once there are none.
    public var isBaseline: Bool
    /// Its location in the file of overrides.
    public var location: SourceLocation

    package init(
        of target: Finding.Key, severity: Severity, reason: String, expires: String,
        isBaseline: Bool = false, location: SourceLocation
    ) {
        self.target = target
        self.severity = severity
        self.reason = reason
        self.expires = expires
        self.isBaseline = isBaseline
        self.location = location
    }

    /// The id of the rule.
    public var rule: String { target.rule }
    /// The name of the API that it applies to; nil for all.
    public var api: String? { target.subject.api }

    /// The tokens of the findings that it applies to, nil for any token.
    var pattern: [String?] {
        let known = target.names.map { $0.map { "=" + $0 } ?? (isBaseline ? "" : nil) }
        guard let pointer = target.subject.pointer else {
            return isBaseline ? known + [Finding.Key.noPointer] : known
        }
        return known + [""] + pointer.tokens.map { $0 == "*" ? nil : $0 }
    }
}

extension Finding.Key {
    /// The properties that overrides compare as a whole.
    fileprivate var names: [String?] {
        [rule, subject.api, subject.operation, subject.exchange, subject.model, subject.part]
    }

    /// The last token of a finding that has no pointer.
    fileprivate static let noPointer = "-"

    /// The tokens that patterns of overrides are matched with: without a pointer, and with it.
    var tokens: (known: [String], all: [String]) {
        let known = names.map { $0.map { "=" + $0 } ?? "" }
        guard let pointer = subject.pointer else { return (known, known + [Self.noPointer]) }
        return (known, known + [""] + pointer.tokens)
    }
}
