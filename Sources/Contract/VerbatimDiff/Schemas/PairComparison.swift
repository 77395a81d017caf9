import VerbatimContract
import VerbatimJSON

/// Compares one pair of normal forms.
struct PairComparison {
    let comparison: SchemaComparison
    let site: SchemaDifference.Site
    private(set) var differences: [SchemaDifference] = []
    /// The identities of the differences.
    private var known: Set<DifferenceKey> = []
    /// The number of path tokens in the differences, and one for each difference.
    private var tokens = 0
    private var isCut = false

    /// The parts of a difference that distinguish it from others.
    private struct DifferenceKey: Hashable {
        let kind: ChangeKind
        let part: ChangeSubject?
        let path: [PathToken]
        let old: String
        let new: String

        init(_ difference: SchemaDifference) {
            kind = difference.kind
            part = difference.part
            path = difference.path
            old = difference.old
            new = difference.new
        }
    }

    init(_ comparison: SchemaComparison, _ site: SchemaDifference.Site) {
        self.comparison = comparison
        self.site = site
    }

    var oldForms: NormalizedSchemaCache { comparison.old }
    var newForms: NormalizedSchemaCache { comparison.new }

    mutating func run() {
        let (old, new) = (oldForms[site.old], newForms[site.new])
        guard !old.isCut, !new.isCut else { return reportCut("too many schemas") }
        compareNullability(old, new)
        compareTypes(old, new)
        if old.branches.count == 1, new.branches.count == 1 {
            compareBranches(old.branches[0], new.branches[0])
        } else {
            compareChoices(old, new)
        }
        compareUnexpandedChoices(old.unexpanded, new.unexpanded)
    }

    /// Appends a difference, unless there is an equal one.
    mutating func report(
        _ kind: ChangeKind, of part: ChangeSubject? = nil, _ direction: Direction, at path: [PathToken] = [],
        old: String, new: String, keyword: String? = nil, property: String? = nil
    ) {
        let difference = SchemaDifference(
            kind: kind, part: part, direction: direction, path: path, old: old, new: new, site: site,
            keyword: keyword, property: property)
        if !known.contains(DifferenceKey(difference)) { append(difference) }
    }

    /// Reports that schemas are not compared any further.
    mutating func reportCut(_ reason: String) {
        report(.extent(.unhandled), .both, old: reason, new: "\(reason), the rest is not compared")
    }

    /// Appends a difference, if there are not too many; schemas that refer to each other can make more of
    /// them than there are atoms.
    mutating func append(_ difference: SchemaDifference) {
        tokens += difference.path.count + 1
        guard tokens <= ComparisonLimits.pathTokens else {
            if !isCut {
                isCut = true
                tokens = 0
                reportCut("too many differences")
                tokens = ComparisonLimits.pathTokens
            }
            return
        }
        known.insert(DifferenceKey(difference))
        differences.append(difference)
    }

    /// Lets any difference go both ways.
    mutating func makeAmbiguous() {
        for index in differences.indices where differences[index].direction != .none {
            differences[index].direction = .both
        }
    }

    /// Appends the differences between two parts.
    mutating func compareParts(
        _ oldPart: SchemaBranch.Index, _ newPart: SchemaBranch.Index, at token: PathToken
    ) {
        for var difference in comparison.differences(oldPart, newPart) {
            let isNullability =
                difference.kind == .type(.becameNullable) || difference.kind == .type(.becameNotNullable)
            if difference.path.isEmpty, isNullability {
                if token == .anyElement { difference.part = .items }
                if token == .anyProperty { difference.part = .mapValue }
            }
            append(difference.below(token))
            if isCut { return }
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

extension Array where Element: Hashable {
    /// Returns the elements that are not among others, in order.
    func excluding(_ others: [Element]) -> [Element] {
        let others = Set(others)
        return filter { !others.contains($0) }
    }
}
