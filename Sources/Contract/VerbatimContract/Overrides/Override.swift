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

    /// Returns whether it applies to a finding or a change.
    func applies(toRule rule: String, api: String?, operation: String?, pointer: String?) -> Bool {
        rule == self.rule && (self.api == nil || api == self.api)
            && (self.operation == nil || operation == self.operation)
            && (self.pointer == nil || matches(pointer))
    }

    private func matches(_ pointer: String?) -> Bool {
        guard let pattern = Self.parsed(self.pointer), let pointer = Self.parsed(pointer) else {
            return false
        }
        return pattern.matches(pointer)
    }

    private static func parsed(_ pointer: String?) -> JSONPointer? {
        pointer.flatMap { try? JSONPointer(parsing: $0) }
    }
}
