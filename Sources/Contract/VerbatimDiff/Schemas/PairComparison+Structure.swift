import VerbatimContract
import VerbatimJSON

extension PairComparison {
    // MARK: Arrays

    mutating func compareArrays(_ old: SchemaBranch, _ new: SchemaBranch) {
        if old.isUnique != new.isUnique {
            report(
                new.isUnique ? .uniqueItemsAdded : .uniqueItemsRemoved,
                new.isUnique ? .narrows : .widens, old: DiffMessages.unique(old.isUnique),
                new: DiffMessages.unique(new.isUnique), keyword: "uniqueItems")
        }
        let common = min(old.prefix.count, new.prefix.count)
        for index in 0..<common { compareParts(old.prefix[index], new.prefix[index], at: .element(index)) }
        let longer = max(old.prefix.count, new.prefix.count)
        if longer > common {
            let direction = (common..<longer).reduce(into: Direction.none) { direction, index in
                direction.formUnion(comparison.direction(old.form(at: index), new.form(at: index)))
            }
            report(
                new.prefix.count > common ? .prefixItemsAdded : .prefixItemsRemoved, direction,
                old: String.count(old.prefix.count, "first element"),
                new: String.count(new.prefix.count, "first element"))
        }
        compareParts(old.items, new.items, at: .anyElement)
    }

    // MARK: Objects

    mutating func compareObjects(_ old: SchemaBranch, _ new: SchemaBranch) {
        if reportMap(old, new) { return }
        for name in old.properties.keys { compareProperty(name, old, new) }
        for name in new.properties.keys where old.properties[name] == nil {
            reportProperty(name, .added, old, new)
        }
        let named = Set(old.properties.keys + new.properties.keys)
        for name in Array(old.required) + Array(new.required) where !named.contains(name) {
            compareRequired(name, old, new)
        }
        comparePatternProperties(old, new)
        compareAdditionalProperties(old, new)
        compareDependentRequired(old.dependentRequired, new.dependentRequired)
    }

    private mutating func compareProperty(_ name: String, _ old: SchemaBranch, _ new: SchemaBranch) {
        guard let oldForm = old.properties[name] else { return }
        guard let newForm = new.properties[name] else { return reportProperty(name, .removed, old, new) }
        let (before, after) = (oldForms[oldForm].annotations, newForms[newForm].annotations)
        for side in ExchangeSide.allCases where side.hides(before) != side.hides(after) {
            reportAccess(name, of: side, isHidden: side.hides(after), old, new)
        }
        guard !comparison.side.hides(before), !comparison.side.hides(after) else { return }
        compareRequired(name, old, new)
        compareParts(oldForm, newForm, at: .property(name))
    }

    private mutating func compareRequired(_ name: String, _ old: SchemaBranch, _ new: SchemaBranch) {
        let (wasRequired, isRequired) = (old.required.contains(name), new.required.contains(name))
        guard wasRequired != isRequired else { return }
        report(
            isRequired ? .becameRequired : .becameOptional, isRequired ? .narrows : .widens,
            at: [.property(name)], old: DiffMessages.required(wasRequired),
            new: DiffMessages.required(isRequired), keyword: "required", property: name)
    }

    /// Reports a property that only one side names: the other side treats it like any additional property.
    private mutating func reportProperty(
        _ name: String, _ change: ChangeKind, _ old: SchemaBranch, _ new: SchemaBranch
    ) {
        let oldForm = old.form(of: name, in: oldForms)
        let newForm = new.form(of: name, in: newForms)
        let isAdded = change == .added
        let annotations = isAdded ? newForms[newForm].annotations : oldForms[oldForm].annotations
        guard !comparison.side.hides(annotations) else { return }
        var direction = comparison.direction(oldForm, newForm)
        let (wasRequired, isRequired) = (old.required.contains(name), new.required.contains(name))
        if wasRequired, !isRequired { direction.insert(.widens) }
        if isRequired, !wasRequired { direction.insert(.narrows) }
        report(
            change, of: .property(isRequired: isAdded ? isRequired : wasRequired), direction,
            at: [.property(name)], old: isAdded ? "not declared" : oldForms[oldForm].allTypes.description,
            new: isAdded ? newForms[newForm].allTypes.description : "not declared", property: name)
    }

    /// Reports a property that messages of one side no longer have, or have now.
    ///
    /// - Parameter side: Either side, as one schema may describe both.
    private mutating func reportAccess(
        _ name: String, of side: ExchangeSide, isHidden: Bool, _ old: SchemaBranch, _ new: SchemaBranch
    ) {
        let isRequired = (isHidden ? old : new).required.contains(name)
        let isAffected = isRequired && comparison.side == side
        let change: ChangeKind
        let word: String
        switch side {
        case .request: (change, word) = (isHidden ? .becameReadOnly : .becameNotReadOnly, "read-only")
        case .response: (change, word) = (isHidden ? .becameWriteOnly : .becameNotWriteOnly, "write-only")
        }
        report(
            change, of: .property(isRequired: isRequired),
            !isAffected ? .none : isHidden ? .widens : .narrows, at: [.property(name)],
            old: isHidden ? "not \(word)" : word, new: isHidden ? word : "not \(word)",
            keyword: "required", property: name)
    }

    // MARK: Properties without a name

    /// Reports an object that became a dictionary, or a dictionary that became an object.
    private mutating func reportMap(_ old: SchemaBranch, _ new: SchemaBranch) -> Bool {
        func description(_ object: SchemaBranch) -> String {
            "an object with \(String.count(object.properties.count, "property", plural: "properties"))"
        }
        if old.isObject(in: oldForms), new.isMap(in: newForms) {
            report(.becameMap, .both, old: description(old), new: "a dictionary")
        } else if old.isMap(in: oldForms), new.isObject(in: newForms) {
            report(.becameObject, .both, old: "a dictionary", new: description(new))
        } else {
            return false
        }
        return true
    }

    private mutating func comparePatternProperties(_ old: SchemaBranch, _ new: SchemaBranch) {
        for (pattern, form) in old.patternProperties.pairs {
            if let newForm = new.patternProperties[pattern] {
                compareParts(form, newForm, at: .anyProperty)
            } else {
                report(
                    .patternPropertyRemoved, comparison.direction(form, new.additional),
                    old: DiffMessages.quoted(pattern), new: "none")
            }
        }
        for (pattern, form) in new.patternProperties.pairs where old.patternProperties[pattern] == nil {
            report(
                .patternPropertyAdded, comparison.direction(old.additional, form), old: "none",
                new: DiffMessages.quoted(pattern))
        }
    }

    private mutating func compareAdditionalProperties(_ old: SchemaBranch, _ new: SchemaBranch) {
        let (oldForm, newForm) = (oldForms[old.additional], newForms[new.additional])
        if oldForm.isNever != newForm.isNever {
            report(
                newForm.isNever ? .closed : .opened, of: .additionalProperties,
                newForm.isNever ? .narrows : .widens, old: DiffMessages.additional(oldForm),
                new: DiffMessages.additional(newForm), keyword: "additionalProperties")
        } else if oldForm.isAnything != newForm.isAnything, !oldForm.isNever {
            let direction = comparison.direction(old.additional, new.additional)
            guard direction != .none else { return }
            report(
                newForm.isAnything ? .schemaWidened : .schemaNarrowed, of: .additionalProperties,
                direction, old: DiffMessages.additional(oldForm), new: DiffMessages.additional(newForm))
        } else {
            compareParts(old.additional, new.additional, at: .anyProperty)
        }
    }

    private mutating func compareDependentRequired(
        _ old: [String: Set<String>], _ new: [String: Set<String>]
    ) {
        for name in Set(old.keys).union(new.keys).sorted() {
            let (before, after) = (old[name, default: []], new[name, default: []])
            guard before != after else { continue }
            let direction: Direction =
                after.isSubset(of: before) ? .widens : after.isSuperset(of: before) ? .narrows : .both
            let change: ChangeKind =
                before.isEmpty
                ? .dependentRequiredAdded
                : after.isEmpty ? .dependentRequiredRemoved : .dependentRequiredChanged
            report(
                change, direction, old: DiffMessages.dependents(name, before),
                new: DiffMessages.dependents(name, after), keyword: "dependentRequired")
        }
    }
}

extension SchemaBranch {
    /// Whether it names its properties and says nothing about others.
    fileprivate func isObject(in forms: NormalizedSchemaCache) -> Bool {
        !properties.isEmpty && patternProperties.isEmpty
            && (forms[additional].isAnything || forms[additional].isNever)
    }

    /// Whether it names no property and has a schema for all of them.
    fileprivate func isMap(in forms: NormalizedSchemaCache) -> Bool {
        properties.isEmpty && patternProperties.isEmpty && !forms[additional].isAnything
            && !forms[additional].isNever
    }
}

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
                of: subschema, old.subschemas[subschema, default: []], new.subschemas[subschema, default: []])
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
            keyword: subschema.keyword.rawValue)
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
            keyword: subschema.keyword.rawValue, cause: inner?.origin)
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
                .mapDecisionChanged, .none, old: old.isMap?.description ?? "undecided",
                new: new.isMap?.description ?? "undecided")
        }
    }

    private mutating func compareDeprecation(_ old: SchemaAnnotations, _ new: SchemaAnnotations) {
        let change: ChangeKind
        if new.isDeprecated, let sunset = new.sunset, old.sunset != sunset || !old.isDeprecated {
            change = .deprecatedWithSunset
        } else if old.isDeprecated != new.isDeprecated {
            change = new.isDeprecated ? .deprecated : .reactivated
        } else {
            return
        }
        report(change, .none, old: DiffMessages.deprecation(old), new: DiffMessages.deprecation(new))
    }

    private mutating func compareDefault(_ old: JSONValue?, _ new: JSONValue?) {
        guard old != new else { return }
        let values = DiffMessages.values(old, new)
        report(
            old == nil ? .defaultAdded : new == nil ? .defaultRemoved : .defaultChanged, .none,
            old: values.old, new: values.new)
    }

    private mutating func compareKnownValues(_ old: [JSONValue], _ new: [JSONValue]) {
        let (added, removed) = (new.excluding(old), old.excluding(new))
        if !added.isEmpty { reportList(.knownValueAdded, .none, old, added) }
        if !removed.isEmpty { reportList(.knownValueRemoved, .none, removed, new) }
    }

    private mutating func compareDiscriminator(_ old: SchemaAnnotations, _ new: SchemaAnnotations) {
        guard old.discriminator == new.discriminator else {
            return report(
                old.discriminator == nil
                    ? .discriminatorAdded
                    : new.discriminator == nil ? .discriminatorRemoved : .discriminatorNameChanged, .none,
                old: DiffMessages.quoted(old.discriminator), new: DiffMessages.quoted(new.discriminator))
        }
        for tag in Set(old.mapping.keys).union(new.mapping.keys).sorted() {
            let (before, after) = (old.mapping[tag], new.mapping[tag])
            guard before != after, !isBranchChange(before, old, after, new) else { continue }
            report(
                before == nil ? .mappingAdded : after == nil ? .mappingDeleted : .mappingChanged, .none,
                old: DiffMessages.mapping(tag, before), new: DiffMessages.mapping(tag, after))
        }
    }

    /// Whether what a value of a discriminator selects differs because a branch was added or removed, which
    /// the choices report, or because a component has another name.
    private func isBranchChange(
        _ before: String?, _ old: SchemaAnnotations, _ after: String?, _ new: SchemaAnnotations
    ) -> Bool {
        switch (before, after) {
        case (let before?, nil): !new.choices.isEmpty && !new.choices.contains(before)
        case (nil, let after?): !old.choices.isEmpty && !old.choices.contains(after)
        case (let before?, let after?):
            oldForms.references.hasComponent(before) && newForms.references.hasComponent(after)
                && !newForms.references.hasComponent(before) && !oldForms.references.hasComponent(after)
        case (nil, nil): false
        }
    }

    // MARK: Unhandled keywords

    mutating func compareUnhandledKeywords(_ old: [String: JSONValue], _ new: [String: JSONValue]) {
        for keyword in Set(old.keys).union(new.keys).sorted() where old[keyword] != new[keyword] {
            let isExtension = keyword.hasPrefix("x-")
            let values = DiffMessages.values(old[keyword], new[keyword])
            report(
                isExtension ? .extensionChanged : .unhandled, isExtension ? .none : .both,
                old: "'\(keyword)' \(values.old)", new: "'\(keyword)' \(values.new)", keyword: keyword)
        }
    }
}

extension References {
    fileprivate func hasComponent(_ name: String) -> Bool { document["components"]["schemas"][name].exists }
}
