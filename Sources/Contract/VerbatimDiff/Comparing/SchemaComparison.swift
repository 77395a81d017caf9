import VerbatimJSON

/// Compares schemas of two documents by their normal forms; each pair of forms is compared once.
final class SchemaComparison {
    let old: NormalizedSchemaCache
    let new: NormalizedSchemaCache
    private var known: [Pair: [SchemaDifference]] = [:]
    private lazy var unchanged = UnchangedSchemas(old.references, new.references)

    private struct Pair: Hashable {
        let old: SchemaBranch.Index
        let new: SchemaBranch.Index
    }

    init(old: NormalizedSchemaCache, new: NormalizedSchemaCache) {
        self.old = old
        self.new = new
    }

    /// Every difference between two schemas of the documents, with the forms they have.
    ///
    /// Nil for schemas that are word for word the same, which need no forms. One that is not there allows anything.
    func compare(_ was: JSON?, _ now: JSON?) -> (
        old: SchemaBranch.Index, new: SchemaBranch.Index, differences: [SchemaDifference]
    )? {
        if let was, let now, unchanged.include(was, now) { return nil }
        let before = old.form(of: [was].compactMap(\.self))
        let after = new.form(of: [now].compactMap(\.self))
        return (before, after, differences(before, after))
    }

    /// Every difference between two forms, from the outside in.
    ///
    /// A recursive schema comes back to a pair under way; whatever differs there is told where it is met first.
    func differences(_ oldIndex: SchemaBranch.Index, _ newIndex: SchemaBranch.Index) -> [SchemaDifference] {
        let pair = Pair(old: oldIndex, new: newIndex)
        if let known = known[pair] { return known }
        known[pair] = []
        var comparison = BranchComparison(self, SchemaDifference.Site(old: oldIndex, new: newIndex))
        comparison.run()
        known[pair] = comparison.differences
        return comparison.differences
    }

    /// What happened to the set of values as a whole.
    func direction(_ oldIndex: SchemaBranch.Index, _ newIndex: SchemaBranch.Index) -> Direction {
        differences(oldIndex, newIndex).reduce(into: []) { $0.formUnion($1.direction) }
    }
}

/// Compares one pair of forms.
struct BranchComparison {
    let comparison: SchemaComparison
    let site: SchemaDifference.Site
    var differences: [SchemaDifference] = []

    init(_ comparison: SchemaComparison, _ site: SchemaDifference.Site) {
        self.comparison = comparison
        self.site = site
    }

    var old: NormalizedSchemaCache { comparison.old }
    var new: NormalizedSchemaCache { comparison.new }

    mutating func run() {
        let (was, now) = (old[site.old], new[site.new])
        compareNullability(was, now)
        compareTypes(was, now)
        if was.shapes.count == 1, now.shapes.count == 1 {
            compareShapes(was.shapes[0], now.shapes[0])
        } else {
            compareChoices(was, now)
        }
    }

    /// Adds a difference at the forms themselves.
    mutating func note(
        _ kind: String, _ direction: Direction, was: String, now: String, keyword: String? = nil,
        member: String? = nil
    ) {
        note(.keyword(kind), direction, was: was, now: now, keyword: keyword, member: member)
    }

    mutating func note(
        _ kind: SchemaDifference.Kind, _ direction: Direction, at path: [PathToken] = [], was: String,
        now: String,
        keyword: String? = nil, member: String? = nil
    ) {
        let difference = SchemaDifference(
            kind: kind, direction: direction, path: path, was: was, now: now, site: site, keyword: keyword,
            member: member)
        let isKnown = differences.contains {
            $0.kind == kind && $0.path == path && $0.was == was && $0.now == now
        }
        if !isKnown { differences.append(difference) }
    }

    /// Adds what differs between two parts.
    mutating func compare(_ oldPart: SchemaBranch.Index, _ newPart: SchemaBranch.Index, at token: PathToken) {
        differences += comparison.differences(oldPart, newPart).map { part in
            var part = part
            if part.path.isEmpty, case .keyword(let kind) = part.kind, kind.hasSuffix("-nullable") {
                if token == .anyElement { part = part.renamed(.response("items-" + kind)) }
                if token == .anyMember { part = part.renamed(.response("map-value-" + kind)) }
            }
            return part.below(token)
        }
    }

    // MARK: Types

    private mutating func compareNullability(_ was: NormalizedSchema, _ now: NormalizedSchema) {
        guard was.allowsNull != now.allowsNull else { return }
        guard !was.types.isEmpty, !now.types.isEmpty else { return }
        let words = (was: (was.types.words), now: (now.types.words))
        if now.allowsNull {
            note("became-nullable", .widens, was: words.was, now: words.now + " or null", keyword: "type")
        } else {
            note(
                "became-not-nullable", .narrows, was: words.was + " or null", now: words.now, keyword: "type")
        }
    }

    private mutating func compareTypes(_ was: NormalizedSchema, _ now: NormalizedSchema) {
        // Null is a type like others where it is the only one.
        let isWhole = was.types.isEmpty || now.types.isEmpty
        let (wasTypes, nowTypes) = isWhole ? (was.allTypes, now.allTypes) : (was.types, now.types)
        guard wasTypes != nowTypes else { return }
        let kind: (String, Direction)
        if wasTypes == .integer, nowTypes == .number {
            kind = ("type-generalized", .widens)
        } else if wasTypes == .number, nowTypes == .integer {
            kind = ("type-specialized", .narrows)
        } else if nowTypes.isSuperset(of: wasTypes) {
            kind = ("list-of-types-widened", .widens)
        } else if wasTypes.isSuperset(of: nowTypes) {
            kind = ("list-of-types-narrowed", .narrows)
        } else {
            kind = ("type-changed", .both)
        }
        note(kind.0, kind.1, was: was.typeWords, now: now.typeWords, keyword: "type")
    }
}

extension NormalizedSchema {
    /// The types of all its values.
    var allTypes: TypeSet { allowsNull ? types.union(.null) : types }
    /// The types of all its values, in words: `string or null`.
    var typeWords: String { allTypes.words }
}

extension SchemaDifference {
    fileprivate func renamed(_ kind: Kind) -> SchemaDifference {
        SchemaDifference(
            kind: kind, direction: direction, path: path, was: was, now: now, site: site, keyword: keyword,
            member: member)
    }
}
