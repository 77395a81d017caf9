package import VerbatimInference
import VerbatimJSON

/// The result of an inference as text: the edits with their evidence, open questions, a summary.
///
///     widened: '/components/schemas/Item/properties/pages/type' was "integer", is now ["integer","null"]
///       evidence: Recordings/books/list/1.json:88:21 is null
///       and 2 more like it
///     books: 4 interactions, 1 widened, 0 added
package struct InferenceText: Sendable {
    package init() {}

    /// Returns the edits, the decisions, the proposals, the findings that no edit resolves, the hosts that
    /// are not described, and the summary; each line has a line break.
    package func text(
        of inferred: InferredContract, api: String, otherHosts: [TrafficSelection.HostCount] = []
    ) -> String {
        let entries =
            inferred.edits.map(entry) + inferred.decisions.map(entry) + inferred.proposals.map(entry)
        let warnings = inferred.warnings.map { "warning: \($0)\n" }.joined()
        return entries.map { $0.text + "\n" }.joined() + warnings + ItemText().text(of: inferred.unresolved)
            + text(of: otherHosts) + summary(of: inferred, api).onOneLine + "\n"
    }

    private static let hostLimit = 10

    private func text(of hosts: [TrafficSelection.HostCount]) -> String {
        guard !hosts.isEmpty else { return "" }
        let requests = String.count(hosts.reduce(0) { $0 + $1.count }, "request")
        let entry = ReportEntry(
            label: "left out",
            headline: "\(requests) to \(String.count(hosts.count, "other host"))",
            details: hosts.prefix(Self.hostLimit).map { "\($0.host): \($0.count)" }
                + (hosts.count > Self.hostLimit ? ["and \(hosts.count - Self.hostLimit) more"] : []),
            next: "add `--host HOST` to describe another host")
        return entry.text + "\n"
    }

    private func entry(for edit: InferredEdit) -> ReportEntry {
        let verb = edit.kind == .added ? "is " : ""
        let evidence = edit.location.map { location in
            "evidence: \(location)" + (edit.value.map { " is \($0)" } ?? "")
        }
        return ReportEntry(
            label: edit.kind.rawValue, headline: "'\(edit.pointer.path)' \(verb)\(edit.summary)",
            details: [evidence, evidence.flatMap { _ in ReportEntry.others(edit.others) }].compactMap(\.self))
    }

    private func entry(for proposal: Proposal) -> ReportEntry {
        switch proposal.subject {
        case .map(let names, let objects):
            let counts = "\(String.count(names, "name")) in \(String.count(objects, "object"))"
            return ReportEntry(
                label: "proposed",
                headline: "'\(proposal.pointer.path)' may be a dictionary: \(counts), "
                    + "such as \(proposal.example)",
                next: "add `\"x-map\": true` to it if it is, `\"x-map\": false` if not, and infer again")
        case .value(let path):
            return ReportEntry(
                label: "proposed",
                headline: "the last word of '\(path)' may be a value",
                next: "write `{\(proposal.example)}` in its place, with a path parameter, if it is one")
        }
    }

    private func entry(for decision: PathDecision) -> ReportEntry {
        let values = String.count(decision.count, "path segment")
        return ReportEntry(
            label: "decided",
            headline: "'\(decision.path)' has a parameter in place of \(values), "
                + "such as '\(decision.example.excerpt(40))'",
            details: ["evidence: " + decision.reasons.list("and")],
            next: "add `--literal-paths` to keep paths as they are, or edit the contract")
    }

    private func summary(of inferred: InferredContract, _ api: String) -> String {
        let interactions = "\(api): \(String.count(inferred.interactionCount, "interaction")), "
        let counts = [InferredEdit.Kind.widened, .added, .tightened].map { kind in
            (kind, inferred.edits.count { $0.kind == kind })
        }
        let edits = counts.filter { $0.1 > 0 || $0.0 != .tightened }.map { "\($0.1) \($0.0.rawValue)" }
        let confirmed = String.count(inferred.confirmedCount, "schema") + " confirmed by more responses"
        let parts = (inferred.edits.isEmpty ? [] : edits) + (inferred.confirmedCount > 0 ? [confirmed] : [])
        return interactions + (parts.isEmpty ? "the contract is unchanged" : parts.joined(separator: ", "))
    }
}
