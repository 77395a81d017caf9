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
            throw .unknownName(arguments.operands[0], what: "shell", known: Form.allCases.map(\.rawValue))
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

extension CommandTable {
    /// The completions for bash.
    ///
    /// https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html
    var bash: String {
        let cases = commands.map { command in
            let words = (command.options.map(\.name) + operands(of: command)).joined(separator: " ")
            return "    \(command.name)) words=\(words.shellQuoted) ;;\n"
        }
        let choices = commands.flatMap { command in
            command.options.filter { !$0.choices.isEmpty }.map { option in
                "    \(command.name)\\ \(option.name)) "
                    + "COMPREPLY=($(compgen -W \(option.choices.joined(separator: " ").shellQuoted) "
                    + "-- \"$current\")); return ;;\n"
            }
        }
        let names = (commands.map(\.name) + ["help", "--help", "--version"]).joined(separator: " ")
        return """
            _\(identifier)() {
              local current="${COMP_WORDS[COMP_CWORD]}" command="${COMP_WORDS[1]}" words
              case "$command ${COMP_WORDS[COMP_CWORD-1]}" in
            \(choices.joined())  esac
              if [ "$COMP_CWORD" -eq 1 ] || { [ "$command" = help ] && [ "$COMP_CWORD" -eq 2 ]; }; then
                words=\(names.shellQuoted)
              else
                case "$command" in
            \(cases.joined())    esac
              fi
              COMPREPLY=($(compgen -W "$words" -- "$current"))
            }
            complete -o default -F _\(identifier) \(tool.shellQuoted)

            """
    }

    /// The completions for zsh.
    ///
    /// https://zsh.sourceforge.io/Doc/Release/Completion-System.html#Completion-Functions
    var zsh: String {
        let names = commands.map { "    \("\($0.name):\($0.summary)".shellQuoted)\n" }.joined()
        let cases = commands.map { command in
            let options = command.options.map { "\(zsh($0).shellQuoted)" }
            let words = operands(of: command)
            let rest = words.isEmpty ? "*:file:_files" : "*:operand:(\(words.joined(separator: " ")))"
            return
                "    \(command.name)) _arguments \((options + [rest.shellQuoted]).joined(separator: " ")) ;;\n"
        }
        return """
            #compdef \(tool)
            _\(identifier)() {
              local -a commands=(
            \(names)  )
              if (( CURRENT == 2 )) || { (( CURRENT == 3 )) && [[ ${words[2]} == help ]]; }; then
                _describe command commands
                return
              fi
              local command=${words[2]}
              shift words
              (( CURRENT-- ))
              case $command in
            \(cases.joined())  esac
            }
            compdef _\(identifier) \(tool)

            """
    }

    private func zsh(_ option: any OptionSyntax) -> String {
        let help = option.help.replacing(#/[\[\]:]/#) { "\\" + $0.output }
        let head = (option.repeats ? "*" : "") + option.name + "[\(help)]"
        guard let value = option.value else { return head }
        let name = value.replacing(":", with: "")
        return head + ":\(name):"
            + (option.choices.isEmpty ? "_files" : "(\(option.choices.joined(separator: " ")))")
    }

    /// The completions for fish.
    ///
    /// https://fishshell.com/docs/current/cmds/complete.html
    var fish: String {
        let quoted = tool.shellQuoted
        var lines = commands.map { command in
            "complete -c \(quoted) -n __fish_use_subcommand -f -a \(command.name) -d \(command.summary.shellQuoted)"
        }
        for command in commands {
            let condition = "complete -c \(quoted) -n '__fish_seen_subcommand_from \(command.name)'"
            lines += command.options.map { option in
                let value = option.value == nil ? "" : option.choices.isEmpty ? " -r" : " -x"
                let choices =
                    option.choices.isEmpty ? "" : " -a \(option.choices.joined(separator: " ").shellQuoted)"
                return
                    "\(condition) -l \(option.name.dropFirst(2))\(value)\(choices) -d \(option.help.shellQuoted)"
            }
            let words = operands(of: command)
            if !words.isEmpty {
                lines.append("\(condition) -f -a \(words.joined(separator: " ").shellQuoted)")
            }
        }
        let names = commands.map(\.name).joined(separator: " ").shellQuoted
        lines.append("complete -c \(quoted) -n '__fish_seen_subcommand_from help' -f -a \(names)")
        return lines.map { $0 + "\n" }.joined()
    }

    /// The man page, for section 1.
    ///
    /// https://man7.org/linux/man-pages/man7/man.7.html
    var man: String {
        let sections = commands.map { command in
            let options = command.options.map { option in
                let value = option.value.map { " \\fI\($0.roff)\\fR" } ?? ""
                return ".TP\n\\fB\(option.name.roff)\\fR\(value)\n\(option.help.roff)\n"
            }
            let words = [command.operands, command.runsCommand ? "[-- COMMAND [ARGUMENT...]]" : ""]
            let operands = words.filter { !$0.isEmpty }.map { " \\fI\($0.roff)\\fR" }.joined()
            let notes = command.notes.isEmpty ? "" : ".PP\n\(command.notes.roff)\n"
            return ".SS \(tool.roff) \(command.name)\n\(command.summary.roff)\n.PP\n"
                + "\\fB\(tool.roff) \(command.name)\\fR [\\fIoption\\fR...]\(operands)\n"
                + options.joined() + notes
        }
        return """
            .TH \(tool.uppercased().roff) 1 "" "verbatim \(CommandLineTool.version)"
            .SH NAME
            \(tool.roff) \\- records what web APIs answer, and checks it against contracts and models
            .SH SYNOPSIS
            \\fB\(tool.roff)\\fR \\fIcommand\\fR [\\fIoption\\fR...]
            .SH COMMANDS
            \(sections.joined()).SH EXIT STATUS
            0 holds, 1 broken, 2 wrong usage, 3 unreadable or unreachable.

            """
    }
}

extension String {
    /// The text with the characters escaped that roff interprets; no line begins with a control character.
    fileprivate var roff: String {
        replacing("\\", with: "\\e").replacing("-", with: "\\-").split(separator: "\n")
            .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : $0 }.joined(separator: "\n")
    }
}
