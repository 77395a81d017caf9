import VerbatimContract
import VerbatimJSON

extension ModelFindings {
    /// What there is to tell of the members nobody reads: one finding for each object and reason.
    func findings(about strangers: [UnreadProperty]) -> [Finding] {
        [Rule.propertyUnread, .propertyUnneeded].flatMap { rule in
            var groups: [(object: [String], strangers: [UnreadProperty])] = []
            for stranger in strangers where stranger.stance.rule == rule {
                if let index = groups.firstIndex(where: { $0.object == stranger.objectKey }) {
                    groups[index].strangers.append(stranger)
                } else {
                    groups.append((stranger.objectKey, [stranger]))
                }
            }
            return groups.map { finding(rule, $0.strangers[0], names: $0.strangers.map(\.name)) }
        }
    }

    private func finding(_ rule: Rule, _ first: UnreadProperty, names: [String]) -> Finding {
        let contract = first.evidence.contract
        let isUnread = rule == .propertyUnread
        return Finding(
            rule: rule, api: contract.api, operation: first.evidence.operation.id,
            model: first.model, subject: first.location.tokens.isEmpty ? "the body" : "'\(first.location)'",
            contractPointer: first.object?.pointer.description,
            expected: "\(first.model) reads \(isUnread ? "the rest" : "what was seen")",
            found: (isUnread ? "read but for " : "promised with ") + shortList(names)
                + (isUnread ? "" : ", never seen"),
            location: sources.location(of: first.model),
            contractLocation: first.object.map(contract.location(of:)),
            next: isUnread
                ? "read them in `\(first.model)` if the app needs them; `verbatim models \(contract.api) --format json` lists each"
                : "take them out of \(contract.file), or record a scenario that shows them: `make record API=\(contract.api)`"
        )
    }

    /// The first names of a list, each once, and how many more there are.
    private func shortList(_ names: [String]) -> String {
        var known: Set<String> = []
        let distinct = names.filter { known.insert($0).inserted }
        let more = distinct.count - Self.mostNames
        guard more > 1 else { return distinct.joined(separator: ", ") }
        return distinct.prefix(Self.mostNames).joined(separator: ", ") + " and \(more) more"
    }

    private static let mostNames = 8
}
