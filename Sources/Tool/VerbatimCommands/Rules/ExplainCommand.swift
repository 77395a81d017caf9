import VerbatimContract
import VerbatimJSON

/// `verbatim explain`: the meaning of a rule, the reason for its severity, an example.
struct ExplainCommand: Command {
    static let syntax = CommandSyntax(
        name: "explain", summary: "Explains a rule, with an example.",
        options: [format],
        operands: "RULE...", operandCount: 1...Int.max,
        notes: """
            A RULE is the id that begins a finding or a change: response-property-became-nullable. With the beginning
            or the end of ids, such as response-items or became-nullable, the rules that have it are listed.
            """)

    private static let format = Option.formats([.text, .markdown, .json])

    private let rules: [RuleTableEntry]
    /// The part of an id that was given in place of one, with the rules that have it.
    private let matches: [RuleTableEntry]
    private let format: PrintedForm

    init(arguments: Arguments) throws(UsageError) {
        format = arguments[Self.format]
        var (rules, matches): ([RuleTableEntry], [RuleTableEntry]) = ([], [])
        for word in arguments.operands {
            if let rule = RuleTable.entry(word) {
                rules.append(rule)
                continue
            }
            let found = RuleTable.entries.filter {
                $0.id.hasPrefix(word + "-") || $0.id.hasSuffix("-" + word)
            }
            guard !found.isEmpty else { throw .unknownRule(word, known: RuleTable.entries.map(\.id)) }
            matches += found
        }
        self.rules = rules
        self.matches = matches
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let console = context.console
        let explanations = rules.map(\.explanation)
        switch format {
        case .json:
            console.json(.array(explanations.map(\.json) + matches.map { $0.explanation.json }))
        case .markdown:
            console.out(
                explanations.map { "# \($0.id)\n\n\($0.markdown)" }.joined(separator: "\n"), wraps: false)
            console.out(matches.map { "- `\($0.id)`: \($0.explanation.summary)\n" }.joined(), wraps: false)
        case .text:
            console.out(explanations.map { "\($0.id)\n\n\($0.text)" }.joined(separator: "\n"))
            console.out(matches.map { "\($0.id): \($0.explanation.summary)\n" }.joined())
        }
        return .holds
    }
}

extension RuleExplanation {
    fileprivate var json: JSONValue {
        [
            "id": .string(id), "severity": .string(severity.rawValue), "summary": .string(summary),
            "reason": .string(reason), "text": .string(text), "markdown": .string(markdown),
        ]
    }
}
