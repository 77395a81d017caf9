/// The result of a command, as its exit code.
public enum ExitCode: Int32, Sendable, Comparable {
    /// Everything holds.
    case holds = 0
    /// Something is broken.
    case broken = 1
    /// The command line is wrong.
    case usage = 2
    /// A file cannot be read, or a provider cannot be reached.
    case unreadable = 3

    /// Compares by number, so that the maximum of several codes is the worst.
    public static func < (lhs: ExitCode, rhs: ExitCode) -> Bool { lhs.rawValue < rhs.rawValue }
}
