import VerbatimContract
import VerbatimJSON
public import VerbatimMutation

/// The strength of contracts as GitHub's Markdown: the score, the survivors, and a table of the operations.
///
/// It begins with a hidden marker, `<!-- verbatim:mutate -->`. What does not fit is counted.
public struct MutationMarkdown {
    private let limit: Int

    /// Creates a format.
    ///
    /// - Parameter limit: The greatest number of characters, at least ``MarkdownReport/leastLimit``.
    public init(limit: Int = MarkdownReport.defaultLimit) {
        self.limit = max(limit, MarkdownReport.leastLimit)
    }

    /// Returns the report.
    public func text(of reports: [MutationReport]) -> String {
        let format = MutationText()
        let survived = MutationScore.sum(of: reports).survived
        let summary = format.summary(of: reports).split(separator: "\n").map { "\($0)\n\n" }.joined()
        let head =
            "<!-- verbatim:mutate -->\n## Mutation: \(String.count(survived, "mutant")) survived\n\n"
            + summary
        // The last line has a place of its own.
        var text = LimitedText(head, limit: limit - 200)
        let table = MarkdownText.table(format.rows(of: reports), numberColumns: Set(1...7))
        _ = text.append(MarkdownText.details("Operations", table))
        var omitted = 0
        for entry in reports.flatMap(format.entries) where omitted > 0 || !text.append(markdown(entry)) {
            omitted += 1
        }
        return text.text + (omitted == 0 ? "" : "**Not shown, as there are too many: \(omitted).**\n")
    }

    private func markdown(_ entry: ReportEntry) -> String {
        var facts: [String] = []
        if let location = entry.location { facts.append("at " + MarkdownText.code(location)) }
        if let others = ReportEntry.others(entry.others) { facts.append(others) }
        facts += entry.details.map { MarkdownText.code($0) }
        if let next = entry.next { facts.append("next: " + MarkdownText.code(next)) }
        return MarkdownText.details(
            "<b>\(MarkdownText.escaped(entry.label))</b>: \(MarkdownText.code(entry.headline))",
            MarkdownText.list(facts))
    }
}
