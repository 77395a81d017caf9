/// The `verbatim` command line: finds the command, runs it, and turns what it throws into words and a code.
public struct CommandLineTool: Sendable {
    /// The version `verbatim --version` prints.
    public static let version = "0.1.0"

    private static let commands: [any Command.Type] = [
        RecordCommand.self, CheckCommand.self, DiffCommand.self, ModelsCommand.self, InferCommand.self,
        MutateCommand.self, ShowCommand.self, StatusCommand.self, SchemaCommand.self, RulesCommand.self,
    ]

    private let setting: CommandContext

    /// Creates the tool in a setting.
    public init(_ setting: CommandContext) {
        self.setting = setting
    }

    /// Runs a command line.
    ///
    /// - Parameter words: The words after the name of the program.
    /// - Returns: The code to exit with; whatever went wrong has been said on the console.
    public func run(_ words: [String]) async -> ExitCode {
        do {
            return try await dispatch(words)
        } catch let error as UsageError {
            setting.console.note("verbatim: \(error)")
            return .usage
        } catch let error as EnvironmentError {
            setting.console.note("verbatim: \(error)")
            return .usage
        } catch {
            setting.console.note("verbatim: \(error)")
            return .unreadable
        }
    }

    private func dispatch(_ words: [String]) async throws -> ExitCode {
        guard let name = words.first else {
            setting.console.error(Self.help)
            return .usage
        }
        switch name {
        case "--help", "-h", "help":
            setting.console.out(Self.help)
            return .holds
        case "--version":
            setting.console.line(Self.version)
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
            setting.console.out(command.syntax.help)
            return .holds
        }
        return try await command.init(arguments).run(in: setting)
    }

    private static var help: String {
        let width = commands.map { $0.syntax.name.count }.max() ?? 0
        let rows = commands.map { "  \($0.syntax.name.padded(to: width))  \($0.syntax.summary)\n" }.joined()
        return """
            usage: verbatim COMMAND [OPTION...]

            Records what web APIs really answered, and holds them to it.

            \(rows)
            Every command has --help. Exit codes: 0 holds, 1 a promise is broken, 2 wrong usage,
            3 could not read or reach.

            """
    }
}
