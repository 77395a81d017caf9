/// The options and operands of a command, from which its help is made.
struct CommandSyntax: Sendable {
    /// The name of the command: `check`.
    var name: String
    /// The purpose of the command, in one line.
    var summary: String
    /// The options, in the order of the help.
    var options: [Option] = []
    /// The operands as the usage line shows them, such as `[API...]`, or an empty string.
    var operands: String = ""
    /// The number of operands.
    var operandCount: ClosedRange<Int> = 0...0
    /// The text below the options in the help.
    var notes: String = ""

    /// An option.
    struct Option: Sendable {
        /// The name with its dashes: `--format`.
        var name: String
        /// The name of the value in the help, or nil for a flag.
        var value: String?
        /// The allowed values; all values if empty.
        var choices: [String] = []
        /// Whether the option may be given more than once.
        var repeats = false
        /// The purpose of the option, in one line.
        var help: String
    }
}

extension CommandSyntax {
    /// The usage line, without `usage:`.
    var usage: String {
        var words = ["verbatim", name]
        words += options.map { option in
            let shown = [option.name, option.value].compactMap(\.self).joined(separator: " ")
            return "[\(shown)]" + (option.repeats ? "..." : "")
        }
        if !operands.isEmpty { words.append(operands) }
        return words.joined(separator: " ")
    }

    /// The help text.
    var help: String {
        var text = "usage: \(usage)\n\n\(summary)\n"
        let rows = options + [Option(name: "--help", value: nil, help: "print this help")]
        let width = rows.map { $0.label.count }.max() ?? 0
        text += "\n" + rows.map { "  \($0.label.padded(to: width))  \($0.help)\n" }.joined()
        return notes.isEmpty ? text : text + "\n\(notes)\n"
    }
}

extension CommandSyntax.Option {
    fileprivate var label: String { [name, value].compactMap(\.self).joined(separator: " ") }
}

extension String {
    /// Returns the text padded with spaces to a width in characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
