import VerbatimJSON

/// A decision of the team to change the severity of a rule, for a reason and until a day.
public struct Override: Sendable, Hashable {
    /// The id of the rule.
    public var rule: String
    /// The name of the API that it applies to; nil for all.
    public var api: String?
    /// The id of the operation that it applies to; nil for all.
    public var operation: String?
    /// The request with the status that it applies to: `GET /books/v1/volumes -> 200`; nil for all.
    public var exchange: String?
    /// The model of the app that it applies to; nil for all.
    public var model: String?
    /// The subject that it applies to: `status`, `header 'Date'`; nil for all.
    public var subject: String?
    /// The values that it applies to, as a JSON Pointer in which `*` stands for any token; nil for all.
    public var pointer: String?
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

    /// Creates an override.
    ///
    /// - Parameter target: The findings and changes that it applies to; its pointer may be a pattern.
    package init(
        of target: OverrideTarget, severity: Severity, reason: String, expires: String,
        isBaseline: Bool = false, location: SourceLocation
    ) {
        rule = target.rule
        api = target.api
        operation = target.operation
        exchange = target.exchange
        model = target.model
        subject = target.subject
        pointer = target.pointer
        self.severity = severity
        self.reason = reason
        self.expires = expires
        self.isBaseline = isBaseline
        self.location = location
    }

    /// The findings and changes that it applies to.
    package var target: OverrideTarget {
        OverrideTarget(
            rule: rule, api: api, operation: operation, exchange: exchange, model: model, subject: subject,
            pointer: pointer)
    }

    /// The tokens of the findings and changes that it applies to, nil for any token; nil if the pointer is
    /// invalid.
    var pattern: [String?]? {
        let known = target.names.map { $0.map { "=" + $0 } ?? (isBaseline ? "" : nil) }
        guard let pointer else { return isBaseline ? known + [OverrideTarget.noPointer] : known }
        guard let tokens = try? JSONPointer(parsing: pointer).tokens else { return nil }
        return known + [""] + tokens.map { $0 == "*" ? nil : $0 }
    }
}

/// The properties of a finding or a change by which overrides apply to it.
package struct OverrideTarget: Sendable, Hashable {
    /// The id of the rule.
    package var rule: String
    /// The name of the API.
    package var api: String?
    /// The id of the operation.
    package var operation: String?
    /// The request with the status.
    package var exchange: String?
    /// The model of the app.
    package var model: String?
    /// The subject, if it is not a value in a body.
    package var subject: String?
    /// The JSON Pointer of the value.
    package var pointer: String?

    /// The properties that are compared as a whole.
    fileprivate var names: [String?] { [rule, api, operation, exchange, model, subject] }

    /// The last token of a target that has no pointer.
    fileprivate static let noPointer = "-"

    /// The tokens that patterns of overrides are matched with: without a pointer, and with it.
    var tokens: (known: [String], all: [String]) {
        let known = names.map { $0.map { "=" + $0 } ?? "" }
        guard let pointer = pointer.flatMap({ try? JSONPointer(parsing: $0) }) else {
            return (known, known + [Self.noPointer])
        }
        return (known, known + [""] + pointer.tokens)
    }

    /// The same for all elements of arrays: the fingerprint of a finding that stays when it is found again.
    package var fingerprint: OverrideTarget {
        var fingerprint = self
        fingerprint.pointer = pointer.map { text in
            (try? JSONPointer(parsing: text))?.pattern.description ?? text
        }
        return fingerprint
    }
}

extension OverrideTarget {
    /// Creates the target of the overrides of a finding.
    package init(_ finding: Finding) {
        self.init(
            rule: finding.rule.id, api: finding.api, operation: finding.operation, exchange: finding.exchange,
            model: finding.model, subject: Self.subject(of: finding), pointer: finding.pointer)
    }

    /// Returns the subject with what distinguishes findings about it: the media type that was found, and the
    /// file of a finding that belongs to no API.
    private static func subject(of finding: Finding) -> String? {
        if let subject = finding.subject, finding.rule.isAboutMediaType {
            return "\(subject) \(finding.found)"
        }
        guard finding.api == nil, let location = finding.location else { return finding.subject }
        return "\(finding.subject ?? finding.found) in \(location.pathInProject)"
    }
}

extension Rule {
    /// Whether the findings differ in the media type only.
    fileprivate var isAboutMediaType: Bool {
        self == .responseMediaTypeUndocumented || self == .requestMediaTypeUndocumented
    }
}

extension SourceLocation {
    /// The path of the file without the steps from a working directory to the project that contains it.
    fileprivate var pathInProject: String {
        file.split(separator: "/", omittingEmptySubsequences: false).drop { $0 == ".." || $0 == "." }
            .joined(separator: "/")
    }
}
