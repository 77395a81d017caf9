import Foundation
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// The command-line tool: finds the command, runs it, and turns errors into messages and exit codes.
public struct CommandLineTool: Sendable {
    /// The version that `--version` prints.
    public static let version = "0.1.0"

    private static let commands: [any Command.Type] = [
        RecordCommand.self, CheckCommand.self, DiffCommand.self, ModelsCommand.self, InferCommand.self,
        MutateCommand.self, ShowCommand.self, StatusCommand.self, SchemaCommand.self, RulesCommand.self,
    ]

    private var context: CommandContext

    /// Creates a tool that runs in a context.
    public init(_ context: CommandContext) {
        let environment = context.environment
        let redactor = OutputRedactor(context.apis.map { $0.redaction(environment: environment) })
        self.context = context
        self.context.console = context.console.configured(for: environment, redacting: redactor)
    }

    /// Runs a command line.
    ///
    /// - Parameter words: The arguments after the name of the program.
    /// - Returns: The code to exit with. Errors have been written to the console. If that cannot be written,
    ///   the code is ``ExitCode/unreadable``.
    public func run(_ words: [String]) async -> ExitCode {
        let code = await runReportingErrors(words)
        guard let failure = context.console.failure else { return code }
        context.console.note("verbatim: \(failure)")
        return .unreadable
    }

    private func runReportingErrors(_ words: [String]) async -> ExitCode {
        do {
            return try await dispatch(words)
        } catch {
            context.console.note("verbatim: \(Self.message(of: error))")
            return error is UsageError || error is EnvironmentError ? .usage : .unreadable
        }
    }

    /// Returns the message of an error. Errors of this package have lines of their own.
    private static func message(of error: any Error) -> String {
        guard let error = error as? CocoaError else { return "\(error)" }
        return [error.filePath, error.fileMessage].compactMap(\.self).joined(separator: ": ").onOneLine
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
