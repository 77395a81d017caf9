/// A subcommand of the tool.
protocol Command: Sendable {
    /// The options and operands of the command.
    static var syntax: CommandSyntax { get }
    /// Reads arguments that have the form of the syntax.
    init(arguments: Arguments) throws(UsageError)
    /// Runs the command, and writes its results to the console of the context.
    func run(in context: CommandContext) async throws -> ExitCode
}
