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
            compareRequired(name, old, new, isWriteOnly: false)
        }
        comparePatternProperties(old, new)
        compareAdditionalProperties(old, new)
        compareDependentRequired(old.dependentRequired, new.dependentRequired)
    }

    private mutating func compareProperty(_ name: String, _ old: SchemaBranch, _ new: SchemaBranch) {
        guard let oldForm = old.property(name) else { return }
        guard let newForm = new.property(name) else { return reportProperty(name, .removed, old, new) }
        let (before, after) = (oldForms.annotations(of: oldForm), newForms.annotations(of: newForm))
        compareRequired(name, old, new, isWriteOnly: after?.isWriteOnly ?? false)
        if let before, let after {
            compareAccess(name, before, after, isRequired: new.required.contains(name))
        }
        compareParts(oldForm, newForm, at: .property(name))
    }

    private mutating func compareRequired(
        _ name: String, _ old: SchemaBranch, _ new: SchemaBranch, isWriteOnly: Bool
    ) {
        let (wasRequired, isRequired) = (old.required.contains(name), new.required.contains(name))
        guard wasRequired != isRequired else { return }
        report(
            .presence(isRequired ? .becameRequired : .becameOptional),
            of: isWriteOnly ? .writeOnlyProperty : .responseProperty, isRequired ? .narrows : .widens,
            at: [.property(name)], old: DiffMessages.required(wasRequired),
            new: DiffMessages.required(isRequired), keyword: "required", property: name)
    }

    /// Reports a property that only one side names: the other side treats it like any additional property.
    private mutating func reportProperty(
        _ name: String, _ change: PresenceChange, _ old: SchemaBranch, _ new: SchemaBranch
    ) {
        let oldForm = old.form(of: name, in: oldForms)
        let newForm = new.form(of: name, in: newForms)
        var direction = comparison.direction(oldForm, newForm)
        let (wasRequired, isRequired) = (old.required.contains(name), new.required.contains(name))
        if wasRequired, !isRequired { direction.insert(.widens) }
        if isRequired, !wasRequired { direction.insert(.narrows) }
        let isAdded = change == .added
        let annotations = isAdded ? newForms.annotations(of: newForm) : oldForms.annotations(of: oldForm)
        report(
            .presence(change),
            of: .property(
                isRequired: isAdded ? isRequired : wasRequired,
                isWriteOnly: annotations?.isWriteOnly ?? false),
            direction, at: [.property(name)],
            old: isAdded ? "not declared" : oldForms[oldForm].allTypes.description,
            new: isAdded ? newForms[newForm].allTypes.description : "not declared", property: name)
    }

    private mutating func compareAccess(
        _ name: String, _ old: SchemaAnnotations, _ new: SchemaAnnotations, isRequired: Bool
    ) {
        if old.isWriteOnly != new.isWriteOnly {
            report(
                .access(new.isWriteOnly ? .becameWriteOnly : .becameNotWriteOnly),
                of: .property(isRequired: isRequired), .none, at: [.property(name)],
                old: old.isWriteOnly ? "write-only" : "not write-only",
                new: new.isWriteOnly ? "write-only" : "not write-only")
        }
        if old.isReadOnly != new.isReadOnly {
            report(
                .access(new.isReadOnly ? .becameReadOnly : .becameNotReadOnly),
                of: .property(isRequired: isRequired), .none, at: [.property(name)],
                old: old.isReadOnly ? "read-only" : "not read-only",
                new: new.isReadOnly ? "read-only" : "not read-only")
        }
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

extension NormalizedSchemaCache {
    /// The annotations of a form, if it has only one branch.
    func annotations(of index: SchemaBranch.Index) -> SchemaAnnotations? {
        self[index].branches.count == 1 ? self[index].branches[0].annotations : nil
    }
}
