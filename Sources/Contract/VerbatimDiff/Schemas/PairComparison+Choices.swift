import VerbatimContract
import VerbatimJSON

extension PairComparison {
    /// Pairs the branches of both sides, and reports their differences and those that were added or removed.
    mutating func compareChoices(_ old: NormalizedSchema, _ new: NormalizedSchema) {
        guard !old.branches.isEmpty, !new.branches.isEmpty else { return }
        var matcher = BranchMatcher(comparison, site, old.branches, new.branches)
        matcher.match()
        for differences in matcher.pairs { self.differences += differences }
        let isOneOf = old.isOneOf || new.isOneOf
        let isExclusive = old.isExclusive || new.isExclusive
        for branch in matcher.added {
            let change: CompositionChange =
                old.branches.count == 1 ? .wrapped : isOneOf ? .oneOfAdded : .anyOfAdded
            let isCovered = old.branches.contains { !branchDirection($0, branch).contains(.widens) }
            report(
                .composition(change), isExclusive ? .both : isCovered ? .none : .widens,
                old: description(old), new: description(new))
        }
        for branch in matcher.removed {
            let change: CompositionChange =
                new.branches.count == 1 ? .unwrapped : isOneOf ? .oneOfRemoved : .anyOfRemoved
            let isCovered = new.branches.contains { !branchDirection(branch, $0).contains(.narrows) }
            report(
                .composition(change), isExclusive ? .both : isCovered ? .none : .narrows,
                old: description(old), new: description(new))
        }
        compareExclusivity(old, new)
    }

    /// If a value must match exactly one of several branches, any change to one of them goes both ways.
    private mutating func compareExclusivity(_ old: NormalizedSchema, _ new: NormalizedSchema) {
        if old.isExclusive != new.isExclusive, old.branches.count > 1, new.branches.count > 1 {
            report(
                .composition(old.isExclusive ? .oneOfBecameAnyOf : .anyOfBecameOneOf),
                old.isExclusive ? .widens : .narrows, old: description(old), new: description(new),
                keyword: "oneOf")
        }
        guard old.isExclusive || new.isExclusive else { return }
        for index in differences.indices where differences[index].direction != .none {
            differences[index].direction = .both
        }
    }

    private func branchDirection(_ old: SchemaBranch, _ new: SchemaBranch) -> Direction {
        var inner = PairComparison(comparison, site)
        inner.compareAlternatives(old, new)
        return inner.differences.reduce(into: []) { $0.formUnion($1.direction) }
    }

    private func description(_ form: NormalizedSchema) -> String {
        form.branches.count == 1 ? form.allTypes.description : "one of \(form.branches.count) schemas"
    }

    /// Compares two branches whose types may differ.
    mutating func compareAlternatives(_ old: SchemaBranch, _ new: SchemaBranch) {
        if old.types != new.types {
            var direction = Direction.none
            if !old.types.isSuperset(of: new.types) { direction.insert(.widens) }
            if !new.types.isSuperset(of: old.types) { direction.insert(.narrows) }
            report(
                .type(direction == .widens ? .widened : direction == .narrows ? .narrowed : .changed),
                direction, old: old.types.description, new: new.types.description, keyword: "type")
        }
        compareBranches(old, new)
    }
}

/// Pairs the branches of two forms.
private struct BranchMatcher {
    private let comparison: SchemaComparison
    private let site: SchemaDifference.Site
    private(set) var removed: [SchemaBranch]
    private(set) var added: [SchemaBranch]
    /// The differences of each pair.
    private(set) var pairs: [[SchemaDifference]] = []

    init(
        _ comparison: SchemaComparison, _ site: SchemaDifference.Site, _ old: [SchemaBranch],
        _ new: [SchemaBranch]
    ) {
        self.comparison = comparison
        self.site = site
        removed = old
        added = new
    }

    /// Pairs equal branches, then those with the same tag, then those with the fewest differences.
    mutating func match() {
        pair { $0.isEmpty ? 0 : nil }
        pairTagged()
        pair { $0.contains { $0.kind == .type(.changed) && $0.path.isEmpty } ? nil : $0.count }
    }

    private mutating func pair(cost: ([SchemaDifference]) -> Int?) {
        while let best = candidates(cost).min(by: { $0.cost < $1.cost }) {
            pairs.append(best.differences)
            removed.remove(at: best.old)
            added.remove(at: best.new)
        }
    }

    private typealias Candidate = (old: Int, new: Int, cost: Int, differences: [SchemaDifference])

    private func candidates(_ cost: ([SchemaDifference]) -> Int?) -> [Candidate] {
        removed.indices.flatMap { old in
            added.indices.compactMap { new in
                let differences = differences(removed[old], added[new])
                return cost(differences).map { (old, new, $0, differences) }
            }
        }
    }

    private mutating func pairTagged() {
        for old in removed.indices.reversed() {
            guard let tag = tag(of: removed[old], in: comparison.old),
                let new = added.indices.first(where: { self.tag(of: added[$0], in: comparison.new) == tag })
            else { continue }
            pairs.append(differences(removed[old], added[new]))
            removed.remove(at: old)
            added.remove(at: new)
        }
    }

    private func differences(_ old: SchemaBranch, _ new: SchemaBranch) -> [SchemaDifference] {
        var inner = PairComparison(comparison, site)
        inner.compareAlternatives(old, new)
        return inner.differences
    }

    /// The required properties with an enumeration of values, which tell a branch apart from others.
    private func tag(of branch: SchemaBranch, in forms: NormalizedSchemaCache) -> [String: [JSONValue]]? {
        let tags = branch.required.compactMap { name in
            forms.closedValues(of: name, in: branch).map { (name, $0) }
        }
        return tags.isEmpty ? nil : Dictionary(tags) { first, _ in first }
    }
}
