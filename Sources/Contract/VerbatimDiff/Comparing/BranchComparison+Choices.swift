import VerbatimJSON

extension BranchComparison {
    /// Matches the shapes of both sides, and tells what differs in matching ones and which came and went.
    mutating func compareChoices(_ was: NormalizedSchema, _ now: NormalizedSchema) {
        guard !was.shapes.isEmpty, !now.shapes.isEmpty else { return }
        var matcher = ShapeMatcher(comparison, site, was.shapes, now.shapes)
        matcher.match()
        for pair in matcher.pairs { differences += pair.differences }
        let word = was.isOneOf || now.isOneOf ? "one-of" : "any-of"
        let isExclusive = was.isExclusive || now.isExclusive
        for shape in matcher.added {
            let kind = was.shapes.count == 1 ? "wrapped-in-one-of" : word + "-added"
            let covered = was.shapes.contains { !shapeDirection($0, shape).contains(.widens) }
            note(kind, isExclusive ? .both : covered ? .none : .widens, was: words(was), now: words(now))
        }
        for shape in matcher.removed {
            let kind = now.shapes.count == 1 ? "unwrapped-from-one-of" : word + "-removed"
            let covered = now.shapes.contains { !shapeDirection(shape, $0).contains(.narrows) }
            note(kind, isExclusive ? .both : covered ? .none : .narrows, was: words(was), now: words(now))
        }
        compareExclusivity(was, now)
    }

    /// Where a value must have exactly one of several shapes, any change to one of them goes both ways.
    private mutating func compareExclusivity(_ was: NormalizedSchema, _ now: NormalizedSchema) {
        if was.isExclusive != now.isExclusive, was.shapes.count > 1, now.shapes.count > 1 {
            let kind = was.isExclusive ? "one-of-became-any-of" : "any-of-became-one-of"
            note(
                kind, was.isExclusive ? .widens : .narrows, was: words(was), now: words(now), keyword: "oneOf"
            )
        }
        guard was.isExclusive || now.isExclusive else { return }
        for index in differences.indices where differences[index].direction != .none {
            differences[index].direction = .both
        }
    }

    private func shapeDirection(_ was: SchemaBranch, _ now: SchemaBranch) -> Direction {
        var inner = BranchComparison(comparison, site)
        inner.compareAlternatives(was, now)
        return inner.differences.reduce(into: []) { $0.formUnion($1.direction) }
    }

    private func words(_ form: NormalizedSchema) -> String {
        form.shapes.count == 1 ? form.typeWords : "one of \(form.shapes.count) shapes"
    }

    /// Compares two shapes whose types may differ.
    mutating func compareAlternatives(_ was: SchemaBranch, _ now: SchemaBranch) {
        if was.types != now.types {
            var direction = Direction.none
            if !was.types.isSuperset(of: now.types) { direction.insert(.widens) }
            if !now.types.isSuperset(of: was.types) { direction.insert(.narrows) }
            note(
                direction == .widens
                    ? "list-of-types-widened"
                    : direction == .narrows ? "list-of-types-narrowed" : "type-changed",
                direction, was: was.types.words, now: now.types.words, keyword: "type")
        }
        compareShapes(was, now)
    }
}

/// Finds which shape became which.
private struct ShapeMatcher {
    struct Match {
        let differences: [SchemaDifference]
    }

    private let comparison: SchemaComparison
    private let site: SchemaDifference.Site
    private(set) var removed: [SchemaBranch]
    private(set) var added: [SchemaBranch]
    private(set) var pairs: [Match] = []

    init(
        _ comparison: SchemaComparison, _ site: SchemaDifference.Site, _ was: [SchemaBranch],
        _ now: [SchemaBranch]
    ) {
        self.comparison = comparison
        self.site = site
        removed = was
        added = now
    }

    /// Pairs equal shapes, then those with the same tag, then those that are most alike.
    mutating func match() {
        pair { $0.isEmpty ? 0 : nil }
        pairTagged()
        pair { $0.contains { $0.kind == .keyword("type-changed") && $0.path.isEmpty } ? nil : $0.count }
    }

    private mutating func pair(cost: ([SchemaDifference]) -> Int?) {
        while let best = candidates(cost).min(by: { $0.cost < $1.cost }) {
            pairs.append(Match(differences: best.differences))
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
            pairs.append(Match(differences: differences(removed[old], added[new])))
            removed.remove(at: old)
            added.remove(at: new)
        }
    }

    private func differences(_ was: SchemaBranch, _ now: SchemaBranch) -> [SchemaDifference] {
        var inner = BranchComparison(comparison, site)
        inner.compareAlternatives(was, now)
        return inner.differences
    }

    /// The required members that have one value only: what tells a shape from others.
    private func tag(of shape: SchemaBranch, in forms: NormalizedSchemaCache) -> [String: [JSONValue]]? {
        let tags = shape.required.compactMap { name in
            forms.closedValues(of: name, in: shape).map { (name, $0) }
        }
        return tags.isEmpty ? nil : Dictionary(tags) { first, _ in first }
    }
}
