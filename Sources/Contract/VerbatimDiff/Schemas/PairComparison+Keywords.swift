import VerbatimContract
import VerbatimJSON

extension PairComparison {
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
        case (let oldValues?, let newValues?):
            compareEnumerations(oldValues, newValues)
        case (let values?, nil):
            let test = ScalarTest(new)
            let isLost = values.contains { types.contains(TypeSet($0)) && !test.accepts($0) }
            report(
                .value(values.count == 1 ? .constRemoved : .enumDropped), isLost ? .both : .widens,
                old: DiffMessages.list(values), new: DiffMessages.any(new.types),
                keyword: values.count == 1 ? "const" : "enum")
        case (nil, let values?):
            let test = ScalarTest(old)
            let isNew = values.contains { types.contains(TypeSet($0)) && !test.accepts($0) }
            report(
                .value(values.count == 1 ? .constAdded : .becameEnum), isNew ? .both : .narrows,
                old: DiffMessages.any(old.types), new: DiffMessages.list(values), keyword: "enum")
        case (nil, nil): break
        }
    }

    private mutating func compareEnumerations(_ old: [JSONValue], _ new: [JSONValue]) {
        let removed = old.excluding(new)
        let added = new.excluding(old)
        if old.count == 1, new.count == 1, !added.isEmpty {
            return report(
                .value(.constChanged), .both, old: DiffMessages.list(old), new: DiffMessages.list(new),
                keyword: "const")
        }
        if !added.isEmpty {
            report(
                .value(.enumValueAdded), .widens, old: DiffMessages.list(old), new: DiffMessages.list(added),
                keyword: "enum")
        }
        if !removed.isEmpty {
            report(
                .value(.enumValueRemoved), .narrows, old: DiffMessages.list(removed),
                new: DiffMessages.list(new), keyword: "enum")
        }
    }

    // MARK: Limits

    private mutating func compareBounds(of limit: Limit, _ old: ValueBound?, _ new: ValueBound?) {
        guard old != new, let named = new ?? old else { return }
        let keyword = limit.ruleKeyword(isExclusive: named.isExclusive)
        let violated = limit.keyword(isExclusive: (old ?? named).isExclusive)
        let (oldText, newText) = (DiffMessages.bound(limit, old), DiffMessages.bound(limit, new))
        guard let old, let new else {
            return report(
                .limit(keyword, new == nil ? .unset : .set), new == nil ? .widens : .narrows, old: oldText,
                new: newText, keyword: violated)
        }
        let narrows = new.isTighter(than: old, isUpper: limit.isUpper)
        report(
            .limit(keyword, narrows == limit.isUpper ? .decreased : .increased),
            narrows ? .narrows : .widens, old: oldText, new: newText, keyword: violated)
    }

    // MARK: Keywords with a text

    private mutating func compareTexts(of keyword: TextKeyword, _ old: [String]?, _ new: [String]?) {
        let old = (old ?? []).sorted()
        let new = (new ?? []).sorted()
        guard old != new else { return }
        let (oldText, newText) = (DiffMessages.texts(keyword, old), DiffMessages.texts(keyword, new))
        let isWidth = keyword == .format && (old + new).allSatisfy(DiffMessages.numberFormats.contains)
        guard !isWidth else {
            return report(.format(.numberFormatChanged), .none, old: oldText, new: newText)
        }
        let isRemoved = !old.excluding(new).isEmpty
        let isAdded = !new.excluding(old).isEmpty
        let change: KeywordChange = isRemoved && isAdded ? .changed : isRemoved ? .removed : .added
        var direction: Direction = isRemoved && isAdded ? .both : isRemoved ? .widens : .narrows
        if keyword == .multipleOf { direction = Self.direction(ofMultiples: old, new) }
        report(
            .text(keyword, change), keyword.isAsserted ? direction : .none, old: oldText, new: newText,
            keyword: keyword.keyword)
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
        var changes: [(FormatChange, Direction)] = []
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
                .format(change), direction, old: DiffMessages.dates(old), new: DiffMessages.dates(new),
                keyword: "x-date-formats")
        }
    }
}
