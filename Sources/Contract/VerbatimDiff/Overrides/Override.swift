public import VerbatimContract
import VerbatimJSON

/// A decision of the team that a rule is to be taken more or less seriously, for a reason and for a time.
public struct Override: Sendable, Hashable {
    /// The id of the rule.
    public var rule: String
    /// The API it is for, by name; nil for all.
    public var api: String?
    /// The operation id it is for; nil for all.
    public var operation: String?
    /// The values it is for, as a JSON Pointer in which `*` stands for any one token; nil for all.
    public var pointer: String?
    /// How bad the finding is.
    public var severity: Severity
    /// Why.
    public var reason: String
    /// The last day it holds: `2027-03-31`.
    public var expires: String
    /// Where it stands.
    public var location: SourceLocation

    /// Whether a finding or a change is one it was made for.
    func concerns(rule: String, api: String?, operation: String?, pointer: String?) -> Bool {
        rule == self.rule && (self.api == nil || api == self.api)
            && (self.operation == nil || operation == self.operation)
            && (self.pointer == nil || covers(pointer))
    }

    private func covers(_ pointer: String?) -> Bool {
        guard let pattern = tokens(self.pointer), let found = tokens(pointer), pattern.count == found.count
        else {
            return false
        }
        return zip(pattern, found).allSatisfy { $0 == "*" || $0 == $1 }
    }

    private func tokens(_ pointer: String?) -> [String]? {
        pointer.flatMap { try? JSONPointer(parsing: $0) }?.tokens
    }
}
