import VerbatimJSON

extension BranchComparison {
    /// Compares what two shapes say about the types they share.
    mutating func compareShapes(_ was: SchemaBranch, _ now: SchemaBranch) {
        let types = was.types.intersection(now.types)
        if was.values != nil || now.values != nil {
            compareValues(was, now, types)
        } else {
            let contains = Subschema(keyword: .contains)
            let isCounted = was.subschemas[contains] != nil && now.subschemas[contains] != nil
            for limit in Limit.allCases where !types.isDisjoint(with: limit.types) {
                if limit == .minContains || limit == .maxContains, !isCounted { continue }
                compare(limit, was.limits[limit], now.limits[limit])
            }
            for text in TextKeyword.allCases where text.isAsserted && !types.isDisjoint(with: text.types) {
                compare(text, was.texts[text], now.texts[text])
            }
            if types.contains(.string) { compareDateFormats(was.dateFormats, now.dateFormats) }
        }
        for text in TextKeyword.allCases where !text.isAsserted {
            compare(text, was.texts[text], now.texts[text])
        }
        if types.contains(.array) { compareArrays(was, now) }
        if types.contains(.object) { compareObjects(was, now) }
        compareSubschemas(was, now)
        compareNotes(was.notes, now.notes)
        compareOthers(was.others, now.others)
    }

    // MARK: Closed sets

    private mutating func compareValues(_ was: SchemaBranch, _ now: SchemaBranch, _ types: TypeSet) {
        switch (was.values, now.values) {
        case (let was?, let now?):
            compareSets(was, now)
        case (let values?, nil):
            let isLost = values.contains { types.contains(TypeSet($0)) && !now.accepts(scalar: $0) }
            note(
                values.count == 1 ? "const-removed" : "enum-dropped", isLost ? .both : .widens,
                was: DiffMessages.list(values),
                now: DiffMessages.any(now.types), keyword: values.count == 1 ? "const" : "enum")
        case (nil, let values?):
            let isNew = values.contains { types.contains(TypeSet($0)) && !was.accepts(scalar: $0) }
            note(
                values.count == 1 ? "const-added" : "became-enum", isNew ? .both : .narrows,
                was: DiffMessages.any(was.types),
                now: DiffMessages.list(values), keyword: "enum")
        case (nil, nil): break
        }
    }

    private mutating func compareSets(_ was: [JSONValue], _ now: [JSONValue]) {
        let removed = was.filter { !now.contains($0) }
        let added = now.filter { !was.contains($0) }
        if was.count == 1, now.count == 1, !added.isEmpty {
            return note(
                "const-changed", .both, was: DiffMessages.list(was), now: DiffMessages.list(now),
                keyword: "const")
        }
        if !added.isEmpty {
            note(
                "enum-value-added", .widens, was: DiffMessages.list(was), now: DiffMessages.list(added),
                keyword: "enum")
        }
        if !removed.isEmpty {
            note(
                "enum-value-removed", .narrows, was: DiffMessages.list(removed), now: DiffMessages.list(now),
                keyword: "enum")
        }
    }

    // MARK: Limits

    private mutating func compare(_ limit: Limit, _ was: ValueBound?, _ now: ValueBound?) {
        guard was != now, let named = now ?? was else { return }
        let name = limit.name(isExclusive: named.isExclusive)
        let keyword = named.isExclusive ? limit.exclusiveKeyword : limit.keyword
        let words = (was: DiffMessages.bound(limit, was), now: DiffMessages.bound(limit, now))
        let broken = was.map { $0.isExclusive ? limit.exclusiveKeyword : limit.keyword } ?? keyword
        guard let was, let now else {
            let kind = now == nil ? "unset" : "set"
            return note(
                "\(name)-\(kind)", now == nil ? .widens : .narrows, was: words.was, now: words.now,
                keyword: broken)
        }
        let narrows = now.isTighter(than: was, isUpper: limit.isUpper)
        note(
            "\(name)-\(narrows == limit.isUpper ? "decreased" : "increased")", narrows ? .narrows : .widens,
            was: words.was, now: words.now, keyword: broken)
    }

    // MARK: Texts

    private mutating func compare(_ text: TextKeyword, _ was: [String]?, _ now: [String]?) {
        let was = (was ?? []).sorted()
        let now = (now ?? []).sorted()
        guard was != now else { return }
        let words = (was: DiffMessages.text(text, was), now: DiffMessages.text(text, now))
        let isWidth = text == .format && (was + now).allSatisfy(DiffMessages.numberFormats.contains)
        guard !isWidth else { return note("number-format-changed", .none, was: words.was, now: words.now) }
        let name = text.rawValue
        let lost = was.contains { !now.contains($0) }
        let gained = now.contains { !was.contains($0) }
        let kind = lost && gained ? "changed" : lost ? "removed" : "added"
        var direction: Direction = lost && gained ? .both : lost ? .widens : .narrows
        if text == .multipleOf { direction = Self.direction(ofMultiples: was, now) }
        note(
            "\(name)-\(kind)", text.isAsserted ? direction : .none, was: words.was, now: words.now,
            keyword: text.keyword)
    }

    /// What is a multiple of one number may be one of the other as well.
    private static func direction(ofMultiples was: [String], _ now: [String]) -> Direction {
        let (was, now) = (was.compactMap { JSONNumber($0) }, now.compactMap { JSONNumber($0) })
        func implies(_ one: [JSONNumber], _ other: [JSONNumber]) -> Bool {
            other.allSatisfy { divisor in one.contains { $0.isMultiple(of: divisor) } }
        }
        var direction = Direction.none
        if !implies(now, was) { direction.insert(.widens) }
        if !implies(was, now) { direction.insert(.narrows) }
        return direction
    }

    private mutating func compareDateFormats(_ was: [String]?, _ now: [String]?) {
        let words = (was: DiffMessages.dates(was), now: DiffMessages.dates(now))
        let keyword = "x-date-formats"
        switch (was, now) {
        case (let was?, let now?):
            if now.contains(where: { !was.contains($0) }) {
                note("date-format-added", .widens, was: words.was, now: words.now, keyword: keyword)
            }
            if was.contains(where: { !now.contains($0) }) {
                note("date-format-removed", .narrows, was: words.was, now: words.now, keyword: keyword)
            }
        case (_?, nil): note("date-format-unset", .widens, was: words.was, now: words.now, keyword: keyword)
        case (nil, _?): note("date-format-set", .narrows, was: words.was, now: words.now, keyword: keyword)
        case (nil, nil): break
        }
    }
}

extension Limit {
    fileprivate var exclusiveKeyword: String { isUpper ? "exclusiveMaximum" : "exclusiveMinimum" }
}
