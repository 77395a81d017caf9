import Foundation

/// The output of a command: results go to `out`, progress and errors to `error`.
public struct Console: Sendable {
    /// Writes results, unchanged.
    public var out: @Sendable (String) -> Void
    /// Writes progress and errors, unchanged.
    public var error: @Sendable (String) -> Void
    /// Whether results go to a terminal, so that color helps.
    public var isTerminal: Bool

    /// Creates a console.
    public init(
        out: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void,
        isTerminal: Bool = false
    ) {
        self.out = out
        self.error = error
        self.isTerminal = isTerminal
    }

    /// The console of the process.
    public static let standard = Console(
        out: { FileHandle.standardOutput.write(Data($0.utf8)) },
        error: { FileHandle.standardError.write(Data($0.utf8)) },
        isTerminal: isatty(STDOUT_FILENO) == 1)

    /// Writes a line of results.
    func line(_ text: String = "") { out(text + "\n") }

    /// Writes a line of progress or an error.
    func note(_ text: String) { error(text + "\n") }
}
