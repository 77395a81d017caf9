import VerbatimContract
import VerbatimJSON

/// Compares one pair of normal forms.
struct PairComparison {
    /// Two forms of a part of the values, which are compared on their own.
    struct Part: Hashable {
        /// The step to the part, or nil for the value itself.
        let token: PathToken?
        let forms: SchemaPair.Forms
        var isAmbiguous = false
    }

    let comparison: SchemaComparison
    let forms: SchemaPair.Forms
    private(set) var differences: [SchemaDifference] = []
    private(set) var parts: [Part] = []
    /// The identities of the differences and the parts.
    private var known: Set<DifferenceKey> = []
    private var knownParts: Set<Part> = []

    /// The members of a difference that distinguish it from others.
    private struct DifferenceKey: Hashable {
        let kind: ChangeKind
        let part: SchemaPart
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

    init(_ comparison: SchemaComparison, _ forms: SchemaPair.Forms) {
        self.comparison = comparison
        self.forms = forms
    }

    var oldForms: NormalizedSchemaCache { comparison.old }
    var newForms: NormalizedSchemaCache { comparison.new }

    mutating func run() {
        let (old, new) = (oldForms[forms.old], newForms[forms.new])
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
        _ kind: ChangeKind, of part: SchemaPart = .value, _ direction: Direction, at path: [PathToken] = [],
        old: String, new: String, keyword: String? = nil, property: String? = nil,
        cause: SchemaDifference.Origin? = nil
    ) {
        let difference = SchemaDifference(
            kind: kind, part: part, direction: direction, path: path, old: old, new: new,
            site: SchemaDifference.Site(old: forms.old, new: forms.new), keyword: keyword,
            property: property, cause: cause)
        if known.insert(DifferenceKey(difference)).inserted { differences.append(difference) }
    }

    /// Reports that schemas are not compared any further.
    mutating func reportCut(_ reason: String) {
        report(.extent(.unhandled), .both, old: reason, new: "\(reason), the rest is not compared")
    }

    /// Adds two forms of a part, unless they are the same.
    mutating func compareParts(_ old: SchemaBranch.Index, _ new: SchemaBranch.Index, at token: PathToken) {
        guard !comparison.areSame(old, new) else { return }
        append(Part(token: token, forms: SchemaPair.Forms(old: old, new: new)))
    }

    mutating func append(_ part: Part) {
        if knownParts.insert(part).inserted { parts.append(part) }
    }

    /// Appends what a comparison of alternatives of the same forms has found.
    mutating func append(_ alternatives: PairComparison) {
        for difference in alternatives.differences
        where known.insert(DifferenceKey(difference)).inserted {
            differences.append(difference)
        }
        for part in alternatives.parts { append(part) }
    }

    /// Lets any difference go both ways.
    mutating func makeAmbiguous() {
        for index in differences.indices where differences[index].direction != .none {
            differences[index].direction = .both
        }
        for index in parts.indices { parts[index].isAmbiguous = true }
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
