/// The command-line tool: finds the command, runs it, and turns errors into messages and exit codes.
public struct CommandLineTool: Sendable {
    /// The version that `--version` prints.
    public static let version = "0.1.0"

    private static let commands: [any Command.Type] = [
        RecordCommand.self, CheckCommand.self, DiffCommand.self, ModelsCommand.self, InferCommand.self,
        MutateCommand.self, ShowCommand.self, StatusCommand.self, SchemaCommand.self, RulesCommand.self,
    ]

    private let context: CommandContext

    /// Creates a tool that runs in a context.
    public init(_ context: CommandContext) {
        self.context = context
    }

    /// Runs a command line.
    ///
    /// - Parameter words: The arguments after the name of the program.
    /// - Returns: The code to exit with. Errors have been written to the console.
    public func run(_ words: [String]) async -> ExitCode {
        do {
            return try await dispatch(words)
        } catch let error as UsageError {
            context.console.note("verbatim: \(error)")
            return .usage
        } catch let error as EnvironmentError {
            context.console.note("verbatim: \(error)")
            return .usage
        } catch {
            context.console.note("verbatim: \(error)")
            return .unreadable
        }
    }

    private func dispatch(_ words: [String]) async throws -> ExitCode {
        guard let name = words.first else {
            context.console.error(Self.help)
            return .usage
        }
        switch name {
        case "--help", "-h", "help":
            context.console.out(Self.help)
            return .holds
        case "--version":
            context.console.line(Self.version)
            return .holds
        default:
            return try await run(command: name, Array(words.dropFirst()))
        }
    }

    private func run(command name: String, _ words: [String]) async throws -> ExitCode {
        guard let command = Self.commands.first(where: { $0.syntax.name == name }) else {
            throw UsageError.unknownCommand(name, known: Self.commands.map { $0.syntax.name })
        }
        let arguments = try Arguments(words, for: command.syntax)
        guard !arguments.wantsHelp else {
            context.console.out(command.syntax.help)
            return .holds
        }
        return try await command.init(arguments).run(in: context)
    }

    private static var help: String {
        let width = commands.map { $0.syntax.name.count }.max() ?? 0
        let rows = commands.map { "  \($0.syntax.name.padded(to: width))  \($0.syntax.summary)\n" }.joined()
        return """
            usage: verbatim COMMAND [OPTION...]

            Records what web APIs answer, and checks it against contracts and models.

            \(rows)
            Every command has --help. Exit codes: 0 holds, 1 broken, 2 wrong usage,
            3 unreadable or unreachable.

            """
    }
}
