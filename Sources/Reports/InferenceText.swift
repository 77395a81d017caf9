public import ContractInference

/// What inference did to a contract as people read it: each change with the value that made it, then the sums.
///
///     widened: '/components/schemas/VolumeInfo/properties/pageCount/type' was "integer", is now ["integer","null"]
///       for null at Recordings/google-books/by-isbn/1.json:88:21 and 2 more like it
public struct InferenceText: Sendable {
    /// Creates the words.
    public init() {}

    /// The changes in order, what no change makes right, and a line that sums up.
    public func text(of inferred: InferredContract, api: String) -> String {
        let changes = inferred.changes.map { text(of: $0) + "\n" }.joined()
        return changes + FindingText().text(of: inferred.left) + sums(of: inferred, api) + "\n"
    }

    private func text(of change: ContractChange) -> String {
        let head =
            "\(change.kind.rawValue): '\(change.pointer)' \(change.kind == .added ? "is " : "")\(change.what)"
        let found = change.found.map { "for \($0) at " } ?? "seen at "
        let more = change.others == 0 ? "" : " and \(change.others) more like it"
        return head + (change.witness.map { "\n  \(found)\($0)\(more)" } ?? "")
    }

    private func sums(of inferred: InferredContract, _ api: String) -> String {
        let noun = inferred.interactions == 1 ? "interaction" : "interactions"
        let start = "\(api): \(inferred.interactions) \(noun) read, "
        guard !inferred.changes.isEmpty else { return start + "the contract stays as it is" }
        let widened = inferred.changes.count { $0.kind == .widened }
        return start + "\(widened) widened, \(inferred.changes.count - widened) added"
    }
}
