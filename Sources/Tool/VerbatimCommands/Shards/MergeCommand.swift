import VerbatimReports

/// `verbatim merge`: joins the partial results of the shares of a command, and reports as one run does.
struct MergeCommand: Command {
    static let syntax = CommandSyntax(
        name: "merge", summary: "Joins the shares of a command into one result.",
        options: [Shard.partial.with(help: "write the joined results instead of a report, to merge further")]
            + [InferCommand.output.with(help: "file of the contract of an 'infer', - for standard output")]
            + Option<ReportFormat>.reports(of: .mutate),
        operands: "FILE...", operandCount: 1...Int.max,
        notes: """
            FILE is what `--shard K/N --partial FILE` has written. The report and the exit code are those of the
            command without shares, which reads the contracts and overrides here, but no recordings: `mutate`
            reads them. A contract is written to the file of --output. Exit code 1 if 'infer' needs another pass, 3 if
            files do not belong together, or if a share is missing or there twice.
            """)

    private let arguments: Arguments

    init(arguments: Arguments) { self.arguments = arguments }

    func run(in context: CommandContext) async throws -> ExitCode {
        var paths = arguments.operands[...]
        var partial = try PartialFile(paths.removeFirst(), in: context)
        for path in paths { try partial.add(try PartialFile(path, in: context)) }
        if let path = arguments[Shard.partial] {
            try PartialFile(path: path, header: partial.header, lines: partial.lines).write(in: context)
            let done = "\(partial.header.done.count) of \(partial.header.shards) shares"
            context.console.note("\(path): \(done)")
            return .holds
        }
        try partial.requireComplete()
        let command = try Self.command(of: partial, in: context)
        let own = arguments.words(of: Self.syntax.options.filter { $0.name != Shard.partial.name })
        let arguments = try Arguments(
            partial.header.arguments + own, for: command.syntax, folders: context.folders)
        let merged = try command.init(arguments: arguments)
        let folder = arguments[.contracts]
        if let infer = merged as? InferCommand {
            try context.requireCurrent(
                partial, contracts: try infer.contractPath(in: context), try infer.contractDigest(in: context)
            )
        } else {
            try context.requireCurrent(partial, contracts: folder, try context.digest(ofFolder: folder))
        }
        var context = context
        context.partial = partial
        return try await merged.run(in: context)
    }

    /// Returns the command whose results a file has: only one that is divided, and with a line that a share
    /// accepts. A file of someone else runs no program and writes no file.
    private static func command(
        of partial: PartialFile, in context: CommandContext
    ) throws(FileProblem) -> any Command.Type {
        let words = ["--shard", "1/1", "--partial", partial.path] + partial.header.arguments
        do throws(UsageError) {
            for command in CommandLineTool.commands where command.syntax.name == partial.header.command {
                let arguments = try Arguments(words, for: command.syntax, folders: context.folders)
                _ = try command.init(arguments: arguments)
                return command
            }
            throw .unknownCommand(partial.header.command, known: [])
        } catch {
            throw FileProblem(
                location: partial.path, what: "its command line is not that of a share: \(error.problem)",
                next: "merge what `--shard K/N --partial FILE` has written")
        }
    }
}
