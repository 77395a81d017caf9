import VerbatimContract
import VerbatimJSON

extension PairComparison {
    /// Pairs the branches of both sides, and reports their differences and those that were added or removed.
    ///
    /// An alternative that another one covers changes nothing.
    mutating func compareChoices(_ old: NormalizedSchema, _ new: NormalizedSchema) {
        guard !old.branches.isEmpty, !new.branches.isEmpty else { return }
        var matcher = BranchMatcher(comparison, forms, old.branches, new.branches)
        matcher.match()
        for pair in matcher.pairs { append(pair) }
        let isOneOf = old.isOneOf || new.isOneOf
        let isExclusive = old.isExclusive || new.isExclusive
        let hasKinds = old.hasKinds && new.hasKinds
        for branch in matcher.added where isExclusive || !matcher.isCovered(new: branch) {
            report(
                old.branches.count == 1
                    ? .wrapped : hasKinds ? .kindAdded : isOneOf ? .oneOfAdded : .anyOfAdded,
                isExclusive ? .both : .widens, old: description(old), new: description(new))
        }
        for branch in matcher.removed where isExclusive || !matcher.isCovered(old: branch) {
            report(
                new.branches.count == 1
                    ? .unwrapped : hasKinds ? .kindRemoved : isOneOf ? .oneOfRemoved : .anyOfRemoved,
                isExclusive ? .both : .narrows, old: description(old), new: description(new))
        }
        compareExclusivity(old, new)
    }

    /// If a value must match exactly one of several branches, any change to one of them goes both ways.
    private mutating func compareExclusivity(_ old: NormalizedSchema, _ new: NormalizedSchema) {
        // That of a `oneOf` depends on its discriminator and its branches, which are compared themselves.
        if old.isExclusive != new.isExclusive, old.isOneOf != new.isOneOf, old.branches.count > 1,
            new.branches.count > 1
        {
            report(
                old.isExclusive ? .oneOfBecameAnyOf : .anyOfBecameOneOf, old.isExclusive ? .widens : .narrows,
                old: exclusivity(old), new: exclusivity(new), keyword: "oneOf")
        }
        guard old.isExclusive || new.isExclusive else { return }
        makeAmbiguous()
    }

    private func exclusivity(_ form: NormalizedSchema) -> String {
        "\(form.isExclusive ? "exactly" : "at least") one of \(form.branches.count) schemas"
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
                direction == .widens ? .typesWidened : direction == .narrows ? .typesNarrowed : .typeChanged,
                direction, old: old.types.description, new: new.types.description, keyword: "type")
        }
        compareBranches(old, new)
    }
}

extension NormalizedSchema {
    /// Whether a discriminator chooses among all branches.
    fileprivate var hasKinds: Bool { branches.allSatisfy { $0.annotations.discriminator != nil } }
}

/// Pairs the branches of two forms.
private struct BranchMatcher {
    private let comparison: SchemaComparison
    private let forms: SchemaPair.Forms
    private let old: [SchemaBranch]
    private let new: [SchemaBranch]
    /// The indices of the branches without a counterpart.
    private(set) var removed: [Int]
    private(set) var added: [Int]
    private(set) var pairs: [PairComparison] = []
    /// The branches compared so far, by the index of the old and of the new one.
    private var known: [Int: [Int: PairComparison]] = [:]

    init(
        _ comparison: SchemaComparison, _ forms: SchemaPair.Forms, _ old: [SchemaBranch],
        _ new: [SchemaBranch]
    ) {
        self.comparison = comparison
        self.forms = forms
        self.old = old
        self.new = new
        removed = Array(old.indices)
        added = Array(new.indices)
    }

    /// Pairs branches of the same references, equal ones, those with the same tag, and those with the fewest
    /// differences. Very many are paired by their types, in order.
    mutating func match() {
        pair { branch, _ in branch.references.isEmpty ? nil : branch.references }
        if isSmall { pairClosest { $0.isEqual ? 0 : nil } }
        pair { branch, forms in branch.tag(in: forms) }
        if isSmall {
            pairClosest(cost: \.cost)
        } else {
            pair { branch, _ in branch.types.rawValue }
        }
    }

    /// Whether every branch that is left may be compared with every other.
    private var isSmall: Bool { removed.count * added.count <= ComparisonLimits.alternativePairs }

    /// Returns whether one of the old branches allows all that a new one does.
    mutating func isCovered(new index: Int) -> Bool {
        guard old.count * added.count <= ComparisonLimits.alternativePairs else { return false }
        return old.indices.contains { !comparison($0, index).direction.contains(.widens) }
    }

    /// Returns whether one of the new branches allows all that an old one does.
    mutating func isCovered(old index: Int) -> Bool {
        guard new.count * removed.count <= ComparisonLimits.alternativePairs else { return false }
        return new.indices.contains { !comparison(index, $0).direction.contains(.narrows) }
    }

    private mutating func pairClosest(cost: (PairComparison) -> Int?) {
        var candidates: [(cost: Int, old: Int, new: Int)] = []
        for oldIndex in removed {
            for newIndex in added {
                guard let cost = cost(comparison(oldIndex, newIndex)) else { continue }
                candidates.append((cost, oldIndex, newIndex))
            }
        }
        var (unpairedOld, unpairedNew) = (Set(removed), Set(added))
        for candidate in candidates.sorted(by: <)
        where unpairedOld.contains(candidate.old) && unpairedNew.contains(candidate.new) {
            pairs.append(comparison(candidate.old, candidate.new))
            unpairedOld.remove(candidate.old)
            unpairedNew.remove(candidate.new)
        }
        removed.removeAll { !unpairedOld.contains($0) }
        added.removeAll { !unpairedNew.contains($0) }
    }

    private mutating func pair<Key: Hashable>(by key: (SchemaBranch, NormalizedSchemaCache) -> Key?) {
        var candidates: [Key: [Int]] = [:]
        for newIndex in added.reversed() {
            guard let key = key(new[newIndex], comparison.new) else { continue }
            candidates[key, default: []].append(newIndex)
        }
        var (pairedOld, pairedNew): (Set<Int>, Set<Int>) = ([], [])
        for oldIndex in removed {
            guard let key = key(old[oldIndex], comparison.old), let newIndex = candidates[key]?.popLast()
            else { continue }
            pairs.append(comparison(oldIndex, newIndex))
            pairedOld.insert(oldIndex)
            pairedNew.insert(newIndex)
        }
        removed.removeAll(where: pairedOld.contains)
        added.removeAll(where: pairedNew.contains)
    }

    private mutating func comparison(_ oldIndex: Int, _ newIndex: Int) -> PairComparison {
        if let known = known[oldIndex]?[newIndex] { return known }
        var inner = PairComparison(comparison, forms)
        inner.compareAlternatives(old[oldIndex], new[newIndex])
        known[oldIndex, default: [:]][newIndex] = inner
        return inner
    }
}

extension PairComparison {
    /// Whether alternatives do not differ.
    fileprivate var isEqual: Bool {
        differences.isEmpty
            && !parts.contains { comparison.difference($0.forms.old, $0.forms.new).isDifferent }
    }

    /// The number of differences and of parts that may differ, or nil if the types have nothing in common.
    fileprivate var cost: Int? {
        differences.contains { $0.kind == .typeChanged && $0.path.isEmpty }
            ? nil : differences.count + parts.count
    }

    /// The effect of one alternative instead of the other.
    fileprivate var direction: Direction {
        var direction = differences.reduce(into: Direction.none) { $0.formUnion($1.direction) }
        for part in parts where direction != .both {
            direction.formUnion(comparison.direction(part.forms.old, part.forms.new))
        }
        return direction
    }
}

extension SchemaBranch {
    /// The required properties with an enumeration of values, which tell a branch apart from others.
    fileprivate func tag(in forms: NormalizedSchemaCache) -> [String: [JSONValue]]? {
        let tags = required.compactMap { name in
            forms.closedValues(of: name, in: self).map { (name, $0) }
        }
        return tags.isEmpty ? nil : Dictionary(tags) { first, _ in first }
    }
}

// MARK: - Choices that are not expanded

extension PairComparison {
    /// Compares choices with too many branches for one form alternative by alternative, in place.
    mutating func compareUnexpandedChoices(_ old: [String: JSON], _ new: [String: JSON]) {
        for (name, choice) in old.sorted(by: { $0.key < $1.key }) {
            guard let other = new[name] else { continue }
            compareAlternatives(of: choice, other, isOneOf: name.hasPrefix("oneOf"))
        }
        let oldOnly = old.filter { new[$0.key] == nil }
        let newOnly = new.filter { old[$0.key] == nil }
        compareUnhandledKeywords(oldOnly.mapValues(\.value), newOnly.mapValues(\.value))
    }

    private mutating func compareAlternatives(of old: JSON, _ new: JSON, isOneOf: Bool) {
        var added = OrderedGroups(grouping: new.elements, by: \.alternativeKey)
        var removed: [JSON] = []
        for alternative in old.elements {
            guard let candidates = added[alternative.alternativeKey], let match = candidates.first else {
                removed.append(alternative)
                continue
            }
            added[alternative.alternativeKey, default: []].removeFirst()
            compareInPlace(alternative, match, isOneOf: isOneOf)
        }
        let unpaired = added.values.joined()
        for (alternative, match) in zip(removed, unpaired) {
            compareInPlace(alternative, match, isOneOf: isOneOf)
        }
        let (before, after) = (removed.count, unpaired.count)
        guard before != after else { return }
        let isAdded = after > before
        report(
            isOneOf ? isAdded ? .oneOfAdded : .oneOfRemoved : isAdded ? .anyOfAdded : .anyOfRemoved,
            isOneOf ? .both : isAdded ? .widens : .narrows, old: "one of \(old.count) schemas",
            new: "one of \(new.count) schemas")
    }

    private mutating func compareInPlace(_ old: JSON, _ new: JSON, isOneOf: Bool) {
        let (oldForm, newForm) = (oldForms.form(of: [old]), newForms.form(of: [new]))
        guard !comparison.areSame(oldForm, newForm) else { return }
        append(Part(token: nil, forms: SchemaPair.Forms(old: oldForm, new: newForm), isAmbiguous: isOneOf))
    }
}

extension JSON {
    /// The identity of an alternative among others: the schema that it refers to, or its text.
    fileprivate var alternativeKey: String { self["$ref"].string ?? text }
}
