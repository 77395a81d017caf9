import VerbatimContract
import VerbatimJSON

extension PairComparison {
    // MARK: Arrays

    mutating func compareArrays(_ old: SchemaBranch, _ new: SchemaBranch) {
        if old.isUnique != new.isUnique {
            report(
                .array(new.isUnique ? .uniqueItemsAdded : .uniqueItemsRemoved),
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
                .array(new.prefix.count > common ? .prefixItemsAdded : .prefixItemsRemoved), direction,
                old: String.count(old.prefix.count, "first element"),
                new: String.count(new.prefix.count, "first element"))
        }
        compareParts(old.items, new.items, at: .anyElement)
    }

    // MARK: Objects

    mutating func compareObjects(_ old: SchemaBranch, _ new: SchemaBranch) {
        if reportMap(old, new) { return }
        for property in old.properties { compareProperty(property.name, old, new) }
        for property in new.properties where old.properties[property.name] == nil {
            reportProperty(property.name, .added, old, new)
        }
        let named = Set(old.properties.map(\.name) + new.properties.map(\.name))
        for name in Array(old.required) + Array(new.required) where !named.contains(name) {
            compareRequired(name, old, new)
        }
        comparePatternProperties(old, new)
        compareAdditionalProperties(old, new)
        compareDependentRequired(old.dependentRequired, new.dependentRequired)
    }

    private mutating func compareProperty(_ name: String, _ old: SchemaBranch, _ new: SchemaBranch) {
        guard let oldForm = old.property(name) else { return }
        guard let newForm = new.property(name) else { return reportProperty(name, .removed, old, new) }
        let (wasHidden, isHidden) = (isHidden(oldForm, in: oldForms), isHidden(newForm, in: newForms))
        if wasHidden != isHidden { reportAccess(name, isHidden: isHidden, old, new) }
        guard !wasHidden, !isHidden else { return }
        compareRequired(name, old, new)
        compareParts(oldForm, newForm, at: .property(name))
    }

    /// Returns whether messages of this side do not have a property with a form.
    private func isHidden(_ form: SchemaBranch.Index, in forms: NormalizedSchemaCache) -> Bool {
        forms[form].annotations.map(comparison.side.hides) ?? false
    }

    private mutating func compareRequired(_ name: String, _ old: SchemaBranch, _ new: SchemaBranch) {
        let (wasRequired, isRequired) = (old.required.contains(name), new.required.contains(name))
        guard wasRequired != isRequired else { return }
        report(
            .presence(isRequired ? .becameRequired : .becameOptional), isRequired ? .narrows : .widens,
            at: [.property(name)], old: DiffMessages.required(wasRequired),
            new: DiffMessages.required(isRequired), keyword: "required", property: name)
    }

    /// Reports a property that only one side names: the other side treats it like any additional property.
    private mutating func reportProperty(
        _ name: String, _ change: PresenceChange, _ old: SchemaBranch, _ new: SchemaBranch
    ) {
        let oldForm = old.form(of: name, in: oldForms)
        let newForm = new.form(of: name, in: newForms)
        let isAdded = change == .added
        guard !(isAdded ? isHidden(newForm, in: newForms) : isHidden(oldForm, in: oldForms)) else { return }
        var direction = comparison.direction(oldForm, newForm)
        let (wasRequired, isRequired) = (old.required.contains(name), new.required.contains(name))
        if wasRequired, !isRequired { direction.insert(.widens) }
        if isRequired, !wasRequired { direction.insert(.narrows) }
        report(
            .presence(change), of: .property(isRequired: isAdded ? isRequired : wasRequired), direction,
            at: [.property(name)],
            old: isAdded ? "not declared" : oldForms[oldForm].allTypes.description,
            new: isAdded ? newForms[newForm].allTypes.description : "not declared", property: name)
    }

    /// Reports a property that messages of this side no longer have, or have now.
    private mutating func reportAccess(
        _ name: String, isHidden: Bool, _ old: SchemaBranch, _ new: SchemaBranch
    ) {
        let isRequired = (isHidden ? old : new).required.contains(name)
        let change: AccessChange
        let word: String
        switch comparison.side {
        case .request: (change, word) = (isHidden ? .becameReadOnly : .becameNotReadOnly, "read-only")
        case .response: (change, word) = (isHidden ? .becameWriteOnly : .becameNotWriteOnly, "write-only")
        }
        report(
            .access(change), of: .property(isRequired: isRequired),
            !isRequired ? .none : isHidden ? .widens : .narrows, at: [.property(name)],
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
            report(.type(.becameMap), .both, old: description(old), new: "a dictionary")
        } else if old.isMap(in: oldForms), new.isObject(in: newForms) {
            report(.type(.becameObject), .both, old: "a dictionary", new: description(new))
        } else {
            return false
        }
        return true
    }

    private mutating func comparePatternProperties(_ old: SchemaBranch, _ new: SchemaBranch) {
        for (pattern, form) in old.patternProperties {
            if let newForm = new.patternProperties[pattern] {
                compareParts(form, newForm, at: .anyProperty)
            } else {
                report(
                    .object(.patternPropertyRemoved), comparison.direction(form, new.additional),
                    old: DiffMessages.quoted(pattern), new: "none")
            }
        }
        for (pattern, form) in new.patternProperties
        where old.patternProperties[pattern] == nil {
            report(
                .object(.patternPropertyAdded), comparison.direction(old.additional, form), old: "none",
                new: DiffMessages.quoted(pattern))
        }
    }

    private mutating func compareAdditionalProperties(_ old: SchemaBranch, _ new: SchemaBranch) {
        let (oldForm, newForm) = (oldForms[old.additional], newForms[new.additional])
        if oldForm.isNever != newForm.isNever {
            report(
                .extent(newForm.isNever ? .closed : .opened), of: .additionalProperties,
                newForm.isNever ? .narrows : .widens, old: DiffMessages.additional(oldForm),
                new: DiffMessages.additional(newForm), keyword: "additionalProperties")
        } else if oldForm.isAnything != newForm.isAnything, !oldForm.isNever {
            let direction = comparison.direction(old.additional, new.additional)
            guard direction != .none else { return }
            report(
                .extent(newForm.isAnything ? .schemaWidened : .schemaNarrowed), of: .additionalProperties,
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
            let change: ObjectChange =
                before.isEmpty
                ? .dependentRequiredAdded
                : after.isEmpty ? .dependentRequiredRemoved : .dependentRequiredChanged
            report(
                .object(change), direction, old: DiffMessages.dependents(name, before),
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
