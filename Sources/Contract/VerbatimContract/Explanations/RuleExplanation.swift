/// The explanation of a rule: its meaning, the reason for its severity, an example, and how to override it.
///
/// `verbatim explain` prints it, and a report in SARIF has it as the help of the rule.
public struct RuleExplanation: Sendable, Identifiable {
    private let rule: Rule
    /// The problem or the change in one sentence: `A value in a response may now be null.`
    public let summary: String
    /// What the rule reports in detail, in sentences.
    private let meaning: String
    /// Further sentences about the severity.
    private let severityNote: String
    /// What is reported, with all sides that disagree.
    package let example: RuleExample
    /// Whether an override can change the severity.
    private let isOverridable: Bool

    package init(
        _ rule: Rule, summary: String, meaning: String, severityNote: String = "", example: RuleExample,
        isOverridable: Bool = true
    ) {
        (self.rule, self.meaning, self.severityNote) = (rule, meaning, severityNote)
        (self.example, self.isOverridable) = (example, isOverridable)
        self.summary = summary.asSentence
    }

    /// The permanent kebab-case id: `response-property-became-nullable`.
    public var id: String { rule.id }
    /// The severity, unless it is overridden or the models or recordings of the app decide.
    public var severity: Severity { rule.severity }
    /// The effect on the set of allowed values, or nil if the rule is not about a change.
    public var direction: Direction? { rule.direction }
    /// The reason for the severity, as a clause: `a non-optional property does not decode null`.
    public var reason: String { rule.reason }

    /// The explanation as text, with a line break at the end. Paragraphs are not wrapped.
    public var text: String {
        blocks.map { block in
            switch block {
            case .paragraph(let text): text.replacing("`", with: "'") + "\n"
            case .code(let code, _):
                code.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
            }
        }.joined(separator: "\n")
    }

    /// The explanation as Markdown without a heading, with a line break at the end.
    public var markdown: String {
        blocks.map { block in
            switch block {
            case .paragraph(let text): text + "\n"
            case .code(let code, let language): "```\(language)\n\(code)\n```\n"
            }
        }.joined(separator: "\n")
    }

    private enum Block {
        /// Sentences with code in backquotes.
        case paragraph(String)
        case code(String, language: String)
    }

    private var blocks: [Block] { ownBlocks + overriding }

    /// The meaning, the severity and the example.
    private var ownBlocks: [Block] {
        let sentences = [summary, meaning, direction?.sentence ?? ""]
        let severity = ["Severity: \(severity).", reason.asSentence, severityNote]
        return [.paragraph(sentences.joinedSentences), .paragraph(severity.joinedSentences)]
            + example.sides.flatMap { side in
                [.paragraph(side.title + ":"), .code(side.text, language: side.language)]
            }
    }

    private var overriding: [Block] {
        guard isOverridable else { return [.paragraph("An override cannot change the severity.")] }
        return [
            .paragraph(
                "To decide otherwise, add an override to `Contracts/overrides.json`. `api`, `operation` and "
                    + "`pointer` narrow it, and may be left out:"),
            .code(override, language: "json"),
        ]
    }

    /// A file of overrides with one for the rule.
    package var override: String {
        let other: Severity = severity == .info ? .off : .info
        return """
            {"overrides": [{
              "rule": "\(id)", "api": "books",
              "severity": "\(other)", "reason": "why the app can live with it", "expires": "2027-06-30"
            }]}
            """
    }
}

extension Direction {
    fileprivate var sentence: String {
        switch self {
        case .widens: "More is allowed than before."
        case .narrows: "Less is allowed than before."
        case .both: "Some of what was not allowed before is, and the other way around."
        default: "The same values are allowed as before."
        }
    }
}

extension String {
    /// A clause as a sentence: with a capital letter and a period.
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}

extension [String] {
    fileprivate var joinedSentences: String { filter { !$0.isEmpty }.joined(separator: " ") }
}
