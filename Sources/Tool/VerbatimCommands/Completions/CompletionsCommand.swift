import VerbatimAPI
import VerbatimJSON

/// `verbatim completions`: prints the completions of a shell, or the man page, from the table of commands.
struct CompletionsCommand: Command {
    static let syntax = CommandSyntax(
        name: "completions", summary: "Prints the completions of a shell, or the man page.",
        operands: "bash|zsh|fish|man", operandCount: 1...1,
        notes: """
            They are for a program on the path. Load them with `source <(verbatim completions bash)`, write those of
            zsh to a file `_verbatim` in `$fpath` and those of fish to `~/.config/fish/completions/verbatim.fish`, and
            read the man page with `verbatim completions man | man -l -`.
            """)

    private let form: Form

    /// The forms in which the table is printed.
    enum Form: String, CaseIterable {
        case bash, zsh, fish, man
    }

    init(arguments: Arguments) throws(UsageError) {
        guard let form = Form(rawValue: arguments.operands[0]) else {
            throw .unknownName(
                arguments.operands[0], what: "shell", known: Form.allCases.map(\.rawValue))
        }
        self.form = form
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let table = CommandTable(
            tool: ToolCommand.tool.split(separator: " ").last.map(String.init) ?? "verbatim",
            commands: CommandLineTool.commands.map { $0.syntax.inserting(context.folders) },
            apis: context.apis.map(\.name))
        let text =
            switch form {
            case .bash: table.bash
            case .zsh: table.zsh
            case .fish: table.fish
            case .man: table.man
            }
        context.console.out(text, wraps: false)
        return .holds
    }
}

/// The commands of a tool, from which completions and the man page are made.
struct CommandTable {
    /// The name of the program.
    let tool: String
    let commands: [CommandSyntax]
    /// The names of the APIs, which complete operands.
    let apis: [String]

    /// Returns the words that complete the operands of a command; empty if they are files.
    func operands(of command: CommandSyntax) -> [String] {
        if command.operands.contains("API") { return apis }
        let parts = command.operands.split(separator: "|").map(String.init)
        return parts.count > 1 ? parts : []
    }

    /// The name of the program in the name of a shell function.
    var identifier: String { String(tool.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }) }
}

extension CommandSyntax {
    /// Returns the syntax with the folders of a tool in the help of its options.
    fileprivate func inserting(_ folders: ToolFolders) -> CommandSyntax {
        var syntax = self
        syntax.options = (options + [Option.help]).map { option in
            var option: any OptionSyntax = option
            option.help = folders.inserted(in: option.help)
            return option
        }
        return syntax
    }
}
