import VerbatimJSON
import VerbatimReports

/// The options and operands of a command, from which its help is made.
struct CommandSyntax: Sendable {
    /// The name of the command: `check`.
    var name: String
    /// The purpose of the command, in one line.
    var summary: String
    /// The options, in the order of the help.
    var options: [any OptionSyntax] = []
    /// What a command line cannot combine, in the order in which it is refused.
    var rules: [OptionRule] = []
    /// The operands as the usage line shows them, such as `[API...]`, or an empty string.
    var operands: String = ""
    var operandCount: ClosedRange<Int> = 0...0
    /// Whether the words after `--` are another command, which it runs.
    var runsCommand = false
    /// The text below the options in the help.
    var notes: String = ""

    /// The usage line, without `usage:`.
    var usage: String {
        var words = [ToolCommand(name).line]
        words += options.map { option in "[\(option.label)]" + (option.repeats ? "..." : "") }
        if !operands.isEmpty { words.append(operands) }
        if runsCommand { words.append("[-- COMMAND [ARGUMENT...]]") }
        return words.joined(separator: " ")
    }

    func help(with folders: ToolFolders = ToolFolders(), width: Int? = nil) -> String {
        let rows = (options + [Option.help]).map { (label: $0.label, help: folders.inserted(in: $0.help)) }
        let text = HelpText(width: width)
        let head = text.paragraph("usage: \(usage)", hanging: 4) + "\n" + text.paragraph(summary)
        return head + "\n" + text.list(rows) + (notes.isEmpty ? "" : "\n" + text.paragraph(notes))
    }
}

/// A rule about the options of one command line.
struct OptionRule: Sendable {
    /// Refuses a command line that breaks the rule.
    let check: @Sendable (Arguments) throws(UsageError) -> Void

    /// An option that cannot be combined with some others, for a reason.
    static func conflict(
        _ option: any OptionSyntax, with others: [any OptionSyntax], _ reason: String
    ) -> OptionRule {
        OptionRule { arguments throws(UsageError) in
            if arguments.first(of: [option]) != nil, let other = arguments.first(of: others) {
                throw .conflict(option.name, with: other, reason)
            }
        }
    }

    /// Options that are of use only with another one.
    static func use(of options: [any OptionSyntax], with other: any OptionSyntax) -> OptionRule {
        OptionRule { arguments throws(UsageError) in
            if arguments.first(of: [other]) == nil, let lone = arguments.first(of: options) {
                throw .malformed(lone, expected: "of use without '\(other.label)'")
            }
        }
    }
}

extension OptionSyntax {
    fileprivate var label: String { [name, value].compactMap(\.self).joined(separator: " ") }
}

extension Option<Bool> {
    /// The option that every command has.
    static let help = flag("--help", "print this help")
}

struct HelpText {
    private let width: Int

    init(width: Int?) { self.width = min(width ?? Self.widest, Self.widest) }

    /// Longer lines are hard to read.
    private static let widest = 110

    /// Returns text as wrapped lines, with a line break at the end.
    func paragraph(_ text: String, hanging: Int = 0) -> String {
        text.replacing("\n", with: " ").wrapped(to: width, hanging: hanging) + "\n"
    }

    /// Returns a list of labels with their descriptions: beside them or, on a narrow terminal, below.
    func list(_ rows: [(label: String, help: String)]) -> String {
        let labels = (rows.map(\.label.count).max() ?? 0) + 4
        return rows.map { label, help in
            guard width - labels >= Self.narrowest else {
                return "  \(label)\n" + ("      " + help).wrapped(to: width, hanging: 0) + "\n"
            }
            return ("  " + label).padded(to: labels)
                + help.wrapped(to: width - labels, hanging: 0)
                .replacing("\n", with: "\n" + String(repeating: " ", count: labels)) + "\n"
        }.joined()
    }

    /// The width of a column of text below which it moves below the labels.
    private static let narrowest = 24
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
