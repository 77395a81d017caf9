import Foundation
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

protocol Command: Sendable {
    static var syntax: CommandSyntax { get }
    /// Reads arguments that have the form of the syntax.
    init(arguments: Arguments) throws(UsageError)
    /// Runs the command, and writes its results to the console of the context.
    func run(in context: CommandContext) async throws -> ExitCode
}

/// The command-line tool: finds the command, runs it, and turns errors into messages and exit codes.
public struct CommandLineTool: Sendable {
    /// The version that `--version` prints.
    public static let version = "0.1.0"

    /// The commands in the order of the help: first the five of every day, then the others by purpose.
    private static let groups: [(purpose: String, commands: [any Command.Type])] = [
        (
            "Every day:",
            [RecordCommand.self, CheckCommand.self, DiffCommand.self, InferCommand.self, ReviewCommand.self]
        ),
        ("To begin:", [InitCommand.self, ImportCommand.self, GitSetupCommand.self, CompletionsCommand.self]),
        (
            "To look at recordings and findings:",
            [
                StatusCommand.self, ShowCommand.self, OpenCommand.self, LogCommand.self,
                ExplainCommand.self, RulesCommand.self,
            ]
        ),
        (
            "To measure, and for other programs:",
            [
                ServeCommand.self, ModelsCommand.self, MutateCommand.self, MergeCommand.self,
                SchemaCommand.self, MCPCommand.self,
            ]
        ),
    ]

    static var commands: [any Command.Type] { groups.flatMap(\.commands) }

    private var context: CommandContext

    /// Creates a tool that runs in a context.
    public init(_ context: CommandContext) {
        let environment = context.environment
        let redactor = OutputRedactor(context.apis.map { $0.redaction(environment: environment) })
        self.context = context
        self.context.console = context.console.configured(for: environment, redacting: redactor)
        self.context.enterProject()
    }

    /// Creates a tool for a command that runs others, whose context has been prepared already.
    init(within context: CommandContext) { self.context = context }

    /// Runs a command line.
    ///
    /// - Parameter words: The arguments after the name of the program.
    /// - Returns: The code to exit with. Errors have been written to the console. If that cannot be written,
    ///   the code is ``ExitCode/unreadable``.
    public func run(_ words: [String]) async -> ExitCode {
        await ToolCommand.$taskTool.withValue(context.tool) {
            let code = await runReportingErrors(words)
            guard let failure = context.console.failure else { return code }
            context.console.problem(failure)
            return .unreadable
        }
    }

    private func runReportingErrors(_ words: [String]) async -> ExitCode {
        do {
            return try await dispatch(words)
        } catch {
            context.console.problem(Self.message(of: error))
            return error is UsageError || error is EnvironmentError ? .usage : .unreadable
        }
    }

    /// Returns the message of an error. Errors of this package have lines of their own.
    static func message(of error: any Error) -> String {
        guard let error = error as? CocoaError else { return "\(error)" }
        return [error.filePath, error.fileMessage].compactMap(\.self).joined(separator: ": ").onOneLine
    }

    private func dispatch(_ words: [String]) async throws -> ExitCode {
        guard let name = words.first else {
            context.console.error(help)
            return .usage
        }
        switch name {
        case "--help", "-h":
            context.console.out(help)
            return .holds
        case "help":
            guard let topic = words.dropFirst().first(where: { !$0.hasPrefix("-") }) else {
                context.console.out(help)
                return .holds
            }
            return try await run(command: topic, ["--help"])
        case "--version":
            let commit = SourceCommit.current.map { " (\($0))" }
            context.console.line(Self.version + (commit ?? ""))
            return .holds
        default: return try await run(command: name, Array(words.dropFirst()))
        }
    }

    private func run(command name: String, _ words: [String]) async throws -> ExitCode {
        guard let command = Self.commands.first(where: { $0.syntax.name == name }) else {
            throw UsageError.unknownCommand(name, known: Self.commands.map { $0.syntax.name } + ["help"])
        }
        let arguments = try Arguments(words, for: command.syntax, folders: context.folders)
        guard !arguments.wantsHelp else {
            context.console.out(
                command.syntax.help(with: context.folders, width: context.console.width), wraps: false)
            return .holds
        }
        var context = context
        switch arguments[.color] {
        case .always: context.console = context.console.colored(true)
        case .never: context.console = context.console.colored(false)
        case .auto, nil: break
        }
        return try await ToolCommand.$readsUnpublished.withValue(arguments[.unpublished]) {
            try await command.init(arguments: arguments).run(in: context)
        }
    }

    private var help: String {
        let text = HelpText(width: context.console.width)
        let widest = Self.commands.map { $0.syntax.name.count }.max() ?? 0
        let groups = Self.groups.map { purpose, commands in
            let rows = commands.map { command in
                (label: command.syntax.name.padded(to: widest), help: command.syntax.summary)
            }
            return text.paragraph(purpose) + text.list(rows)
        }
        let end =
            "\(ToolCommand("help", "COMMAND")) prints the help of a command. Exit codes: 0 holds, 1 broken, "
            + "2 wrong usage, 3 unreadable or unreachable."
        return
            ([
                text.paragraph("usage: \(ToolCommand("COMMAND").line) [OPTION...]", hanging: 4),
                text.paragraph("Records what web APIs answer, and checks it against contracts and models."),
            ] + groups + [text.paragraph(end)]).joined(separator: "\n")
    }
}

/// The commit of the sources that the tool was built from.
private enum SourceCommit {
    /// The commit, as `f527eb8`, or `f527eb8-dirty` if files were changed; nil if the sources are gone, or
    /// are no checkout of this package.
    static var current: String? {
        guard Git.isSupported else { return nil }
        let git = Git(folder: URL(filePath: #filePath).deletingLastPathComponent())
        // In a copy inside of another repository, the commit would be that of the other.
        guard git.pathInRepository == "Sources/Tool/VerbatimCommands/Tool/" else { return nil }
        return git.head
    }
}
