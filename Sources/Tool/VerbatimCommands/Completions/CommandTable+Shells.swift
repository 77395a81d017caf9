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
