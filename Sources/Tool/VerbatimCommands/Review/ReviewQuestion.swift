import VerbatimContract
import VerbatimInference
import VerbatimJSON

/// A question of a review: something that happened at the provider, with all that is decided at once.
struct ReviewQuestion: Sendable {
    let api: String
    /// What happened; nil for an edit that resolves no finding.
    let cause: Cause?
    let items: [ReviewItem]
    /// The properties of the app that do not decode what was recorded, whatever the contract says.
    let broken: [AffectedProperty]

    /// Groups items by the causes of their findings, the most severe first. An item whose findings have
    /// several causes belongs to the most severe one.
    ///
    /// - Parameter broken: Returns the properties that a cause breaks, whatever the contract says.
    static func questions(
        about items: [ReviewItem], _ causes: [Cause], broken: (Cause) -> [AffectedProperty]
    ) -> [ReviewQuestion] {
        var owners: [Finding.Key: Int] = [:]
        for (index, cause) in causes.enumerated() {
            for finding in cause.findings {
                let key = finding.key(.decision).pattern
                owners[key] = owners[key] ?? index
            }
        }
        let groups = Dictionary(grouping: items) { item in
            item.findings.compactMap { owners[$0.finding.key(.decision).pattern] }.min()
        }
        let known = causes.indices.compactMap { index in
            groups[index].map {
                ReviewQuestion(api: $0[0].api, cause: causes[index], items: $0, broken: broken(causes[index]))
            }
        }
        return known
            + (groups[nil] ?? []).map { ReviewQuestion(api: $0.api, cause: nil, items: [$0], broken: []) }
    }
}

extension ReviewQuestion {
    /// The id: that of the cause, which is the same in reports.
    var id: String { cause?.id ?? items[0].id }
    var title: String { cause?.title ?? "\(api): \(items[0].message)" }
    var severity: Severity { cause?.severity ?? .info }

    var edits: Set<InferredEdit.Key> { Set(items.filter(\.canBeAccepted).compactMap { $0.edit?.key }) }
    /// The properties of the app that the cause breaks: first those that no contract mends.
    var affected: [AffectedProperty] {
        let readers = items.flatMap(\.readers).filter(\.isBroken).map(\.property)
        let all = broken + (cause?.affected ?? []) + readers
        return OrderedGroups(grouping: all, by: \.name).values.compactMap { group in
            group.first { $0.location != nil } ?? group.first
        }
    }

    var canBeAccepted: Bool { items.contains(where: \.canBeAccepted) }
    var canBeOverridden: Bool { items.contains(where: \.canBeOverridden) }

    /// The severity of an override unless another one is named.
    var overrideSeverity: Severity { items.contains { $0.overrideSeverity == .info } ? .info : .off }

    /// Returns the decisions about the items that take a decision about all of them. An edit that cannot be
    /// made, and a finding that no edit resolves, are left as they are by accepting.
    func decisions(_ decision: ReviewDecision) -> [String: ReviewDecision] {
        let taken = items.filter { item in
            switch decision {
            case .accepted: item.canBeAccepted
            case .overridden: item.canBeOverridden
            case .kept, .skipped: true
            }
        }
        return Dictionary(taken.map { ($0.id, decision) }) { first, _ in first }
    }

    /// Returns the decision about all items; nil if there is none.
    func decision(in decisions: [String: ReviewDecision]) -> ReviewDecision? {
        items.lazy.compactMap { decisions[$0.id] }.first
    }

    func only(_ item: ReviewItem) -> ReviewQuestion {
        ReviewQuestion(api: api, cause: cause, items: [item], broken: broken)
    }

    func with(_ others: [ReviewItem]) -> ReviewQuestion {
        ReviewQuestion(api: api, cause: cause, items: items + others, broken: broken)
    }
}
