import Foundation

/// Where a command writes: results to `out`, progress and errors to `error`.
public struct Console: Sendable {
    /// Writes text of the result, as it is.
    public var out: @Sendable (String) -> Void
    /// Writes text about the run, as it is.
    public var error: @Sendable (String) -> Void
    /// Whether a person reads the results, so that colour helps.
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

    func line(_ text: String = "") { out(text + "\n") }
    func note(_ text: String) { error(text + "\n") }
}
