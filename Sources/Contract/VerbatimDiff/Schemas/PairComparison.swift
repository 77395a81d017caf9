import VerbatimContract
import VerbatimJSON

/// Compares one pair of normal forms.
struct PairComparison {
    let comparison: SchemaComparison
    let site: SchemaDifference.Site
    var differences: [SchemaDifference] = []

    init(_ comparison: SchemaComparison, _ site: SchemaDifference.Site) {
        self.comparison = comparison
        self.site = site
    }

    var oldForms: NormalizedSchemaCache { comparison.old }
    var newForms: NormalizedSchemaCache { comparison.new }

    mutating func run() {
        let (old, new) = (oldForms[site.old], newForms[site.new])
        compareNullability(old, new)
        compareTypes(old, new)
        if old.branches.count == 1, new.branches.count == 1 {
            compareBranches(old.branches[0], new.branches[0])
        } else {
            compareChoices(old, new)
        }
    }

    /// Appends a difference, unless there is an equal one.
    mutating func report(
        _ kind: ChangeKind, of part: ChangeSubject? = nil, _ direction: Direction, at path: [PathToken] = [],
        old: String, new: String, keyword: String? = nil, property: String? = nil
    ) {
        let isKnown = differences.contains {
            $0.kind == kind && $0.part == part && $0.path == path && $0.old == old && $0.new == new
        }
        guard !isKnown else { return }
        differences.append(
            SchemaDifference(
                kind: kind, part: part, direction: direction, path: path, old: old, new: new, site: site,
                keyword: keyword, property: property))
    }

    /// Appends the differences between two parts.
    mutating func compareParts(
        _ oldPart: SchemaBranch.Index, _ newPart: SchemaBranch.Index, at token: PathToken
    ) {
        differences += comparison.differences(oldPart, newPart).map { difference in
            var difference = difference
            let isNullability =
                difference.kind == .type(.becameNullable) || difference.kind == .type(.becameNotNullable)
            if difference.path.isEmpty, isNullability {
                if token == .anyElement { difference.part = .items }
                if token == .anyProperty { difference.part = .mapValue }
            }
            return difference.below(token)
        }
    }

    // MARK: Types

    private mutating func compareNullability(_ old: NormalizedSchema, _ new: NormalizedSchema) {
        guard old.allowsNull != new.allowsNull else { return }
        guard !old.types.isEmpty, !new.types.isEmpty else { return }
        let (oldTypes, newTypes) = (old.types.description, new.types.description)
        if new.allowsNull {
            report(
                .type(.becameNullable), .widens, old: oldTypes, new: newTypes + " or null", keyword: "type")
        } else {
            report(
                .type(.becameNotNullable), .narrows, old: oldTypes + " or null", new: newTypes,
                keyword: "type")
        }
    }

    private mutating func compareTypes(_ old: NormalizedSchema, _ new: NormalizedSchema) {
        // Null counts as a type where it is the only one.
        let includesNull = old.types.isEmpty || new.types.isEmpty
        let (oldTypes, newTypes) = includesNull ? (old.allTypes, new.allTypes) : (old.types, new.types)
        guard oldTypes != newTypes else { return }
        let change: (TypeChange, Direction)
        if oldTypes == .integer, newTypes == .number {
            change = (.generalized, .widens)
        } else if oldTypes == .number, newTypes == .integer {
            change = (.specialized, .narrows)
        } else if newTypes.isSuperset(of: oldTypes) {
            change = (.widened, .widens)
        } else if oldTypes.isSuperset(of: newTypes) {
            change = (.narrowed, .narrows)
        } else {
            change = (.changed, .both)
        }
        report(
            .type(change.0), change.1, old: old.allTypes.description, new: new.allTypes.description,
            keyword: "type")
    }
}
