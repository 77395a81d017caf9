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
