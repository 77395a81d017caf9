public import VerbatimInference
import VerbatimJSON

/// The result of an inference as text: the edits with their evidence, open questions, a summary.
///
///     widened: '/components/schemas/Item/properties/pages/type' was "integer", is now ["integer","null"]
///       evidence: Recordings/books/list/1.json:88:21 is null
///       and 2 more like it
///     books: 4 interactions, 1 widened, 0 added
public struct InferenceText: Sendable {
    /// Creates a format.
    public init() {}

    /// Returns the edits, the proposals, the findings that no edit resolves, and the summary; each line has a
    /// line break.
    public func text(of inferred: InferredContract, api: String) -> String {
        let entries = inferred.edits.map(entry) + inferred.proposals.map(entry)
        return entries.map { $0.text + "\n" }.joined() + FindingText().text(of: inferred.unresolved)
            + summary(of: inferred, api).onOneLine + "\n"
    }

    private func entry(for edit: InferredEdit) -> ReportEntry {
        let verb = edit.kind == .added ? "is " : ""
        let evidence = edit.location.map { location in
            "evidence: \(location)" + (edit.value.map { " is \($0)" } ?? "")
        }
        return ReportEntry(
            label: edit.kind.rawValue, headline: "'\(edit.pointer)' \(verb)\(edit.summary)",
            details: [evidence, evidence.flatMap { _ in ReportEntry.others(edit.others) }].compactMap(\.self))
    }

    private func entry(for proposal: Proposal) -> ReportEntry {
        switch proposal.subject {
        case .map(let names, let objects):
            let counts = "\(String.count(names, "name")) in \(String.count(objects, "object"))"
            return ReportEntry(
                label: "proposed",
                headline: "'\(proposal.pointer)' may be a dictionary: \(counts), "
                    + "such as \(proposal.example)",
                next: "add `\"x-map\": true` to it if it is, `\"x-map\": false` if not, and infer again")
        case .template(let paths):
            return ReportEntry(
                label: "proposed",
                headline: "'\(proposal.pointer)' and \(paths - 1) more may be one path, "
                    + "'\(proposal.example)'",
                next: "if they are, replace them by that path with its parameter, and infer again")
        }
    }

    private func summary(of inferred: InferredContract, _ api: String) -> String {
        let interactions = "\(api): \(String.count(inferred.interactionCount, "interaction")), "
        guard !inferred.edits.isEmpty else { return interactions + "the contract is unchanged" }
        let widened = inferred.edits.count { $0.kind == .widened }
        return interactions + "\(widened) widened, \(inferred.edits.count - widened) added"
    }
}
