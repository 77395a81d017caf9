public import VerbatimInference

/// What inference did to a contract as people read it: each change with the value that made it, then the sums.
///
///     widened: '/components/schemas/VolumeInfo/properties/pageCount/type' was "integer", is now ["integer","null"]
///       for null at Recordings/google-books/by-isbn/1.json:88:21 and 2 more like it
public struct InferenceText: Sendable {
    /// Creates the words.
    public init() {}

    /// The changes in order, what no change makes right, and a line that sums up.
    public func text(of inferred: InferredContract, api: String) -> String {
        let changes = inferred.edits.map { text(of: $0) + "\n" }.joined()
        let proposals = inferred.proposals.map { text(of: $0) + "\n" }.joined()
        return changes + proposals + FindingText().text(of: inferred.unresolved) + sums(of: inferred, api)
            + "\n"
    }

    private func text(of change: InferredEdit) -> String {
        let head =
            "\(change.kind.rawValue): '\(change.pointer)' \(change.kind == .added ? "is " : "")\(change.summary)"
        let found = change.value.map { "for \($0) at " } ?? "seen at "
        let more = change.others == 0 ? "" : " and \(change.others) more like it"
        return head + (change.location.map { "\n  \(found)\($0)\(more)" } ?? "")
    }

    private func text(of proposal: Proposal) -> String {
        let location = "proposed: '\(proposal.pointer)' "
        switch proposal.subject {
        case .map(let names, let objects):
            let noun = objects == 1 ? "object" : "objects"
            return location
                + "may be a dictionary: \(names) names in \(objects) \(noun), such as \(proposal.example)"
                + "\n  next: write `\"x-map\": true` into it if it is, `\"x-map\": false` if it is not, and infer again"
        case .template(let paths):
            return location + "and \(paths - 1) more may be one path, '\(proposal.example)'"
                + "\n  next: if so, declare that path with its parameter instead, and infer again"
        }
    }

    private func sums(of inferred: InferredContract, _ api: String) -> String {
        let noun = inferred.interactionCount == 1 ? "interaction" : "interactions"
        let start = "\(api): \(inferred.interactionCount) \(noun) read, "
        guard !inferred.edits.isEmpty else { return start + "the contract stays as it is" }
        let widened = inferred.edits.count { $0.kind == .widened }
        return start + "\(widened) widened, \(inferred.edits.count - widened) added"
    }
}
