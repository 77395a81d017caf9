/// The result of a command, as its exit code.
///
/// Commands of this tool end with one of four codes. That of another program, which `verbatim record` runs,
/// is passed on as it is.
public struct ExitCode: RawRepresentable, Sendable, Hashable, Comparable {
    /// The code.
    public let rawValue: Int32

    /// Creates the code of another program.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Everything holds.
    public static let holds = ExitCode(rawValue: 0)
    /// Something is broken.
    public static let broken = ExitCode(rawValue: 1)
    /// The command line is wrong.
    public static let usage = ExitCode(rawValue: 2)
    /// A file cannot be read, or a provider cannot be reached.
    public static let unreadable = ExitCode(rawValue: 3)

    /// Compares by number, so that the maximum of several codes is the worst.
    public static func < (lhs: ExitCode, rhs: ExitCode) -> Bool { lhs.rawValue < rhs.rawValue }
}
