/// One subcommand: its syntax, and what it does.
protocol Command: Sendable {
    /// What it takes on the command line.
    static var syntax: CommandSyntax { get }
    /// Reads what `syntax` let through.
    init(_ arguments: Arguments) throws(UsageError)
    /// Does the work, writes to the console, and says how it ended.
    func run(in setting: CommandContext) async throws -> ExitCode
}
