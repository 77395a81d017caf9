import VerbatimContract
import VerbatimJSON
import VerbatimReports

/// `verbatim explain`: the meaning of a rule, or all that is known about a finding or a cause.
struct ExplainCommand: Command {
    static let syntax = CommandSyntax(
        name: "explain", summary: "Explains a rule, with an example, or a finding of a check.",
        options: [format],
        operands: "RULE|ID...", operandCount: 1...Int.max,
        notes: """
            A RULE is the id that begins a finding or a change: response-property-became-nullable. With the beginning
            or the end of ids, such as response-items or became-nullable, the rules that have it are listed. An ID is
            the fingerprint of a finding or the id of a cause, as --format json has them, or the beginning of one: its
            findings are listed with their places, rules and next steps.
            """)

    private static let format = Option.formats([.text, .markdown, .json])

    private let rules: [RuleTableEntry]
    /// The part of an id that was given in place of one, with the rules that have it.
    private let matches: [RuleTableEntry]
    private let format: PrintedForm
    /// The beginnings of fingerprints and of ids of causes.
    private let ids: [String]

    init(arguments: Arguments) throws(UsageError) {
        format = arguments[Self.format]
        var (rules, matches): ([RuleTableEntry], [RuleTableEntry]) = ([], [])
        var ids: [String] = []
        for word in arguments.operands {
            if let rule = RuleTable.entry(word) {
                rules.append(rule)
                continue
            }
            if let id = word.wholeMatch(of: /#?([0-9a-f]{4,16})/)?.1 {
                ids.append(String(id))
                continue
            }
            let found = RuleTable.entries.filter {
                $0.id.hasPrefix(word + "-") || $0.id.hasSuffix("-" + word)
            }
            guard !found.isEmpty else { throw .unknownRule(word, known: RuleTable.entries.map(\.id)) }
            matches += found
        }
        if !ids.isEmpty, format != .text {
            throw .conflict("--format \(format)", with: ids[0], "findings are explained as text")
        }
        self.rules = rules
        self.matches = matches
        self.ids = ids
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let console = context.console
        let explanations = rules.map(\.explanation)
        switch format {
        case .json: console.json(.array(explanations.map(\.json) + matches.map { $0.explanation.json }))
        case .markdown:
            console.out(
                explanations.map { "# \($0.id)\n\n\($0.markdown)" }.joined(separator: "\n"), wraps: false)
            console.out(matches.map { "- `\($0.id)`: \($0.explanation.summary)\n" }.joined(), wraps: false)
        case .text:
            console.out(explanations.map { "\($0.id)\n\n\($0.text)" }.joined(separator: "\n"))
            console.out(matches.map { "\($0.id): \($0.explanation.summary)\n" }.joined())
        }
        if !ids.isEmpty { try await explainFindings(in: context) }
        return .holds
    }

    /// Checks everything, and prints the findings and causes whose ids begin as those that were given.
    private func explainFindings(in context: CommandContext) async throws {
        let input = try CheckInput(ofAll: context)
        var checked = try await CheckedRecordings(of: input)
        checked.addOrigins(maximumAge: nil)
        _ = try checked.override()
        let report = context.report(checked.report, of: input.chosen.apis)
        guard case .completed(let contents) = report.result else { return }
        let format = ReportText(colored: context.console.isColored, width: context.console.width)
        for id in ids {
            let causes = contents.causes.filter { cause in
                cause.id.hasPrefix(id) || cause.fingerprints.contains { $0.hasPrefix(id) }
            }
            guard !causes.isEmpty else {
                throw FileProblem(
                    location: "#\(id)", what: "no finding and no cause of the check has this id",
                    next: "list them with \(ToolCommand("check", "--format", "json"))")
            }
            for cause in causes {
                let isWhole = cause.id.hasPrefix(id)
                let findings = cause.findings.filter { isWhole || $0.fingerprint.hasPrefix(id) }
                context.console.out(format.text(of: cause, findings, context.sourceFiles) + "\n")
            }
        }
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
