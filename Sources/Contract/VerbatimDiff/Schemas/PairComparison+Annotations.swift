import VerbatimContract
import VerbatimJSON

extension PairComparison {
    // MARK: Subschemas

    mutating func compareSubschemas(_ old: SchemaBranch, _ new: SchemaBranch) {
        var all = Set(old.subschemas.keys).union(new.subschemas.keys)
        // `then` and `else` come and go with their condition.
        for condition in all where condition.keyword == .if {
            guard old.subschemas[condition] == nil || new.subschemas[condition] == nil else { continue }
            all.remove(Subschema(keyword: .then, name: condition.name))
            all.remove(Subschema(keyword: .else, name: condition.name))
        }
        for subschema in all.sorted(by: { ($0.keyword.rawValue, $0.name) < ($1.keyword.rawValue, $1.name) }) {
            compareForms(
                of: subschema, old.subschemas[subschema, default: []],
                new.subschemas[subschema, default: []])
        }
    }

    private mutating func compareForms(
        of subschema: Subschema, _ old: [SchemaBranch.Index], _ new: [SchemaBranch.Index]
    ) {
        let direction = direction(of: subschema, old, new)
        let change: KeywordChange = old.isEmpty ? .added : new.isEmpty ? .removed : .changed
        let inner = old.count == new.count ? zip(old, new).map(comparison.difference) : []
        guard
            change != .changed || direction != .none || old.count != new.count
                || inner.contains(where: \.isDifferent)
        else { return }
        let (oldForm, newForm) = (old.first.map { oldForms[$0] }, new.first.map { newForms[$0] })
        let texts = DiffMessages.subschemas(subschema, oldForm, newForm)
        guard let texts else {
            return reportBehindReferences(
                subschema, direction, DiffMessages.schema(newForm), inner.first(where: \.isDifferent))
        }
        report(
            .subschema(subschema.keyword, change), direction, old: texts.old, new: texts.new,
            keyword: subschema.keyword.keyword)
    }

    /// Reports schemas with the same text: the same change, however many schemas refer to it.
    private mutating func reportBehindReferences(
        _ subschema: Subschema, _ direction: Direction, _ text: String, _ summary: SchemaComparison.Summary?
    ) {
        let inner = summary?.first
        let place = summary?.token.map { "'\($0.text)' " } ?? ""
        report(
            .subschema(subschema.keyword, .changed), direction,
            old: inner.map { "\(text) with \(place)\($0.old)" } ?? text,
            new: inner.map { "\(text) with \(place)\($0.new)" } ?? "\(text), too many schemas to compare",
            keyword: subschema.keyword.keyword, cause: inner?.origin)
    }

    private func direction(
        of subschema: Subschema, _ old: [SchemaBranch.Index], _ new: [SchemaBranch.Index]
    ) -> Direction {
        guard subschema.keyword != .contentSchema else { return .none }
        guard old.count == 1, new.count == 1 else {
            return old.isEmpty ? .narrows : new.isEmpty ? .widens : .both
        }
        let inner = comparison.direction(old[0], new[0])
        switch subschema.keyword {
        case .not: return inner.reversed
        case .if: return direction(ofCondition: subschema.name, inner)
        default: return inner
        }
    }

    /// If more values satisfy a condition, `then` applies to more of them and `else` to fewer.
    private func direction(ofCondition name: String, _ inner: Direction) -> Direction {
        let branches = oldForms[forms.old].branches + newForms[forms.new].branches
        var direction = Direction.none
        if branches.contains(where: { $0.subschemas[Subschema(keyword: .then, name: name)] != nil }) {
            direction.formUnion(inner.reversed)
        }
        if branches.contains(where: { $0.subschemas[Subschema(keyword: .else, name: name)] != nil }) {
            direction.formUnion(inner)
        }
        return direction
    }

    // MARK: Annotations

    mutating func compareAnnotations(_ old: SchemaAnnotations, _ new: SchemaAnnotations) {
        compareDeprecation(old, new)
        compareDefault(old.defaultValue, new.defaultValue)
        compareKnownValues(old.knownValues ?? [], new.knownValues ?? [])
        compareDiscriminator(old, new)
        if old.isMap != new.isMap {
            report(
                .object(.mapDecisionChanged), .none, old: old.isMap?.description ?? "undecided",
                new: new.isMap?.description ?? "undecided")
        }
    }

    private mutating func compareDeprecation(_ old: SchemaAnnotations, _ new: SchemaAnnotations) {
        let change: LifecycleChange
        if new.isDeprecated, let sunset = new.sunset, old.sunset != sunset || !old.isDeprecated {
            change = .deprecatedWithSunset
        } else if old.isDeprecated != new.isDeprecated {
            change = new.isDeprecated ? .deprecated : .reactivated
        } else {
            return
        }
        report(
            .lifecycle(change), .none, old: DiffMessages.deprecation(old),
            new: DiffMessages.deprecation(new))
    }

    private mutating func compareDefault(_ old: JSONValue?, _ new: JSONValue?) {
        guard old != new else { return }
        let values = DiffMessages.values(old, new)
        report(
            .value(old == nil ? .defaultAdded : new == nil ? .defaultRemoved : .defaultChanged), .none,
            old: values.old, new: values.new)
    }

    private mutating func compareKnownValues(_ old: [JSONValue], _ new: [JSONValue]) {
        let added = new.excluding(old)
        let removed = old.excluding(new)
        if !added.isEmpty {
            report(
                .value(.knownValueAdded), .none, old: DiffMessages.list(old), new: DiffMessages.list(added))
        }
        if !removed.isEmpty {
            report(
                .value(.knownValueRemoved), .none, old: DiffMessages.list(removed),
                new: DiffMessages.list(new))
        }
    }

    private mutating func compareDiscriminator(_ old: SchemaAnnotations, _ new: SchemaAnnotations) {
        guard old.discriminator == new.discriminator else {
            return report(
                .discriminator(
                    old.discriminator == nil
                        ? .added : new.discriminator == nil ? .removed : .propertyNameChanged), .none,
                old: DiffMessages.quoted(old.discriminator), new: DiffMessages.quoted(new.discriminator))
        }
        for tag in Set(old.mapping.keys).union(new.mapping.keys).sorted() {
            let (before, after) = (old.mapping[tag], new.mapping[tag])
            guard before != after else { continue }
            report(
                .discriminator(
                    before == nil ? .mappingAdded : after == nil ? .mappingDeleted : .mappingChanged), .none,
                old: DiffMessages.mapping(tag, before), new: DiffMessages.mapping(tag, after))
        }
    }

    // MARK: Unhandled keywords

    mutating func compareUnhandledKeywords(_ old: [String: JSONValue], _ new: [String: JSONValue]) {
        for keyword in Set(old.keys).union(new.keys).sorted() where old[keyword] != new[keyword] {
            let isExtension = keyword.hasPrefix("x-")
            let values = DiffMessages.values(old[keyword], new[keyword])
            report(
                .extent(isExtension ? .extensionChanged : .unhandled), isExtension ? .none : .both,
                old: "'\(keyword)' \(values.old)", new: "'\(keyword)' \(values.new)", keyword: keyword)
        }
    }
}
