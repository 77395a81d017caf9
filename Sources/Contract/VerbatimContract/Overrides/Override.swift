import VerbatimJSON

/// A decision of the team to change the severity of a rule, for a reason and until a day.
public struct Override: Sendable, Hashable {
    /// The id of the rule.
    public var rule: String
    /// The name of the API that it applies to; nil for all.
    public var api: String?
    /// The id of the operation that it applies to; nil for all.
    public var operation: String?
    /// The values that it applies to, as a JSON Pointer in which `*` stands for any token; nil for all.
    public var pointer: String?
    /// The severity that replaces that of the rule.
    public var severity: Severity
    /// The reason for the decision.
    public var reason: String
    /// The last day on which it applies: `2027-03-31`.
    public var expires: String
    /// Its location in the file of overrides.
    public var location: SourceLocation

    /// The tokens of the findings and changes that it applies to, nil for any token; nil if the pointer is
    /// invalid.
    var pattern: [String?]? {
        let known = [rule, api.map { "=" + $0 }, operation.map { "=" + $0 }]
        guard let pointer else { return known }
        guard let tokens = try? JSONPointer(parsing: pointer).tokens else { return nil }
        return known + [""] + tokens.map { $0 == "*" ? nil : $0 }
    }

    /// Returns the tokens of a finding or a change, without those of its pointer.
    static func tokens(_ rule: String, _ api: String?, _ operation: String?) -> [String] {
        [rule, api.map { "=" + $0 } ?? "", operation.map { "=" + $0 } ?? ""]
    }
}
