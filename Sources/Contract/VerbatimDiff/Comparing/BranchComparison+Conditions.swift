import VerbatimJSON

extension BranchComparison {
    // MARK: Schemas about the value

    mutating func compareSubschemas(_ was: SchemaBranch, _ now: SchemaBranch) {
        var all = Set(was.subschemas.keys).union(now.subschemas.keys)
        // With a condition come and go its branches.
        for condition in all where condition.keyword == .if {
            guard was.subschemas[condition] == nil || now.subschemas[condition] == nil else { continue }
            all.remove(Subschema(keyword: .then, name: condition.name))
            all.remove(Subschema(keyword: .else, name: condition.name))
        }
        for subschema in all.sorted(by: { ($0.keyword.rawValue, $0.name) < ($1.keyword.rawValue, $1.name) }) {
            compare(subschema, was.subschemas[subschema, default: []], now.subschemas[subschema, default: []])
        }
    }

    private mutating func compare(
        _ subschema: Subschema, _ was: [SchemaBranch.Index], _ now: [SchemaBranch.Index]
    ) {
        let name = subschema.keyword.rawValue
        let words = (
            was: DiffMessages.subschema(subschema, was, in: old),
            now: DiffMessages.subschema(subschema, now, in: new)
        )
        let direction = direction(subschema, was, now)
        if was.isEmpty {
            note(
                "\(name)-added", direction, was: words.was, now: words.now,
                keyword: subschema.keyword.inSchema)
        } else if now.isEmpty {
            note(
                "\(name)-removed", direction, was: words.was, now: words.now,
                keyword: subschema.keyword.inSchema)
        } else if direction != .none || isAnnotated(was, now) {
            note(
                "\(name)-changed", direction, was: words.was, now: words.now,
                keyword: subschema.keyword.inSchema)
        }
    }

    private func direction(_ subschema: Subschema, _ was: [SchemaBranch.Index], _ now: [SchemaBranch.Index])
        -> Direction
    {
        let keyword = subschema.keyword
        guard keyword != .contentSchema else { return .none }
        guard was.count == 1, now.count == 1 else {
            return was.isEmpty ? .narrows : now.isEmpty ? .widens : .both
        }
        let inside = comparison.direction(was[0], now[0])
        switch keyword {
        case .not: return inside.reversed
        case .if: return directionOfCondition(inside, name: subschema.name)
        default: return inside
        }
    }

    /// Where a condition is met by more values, `then` is asked of more of them and `else` of fewer.
    private func directionOfCondition(_ inside: Direction, name: String) -> Direction {
        let branches = (old[site.old].shapes + new[site.new].shapes).flatMap(\.subschemas.keys)
        var direction = Direction.none
        if branches.contains(Subschema(keyword: .then, name: name)) { direction.formUnion(inside.reversed) }
        if branches.contains(Subschema(keyword: .else, name: name)) { direction.formUnion(inside) }
        return direction
    }

    /// Whether schemas differ in what no value can break.
    private func isAnnotated(_ was: [SchemaBranch.Index], _ now: [SchemaBranch.Index]) -> Bool {
        was.count != now.count || zip(was, now).contains { !comparison.differences($0, $1).isEmpty }
    }

    // MARK: SchemaAnnotations

    mutating func compareNotes(_ was: SchemaAnnotations, _ now: SchemaAnnotations) {
        compareDeprecation(was, now)
        compareDefault(was.defaultValue, now.defaultValue)
        compareKnownValues(was.knownValues ?? [], now.knownValues ?? [])
        compareDiscriminator(was, now)
        if was.isMap != now.isMap {
            note(
                "map-decision-changed", .none, was: was.isMap?.description ?? "undecided",
                now: now.isMap?.description ?? "undecided")
        }
    }

    private mutating func compareDeprecation(_ was: SchemaAnnotations, _ now: SchemaAnnotations) {
        if now.isDeprecated, let sunset = now.sunset, was.sunset != sunset || !was.isDeprecated {
            note(
                "deprecated-with-sunset", .none, was: DiffMessages.deprecated(was),
                now: DiffMessages.deprecated(now))
        } else if was.isDeprecated != now.isDeprecated {
            note(
                now.isDeprecated ? "deprecated" : "reactivated", .none, was: DiffMessages.deprecated(was),
                now: DiffMessages.deprecated(now))
        }
    }

    private mutating func compareDefault(_ was: JSONValue?, _ now: JSONValue?) {
        guard was != now else { return }
        let kind = was == nil ? "added" : now == nil ? "removed" : "changed"
        note("default-value-\(kind)", .none, was: DiffMessages.optional(was), now: DiffMessages.optional(now))
    }

    private mutating func compareKnownValues(_ was: [JSONValue], _ now: [JSONValue]) {
        let added = now.filter { !was.contains($0) }
        let removed = was.filter { !now.contains($0) }
        if !added.isEmpty {
            note("known-value-added", .none, was: DiffMessages.list(was), now: DiffMessages.list(added))
        }
        if !removed.isEmpty {
            note("known-value-removed", .none, was: DiffMessages.list(removed), now: DiffMessages.list(now))
        }
    }

    private mutating func compareDiscriminator(_ was: SchemaAnnotations, _ now: SchemaAnnotations) {
        let words = (was: DiffMessages.quoted(was.discriminator), now: DiffMessages.quoted(now.discriminator))
        guard was.discriminator == now.discriminator else {
            let kind =
                was.discriminator == nil
                ? "added" : now.discriminator == nil ? "removed" : "property-name-changed"
            return note("discriminator-\(kind)", .none, was: words.was, now: words.now)
        }
        for tag in Set(was.mapping.keys).union(now.mapping.keys).sorted() {
            let (before, after) = (was.mapping[tag], now.mapping[tag])
            guard before != after else { continue }
            let kind = before == nil ? "added" : after == nil ? "deleted" : "changed"
            note(
                "discriminator-mapping-\(kind)", .none, was: DiffMessages.mapping(tag, before),
                now: DiffMessages.mapping(tag, after))
        }
    }

    // MARK: What is not known

    mutating func compareOthers(_ was: [String: JSONValue], _ now: [String: JSONValue]) {
        for keyword in Set(was.keys).union(now.keys).sorted() where was[keyword] != now[keyword] {
            let asserts = !keyword.hasPrefix("x-")
            note(
                .unhandled, asserts ? .both : .none,
                was: "'\(keyword)' \(DiffMessages.optional(was[keyword]))",
                now: "'\(keyword)' \(DiffMessages.optional(now[keyword]))")
        }
    }
}

extension Subschema.Keyword {
    /// The keyword as a schema has it.
    fileprivate var inSchema: String {
        switch self {
        case .propertyNames: "propertyNames"
        case .dependentSchema: "dependentSchemas"
        case .unevaluatedItems: "unevaluatedItems"
        case .unevaluatedProperties: "unevaluatedProperties"
        case .contentSchema: "contentSchema"
        default: rawValue
        }
    }
}
