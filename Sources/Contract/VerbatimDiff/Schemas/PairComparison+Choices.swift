import VerbatimContract
import VerbatimJSON

extension PairComparison {
    /// Pairs the branches of both sides, and reports their differences and those that were added or removed.
    mutating func compareChoices(_ old: NormalizedSchema, _ new: NormalizedSchema) {
        guard !old.branches.isEmpty, !new.branches.isEmpty else { return }
        var matcher = BranchMatcher(comparison, site, old.branches, new.branches)
        matcher.match()
        for differences in matcher.pairs {
            for difference in differences { append(difference) }
        }
        let isOneOf = old.isOneOf || new.isOneOf
        let isExclusive = old.isExclusive || new.isExclusive
        for branch in matcher.added {
            let change: CompositionChange =
                old.branches.count == 1 ? .wrapped : isOneOf ? .oneOfAdded : .anyOfAdded
            let isCovered = old.branches.indices.contains { !matcher.direction($0, branch).contains(.widens) }
            report(
                .composition(change), isExclusive ? .both : isCovered ? .none : .widens,
                old: description(old), new: description(new))
        }
        for branch in matcher.removed {
            let change: CompositionChange =
                new.branches.count == 1 ? .unwrapped : isOneOf ? .oneOfRemoved : .anyOfRemoved
            let isCovered = new.branches.indices.contains {
                !matcher.direction(branch, $0).contains(.narrows)
            }
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
        makeAmbiguous()
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
    private let old: [SchemaBranch]
    private let new: [SchemaBranch]
    /// The indices of the branches without a counterpart.
    private(set) var removed: [Int]
    private(set) var added: [Int]
    /// The differences of each pair.
    private(set) var pairs: [[SchemaDifference]] = []
    /// The differences of the branches compared so far, by the index of the old and of the new one.
    private var known: [Int: [Int: [SchemaDifference]]] = [:]

    init(
        _ comparison: SchemaComparison, _ site: SchemaDifference.Site, _ old: [SchemaBranch],
        _ new: [SchemaBranch]
    ) {
        self.comparison = comparison
        self.site = site
        self.old = old
        self.new = new
        removed = Array(old.indices)
        added = Array(new.indices)
    }

    /// Pairs equal branches, then those with the same tag, then those with the fewest differences.
    mutating func match() {
        pair { $0.isEmpty ? 0 : nil }
        pairTagged()
        pair { $0.contains { $0.kind == .type(.changed) && $0.path.isEmpty } ? nil : $0.count }
    }

    /// Returns the effect of one branch instead of another.
    mutating func direction(_ oldIndex: Int, _ newIndex: Int) -> Direction {
        differences(oldIndex, newIndex).reduce(into: []) { $0.formUnion($1.direction) }
    }

    private mutating func pair(cost: ([SchemaDifference]) -> Int?) {
        var candidates: [(cost: Int, old: Int, new: Int)] = []
        for oldIndex in removed {
            for newIndex in added {
                guard let cost = cost(differences(oldIndex, newIndex)) else { continue }
                candidates.append((cost, oldIndex, newIndex))
            }
        }
        var (unpairedOld, unpairedNew) = (Set(removed), Set(added))
        for candidate in candidates.sorted(by: <)
        where unpairedOld.contains(candidate.old) && unpairedNew.contains(candidate.new) {
            pairs.append(differences(candidate.old, candidate.new))
            unpairedOld.remove(candidate.old)
            unpairedNew.remove(candidate.new)
        }
        removed.removeAll { !unpairedOld.contains($0) }
        added.removeAll { !unpairedNew.contains($0) }
    }

    private mutating func pairTagged() {
        let tags = added.map { tag(of: new[$0], in: comparison.new) }
        var unpaired = Array(zip(added, tags))
        for oldIndex in removed.reversed() {
            guard let tag = tag(of: old[oldIndex], in: comparison.old),
                let position = unpaired.firstIndex(where: { $0.1 == tag })
            else { continue }
            let newIndex = unpaired.remove(at: position).0
            pairs.append(differences(oldIndex, newIndex))
            removed.removeAll { $0 == oldIndex }
            added.removeAll { $0 == newIndex }
        }
    }

    private mutating func differences(_ oldIndex: Int, _ newIndex: Int) -> [SchemaDifference] {
        if let known = known[oldIndex]?[newIndex] { return known }
        var inner = PairComparison(comparison, site)
        inner.compareAlternatives(old[oldIndex], new[newIndex])
        known[oldIndex, default: [:]][newIndex] = inner.differences
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
