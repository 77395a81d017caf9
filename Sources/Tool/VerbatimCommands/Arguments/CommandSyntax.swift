/// What a command takes on its command line; its help is written from this.
struct CommandSyntax: Sendable {
    /// The name of the command: `check`.
    var name: String
    /// What the command does, in one line.
    var summary: String
    /// The options, in the order the help lists them.
    var options: [Option] = []
    /// The operands as the usage line shows them: `[API...]`; empty when the command takes none.
    var operands: String = ""
    /// How many operands it takes.
    var operandCount: ClosedRange<Int> = 0...0
    /// What the help says below the options.
    var notes: String = ""

    /// One option.
    struct Option: Sendable {
        /// The name with its dashes: `--format`.
        var name: String
        /// What the value is called in the help, or nil for a flag.
        var value: String?
        /// The values it takes; empty when any will do.
        var choices: [String] = []
        /// Whether it may be given more than once.
        var repeats = false
        /// What it does, in one line.
        var help: String
    }
}

extension CommandSyntax {
    /// The usage line, without the word `usage`.
    var usage: String {
        var words = ["verbatim", name]
        words += options.map { option in
            let shown = [option.name, option.value].compactMap(\.self).joined(separator: " ")
            return "[\(shown)]" + (option.repeats ? "..." : "")
        }
        if !operands.isEmpty { words.append(operands) }
        return words.joined(separator: " ")
    }

    /// The whole help text.
    var help: String {
        var text = "usage: \(usage)\n\n\(summary)\n"
        let rows = options + [Option(name: "--help", value: nil, help: "print this")]
        let width = rows.map { $0.label.count }.max() ?? 0
        text += "\n" + rows.map { "  \($0.label.padded(to: width))  \($0.help)\n" }.joined()
        return notes.isEmpty ? text : text + "\n\(notes)\n"
    }
}

extension CommandSyntax.Option {
    fileprivate var label: String { [name, value].compactMap(\.self).joined(separator: " ") }
}

extension String {
    /// The text with blanks after it up to a width in characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
