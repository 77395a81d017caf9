import Foundation
import VerbatimContract
import VerbatimInference
import VerbatimJSON

/// Writes the decisions of a review: accepted edits into contracts, overrides into their file.
///
/// A file that cannot be written keeps no other one from being written: what was decided is not lost.
struct ReviewWriter {
    let context: CommandContext
    let folder: String
    let decisions: [String: ReviewDecision]
    /// The files that were written, each with its content: `2 edits`.
    private(set) var written: [(path: String, content: String)] = []
    private(set) var failure: (any Error)?

    init(_ decisions: [String: ReviewDecision], to folder: String, in context: CommandContext) {
        self.decisions = decisions
        self.folder = folder
        self.context = context
    }

    mutating func write(_ reviews: [APIReview]) {
        for review in reviews { attempt { try $0.writeContract(of: review) } }
        attempt { try $0.writeOverrides(for: reviews.flatMap(\.items)) }
    }

    private mutating func attempt(_ write: (inout ReviewWriter) throws -> Void) {
        do {
            try write(&self)
        } catch { failure = failure ?? error }
    }

    private mutating func writeContract(of review: APIReview) throws {
        let accepted = review.items.filter { decisions[$0.id] == .accepted }
        guard !accepted.isEmpty else { return }
        let keys = Set(accepted.compactMap { $0.edit?.key })
        let inferred = try review.contract(accepting: keys)
        let path = review.contract.file
        guard try Data(contentsOf: context.url(path)) == review.text else {
            throw FileProblem(
                location: path, what: "the contract was changed since the review began",
                next: "run the command again")
        }
        guard inferred.isChanged else { return }
        try context.write(inferred.text, to: path)
        let made = Set(inferred.edits.map(\.key)).intersection(keys).count
        written.append((path, String.count(made, "edit")))
        if made < keys.count {
            context.console.note(
                MessageText(
                    "\(path): \(String.count(keys.count - made, "accepted edit")) not made",
                    details: ["they follow from edits that were not accepted"]
                ).text)
        }
    }

    private mutating func writeOverrides(for items: [ReviewItem]) throws {
        let path = "\(folder)/\(OverridesDocument.fileName)"
        let overrides = items.flatMap { item -> [Override] in
            guard case .overridden(let severity, let reason, let expires)? = decisions[item.id] else {
                return []
            }
            return item.findings.map { counted in
                Override(
                    of: counted.finding.key(.decision).pattern, severity: severity, reason: reason,
                    expires: expires, location: SourceLocation(file: path))
            }
        }
        guard !overrides.isEmpty else { return }
        var document = try OverridesDocument(in: context.url(folder))
        document.append(overrides)
        try context.write(document.text, to: path)
        written.append((path, String.count(overrides.count, "override")))
    }
}
