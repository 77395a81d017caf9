import VerbatimContract
import VerbatimDiff
import VerbatimDrift
import VerbatimModels
import VerbatimReports

@testable import VerbatimCommands

/// An article of the documentation that is made of the explanations of rules.
enum RuleArticle: String, CaseIterable {
    case checks = "RulesOfChecks"
    case models = "RulesOfModels"
    case recordings = "RulesOfRecordings"
    case parts = "RulesOfParts"
    case values = "RulesOfValues"
    case structure = "RulesOfStructure"

    /// The text of the article.
    var text: String {
        """
        # \(title)

        \(summary)

        ## Overview

        <!-- Tests compare this article with the rules; VERBATIM_GOLDEN=record writes it. -->
        `verbatim explain RULE` prints the section of a rule, with the override to paste.

        \(overriding)
        \(sections.joined(separator: "\n"))
        """
    }

    private var title: String {
        switch self {
        case .checks: "Rules of checks"
        case .models: "Rules of models"
        case .recordings: "Rules of compared recordings"
        case .parts: "Rules of compared contracts: operations and their parts"
        case .values: "Rules of compared contracts: types and values"
        case .structure: "Rules of compared contracts: structure"
        }
    }

    private var summary: String {
        switch self {
        case .checks: "The findings of `verbatim check` about interactions, recordings and overrides."
        case .models: "The findings of `verbatim check` and `verbatim models` about the models of the app."
        case .recordings: "The changes between two recordings that `verbatim diff` reports."
        case .parts, .values, .structure:
            "The changes between two contracts that `verbatim diff` reports, by their kind."
        }
    }

    /// How to override the first rule, as an example for all.
    private var overriding: String {
        let first =
            switch self {
            case .checks: Rule.all.first?.explanation
            case .models: Rule.ofDecoding.first?.explanation
            case .recordings: DriftRule.allCases.first?.explanation
            case .parts, .values, .structure:
                kinds.first.flatMap { kind in ChangeRule.all.first { $0.kind == kind }?.explanation }
            }
        return Self.wrapped(first?.overridingMarkdown ?? "")
    }

    private var sections: [String] {
        switch self {
        case .checks: (Rule.all + Rule.ofOverrides).map { Self.section(of: $0.explanation) }
        case .models: (Rule.ofDecoding + Rule.ofModels).map { Self.section(of: $0.explanation) }
        case .recordings: DriftRule.allCases.map { Self.section(of: $0.explanation) }
        case .parts, .values, .structure: kinds.map(Self.section)
        }
    }

    private var kinds: [ChangeKind] { ChangeKind.allCases.filter { article(of: $0) == self } }

    private func article(of kind: ChangeKind) -> RuleArticle {
        switch kind {
        case .presence, .lifecycle, .access, .extent: .parts
        case .type, .value, .format, .limit, .text: .values
        case .subschema, .composition, .discriminator, .array, .object: .structure
        }
    }

    private static func section(of explanation: RuleExplanation) -> String {
        "### \(explanation.id)\n\n" + wrapped(explanation.section)
    }

    /// The rules of a kind, and the explanation of the first.
    private static func section(of kind: ChangeKind) -> String {
        let rules = ChangeRule.all.filter { $0.kind == kind }
        let rows = rules.map { "| `\($0.id)` | \($0.severity) | \($0.reason) |\n" }
        return "### \(kind.name)\n\n| rule | severity | reason |\n|---|---|---|\n" + rows.joined() + "\n"
            + (rules.first.map { "The first of them:\n\n" + wrapped($0.explanation.section) } ?? "")
    }

    /// Wraps the lines that are not part of a block of code.
    private static func wrapped(_ markdown: String) -> String {
        let blocks = markdown.split(separator: "```", omittingEmptySubsequences: false)
        return blocks.enumerated().map { index, block in
            index.isMultiple(of: 2) ? String(block).wrapped(to: 110, hanging: 0) : String(block)
        }.joined(separator: "```")
    }
}
