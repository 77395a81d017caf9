/// How a command ended, as its exit code says it.
public enum ExitCode: Int32, Sendable, Comparable {
    /// Every promise holds.
    case holds = 0
    /// A promise is broken.
    case broken = 1
    /// The command line was wrong.
    case usage = 2
    /// Something could not be read or reached.
    case unreadable = 3

    /// Orders codes by their number, so that the worst of several is the greatest.
    public static func < (one: ExitCode, other: ExitCode) -> Bool { one.rawValue < other.rawValue }
}
