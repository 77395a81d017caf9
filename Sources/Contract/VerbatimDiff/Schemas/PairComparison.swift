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
        report(.unhandled, .both, old: reason, new: "\(reason), the rest is not compared")
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
        for difference in alternatives.differences where known.insert(DifferenceKey(difference)).inserted {
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
            report(.becameNullable, .widens, old: oldTypes, new: newTypes + " or null", keyword: "type")
        } else {
            report(.becameNotNullable, .narrows, old: oldTypes + " or null", new: newTypes, keyword: "type")
        }
    }

    private mutating func compareTypes(_ old: NormalizedSchema, _ new: NormalizedSchema) {
        // Null counts as a type where it is the only one.
        let includesNull = old.types.isEmpty || new.types.isEmpty
        let (oldTypes, newTypes) = includesNull ? (old.allTypes, new.allTypes) : (old.types, new.types)
        guard oldTypes != newTypes else { return }
        let change: (ChangeKind, Direction)
        if oldTypes == .integer, newTypes == .number {
            change = (.typeGeneralized, .widens)
        } else if oldTypes == .number, newTypes == .integer {
            change = (.typeSpecialized, .narrows)
        } else if newTypes.isSuperset(of: oldTypes) {
            change = (.typesWidened, .widens)
        } else if oldTypes.isSuperset(of: newTypes) {
            change = (.typesNarrowed, .narrows)
        } else {
            change = (.typeChanged, .both)
        }
        report(
            change.0, change.1, old: old.allTypes.description, new: new.allTypes.description, keyword: "type")
    }

    /// Compares the keywords of two branches for the types they share.
    mutating func compareBranches(_ old: SchemaBranch, _ new: SchemaBranch) {
        let types = old.types.intersection(new.types)
        if old.values != nil || new.values != nil {
            compareValues(old, new, types)
        } else {
            let contains = Subschema(keyword: .contains)
            let isCounted = old.subschemas[contains] != nil && new.subschemas[contains] != nil
            for limit in Limit.allCases where !types.isDisjoint(with: limit.types) {
                if limit == .minContains || limit == .maxContains, !isCounted { continue }
                compareBounds(of: limit, old.limits[limit], new.limits[limit])
            }
            for text in TextKeyword.allCases where text.isAsserted && !types.isDisjoint(with: text.types) {
                compareTexts(of: text, old.texts[text], new.texts[text])
            }
            if types.contains(.string) { compareDateFormats(old.dateFormats, new.dateFormats) }
        }
        for text in TextKeyword.allCases where !text.isAsserted {
            compareTexts(of: text, old.texts[text], new.texts[text])
        }
        if types.contains(.array) { compareArrays(old, new) }
        if types.contains(.object) { compareObjects(old, new) }
        compareSubschemas(old, new)
        compareAnnotations(old.annotations, new.annotations)
        compareUnhandledKeywords(old.unhandled, new.unhandled)
    }

    // MARK: Enumerations

    private mutating func compareValues(_ old: SchemaBranch, _ new: SchemaBranch, _ types: TypeSet) {
        switch (old.values, new.values) {
        case (let oldValues?, let newValues?): compareEnumerations(oldValues, newValues)
        case (let values?, nil):
            let test = ScalarTest(new)
            let isLost = values.contains { types.contains(TypeSet($0)) && !test.accepts($0) }
            report(
                values.count == 1 ? .constRemoved : .enumDropped, isLost ? .both : .widens,
                old: DiffMessages.list(values), new: DiffMessages.any(new.types),
                keyword: values.count == 1 ? "const" : "enum")
        case (nil, let values?):
            let test = ScalarTest(old)
            let isNew = values.contains { types.contains(TypeSet($0)) && !test.accepts($0) }
            report(
                values.count == 1 ? .constAdded : .becameEnum, isNew ? .both : .narrows,
                old: DiffMessages.any(old.types), new: DiffMessages.list(values), keyword: "enum")
        case (nil, nil): break
        }
    }

    private mutating func compareEnumerations(_ old: [JSONValue], _ new: [JSONValue]) {
        let removed = old.excluding(new)
        let added = new.excluding(old)
        if old.count == 1, new.count == 1, !added.isEmpty {
            return reportList(.constChanged, .both, old, new, keyword: "const")
        }
        if !added.isEmpty { reportList(.enumValueAdded, .widens, old, added, keyword: "enum") }
        if !removed.isEmpty { reportList(.enumValueRemoved, .narrows, removed, new, keyword: "enum") }
    }

    /// Reports values that only one side lists.
    mutating func reportList(
        _ kind: ChangeKind, _ direction: Direction, _ old: [JSONValue], _ new: [JSONValue],
        keyword: String? = nil
    ) { report(kind, direction, old: DiffMessages.list(old), new: DiffMessages.list(new), keyword: keyword) }

    // MARK: Limits

    private mutating func compareBounds(of limit: Limit, _ old: ValueBound?, _ new: ValueBound?) {
        guard old != new, let named = new ?? old else { return }
        let isExclusive = named.isExclusive
        let violated = limit.keyword(isExclusive: (old ?? named).isExclusive)
        let (oldText, newText) = (DiffMessages.bound(limit, old), DiffMessages.bound(limit, new))
        guard let old, let new else {
            return report(
                .limit(limit, isExclusive: isExclusive, new == nil ? .unset : .set),
                new == nil ? .widens : .narrows, old: oldText, new: newText, keyword: violated)
        }
        let narrows = new.isTighter(than: old, isUpper: limit.isUpper)
        report(
            .limit(limit, isExclusive: isExclusive, narrows == limit.isUpper ? .decreased : .increased),
            narrows ? .narrows : .widens, old: oldText, new: newText, keyword: violated)
    }

    // MARK: Keywords with a text

    private mutating func compareTexts(of keyword: TextKeyword, _ old: [String]?, _ new: [String]?) {
        let old = (old ?? []).sorted()
        let new = (new ?? []).sorted()
        guard old != new else { return }
        let (oldText, newText) = (DiffMessages.texts(keyword, old), DiffMessages.texts(keyword, new))
        let isWidth = keyword == .format && (old + new).allSatisfy(DiffMessages.numberFormats.contains)
        guard !isWidth else { return report(.numberFormatChanged, .none, old: oldText, new: newText) }
        let isRemoved = !old.excluding(new).isEmpty
        let isAdded = !new.excluding(old).isEmpty
        let change: KeywordChange = isRemoved && isAdded ? .changed : isRemoved ? .removed : .added
        var direction: Direction = isRemoved && isAdded ? .both : isRemoved ? .widens : .narrows
        if keyword == .multipleOf { direction = Self.direction(ofMultiples: old, new) }
        report(
            .text(keyword, change), keyword.isAsserted ? direction : .none, old: oldText, new: newText,
            keyword: keyword.rawValue)
    }

    /// A multiple of one number may be a multiple of the other as well.
    private static func direction(ofMultiples old: [String], _ new: [String]) -> Direction {
        let (old, new) = (old.compactMap { JSONNumber($0) }, new.compactMap { JSONNumber($0) })
        func implies(_ divisors: [JSONNumber], _ implied: [JSONNumber]) -> Bool {
            implied.allSatisfy { divisor in divisors.contains { $0.isMultiple(of: divisor) } }
        }
        var direction = Direction.none
        if !implies(new, old) { direction.insert(.widens) }
        if !implies(old, new) { direction.insert(.narrows) }
        return direction
    }

    private mutating func compareDateFormats(_ old: [String]?, _ new: [String]?) {
        var changes: [(ChangeKind, Direction)] = []
        switch (old, new) {
        case (let old?, let new?):
            if !new.excluding(old).isEmpty { changes.append((.dateFormatAdded, .widens)) }
            if !old.excluding(new).isEmpty { changes.append((.dateFormatRemoved, .narrows)) }
        case (_?, nil): changes.append((.dateFormatUnset, .widens))
        case (nil, _?): changes.append((.dateFormatSet, .narrows))
        case (nil, nil): break
        }
        for (change, direction) in changes {
            report(
                change, direction, old: DiffMessages.dates(old), new: DiffMessages.dates(new),
                keyword: "x-date-formats")
        }
    }
}

extension Array where Element: Hashable {
    func excluding(_ others: [Element]) -> [Element] {
        let others = Set(others)
        return filter { !others.contains($0) }
    }
}
