/// The effect of a finding on the consumer of an API.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable, Codable, CodingKeyRepresentable {
    /// No finding: the rule is switched off.
    case off
    /// No effect, but useful to know.
    case info
    /// A possible failure.
    case warning
    /// A failure of the app, or of a guarantee that it relies on.
    case breaking

    /// Orders severities from `off` to `breaking`.
    public static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
    package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
