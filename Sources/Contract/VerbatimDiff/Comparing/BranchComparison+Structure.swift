import VerbatimJSON

extension BranchComparison {
    // MARK: Arrays

    mutating func compareArrays(_ was: SchemaBranch, _ now: SchemaBranch) {
        if was.isUnique != now.isUnique {
            let kind = now.isUnique ? "unique-items-added" : "unique-items-removed"
            note(
                kind, now.isUnique ? .narrows : .widens, was: DiffMessages.unique(was.isUnique),
                now: DiffMessages.unique(now.isUnique),
                keyword: "uniqueItems")
        }
        let common = min(was.prefix.count, now.prefix.count)
        for index in 0..<common { compare(was.prefix[index], now.prefix[index], at: .element(index)) }
        let longer = max(was.prefix.count, now.prefix.count)
        if longer > common {
            let direction = (common..<longer).reduce(into: Direction.none) { direction, index in
                direction.formUnion(comparison.direction(was.form(at: index), now.form(at: index)))
            }
            note(
                now.prefix.count > common ? "prefix-items-added" : "prefix-items-removed", direction,
                was: DiffMessages.count(was.prefix.count, "first element"),
                now: DiffMessages.count(now.prefix.count, "first element"))
        }
        compare(was.items, now.items, at: .anyElement)
    }

    // MARK: Objects

    mutating func compareObjects(_ was: SchemaBranch, _ now: SchemaBranch) {
        if becameMap(was, now) || becameMap(now, was, oldIsMap: true) { return }
        for property in was.properties { compareProperty(property.name, was, now) }
        for property in now.properties where was.property(property.name) == nil {
            noteProperty(property.name, was, now, isAdded: true)
        }
        let named = Set(was.properties.map(\.name) + now.properties.map(\.name))
        for name in was.required + now.required where !named.contains(name) {
            compareRequired(name, was, now, isWriteOnly: false)
        }
        comparePatterns(was, now)
        compareAdditional(was, now)
        compareDependentRequired(was.dependentRequired, now.dependentRequired)
    }

    private mutating func compareProperty(_ name: String, _ was: SchemaBranch, _ now: SchemaBranch) {
        guard let before = was.property(name) else { return }
        guard let after = now.property(name) else { return noteProperty(name, was, now, isAdded: false) }
        compareRequired(name, was, now, isWriteOnly: new.notes(of: after)?.isWriteOnly ?? false)
        compareAccess(
            name, old.notes(of: before), new.notes(of: after), isRequired: now.required.contains(name))
        compare(before, after, at: .member(name))
    }

    private mutating func compareRequired(
        _ name: String, _ was: SchemaBranch, _ now: SchemaBranch, isWriteOnly: Bool
    ) {
        let (before, after) = (was.required.contains(name), now.required.contains(name))
        guard before != after else { return }
        note(
            .response(
                (isWriteOnly ? "write-only-" : "")
                    + (after ? "property-became-required" : "property-became-optional")),
            after ? .narrows : .widens, at: [.member(name)], was: DiffMessages.required(before),
            now: DiffMessages.required(after),
            keyword: "required", member: name)
    }

    /// A member that only one side names: what the other says of it holds for any member.
    private mutating func noteProperty(
        _ name: String, _ was: SchemaBranch, _ now: SchemaBranch, isAdded: Bool
    ) {
        let before = was.form(of: name, in: old)
        let after = now.form(of: name, in: new)
        var direction = comparison.direction(before, after)
        let required = (was: was.required.contains(name), now: now.required.contains(name))
        if required.was, !required.now { direction.insert(.widens) }
        if required.now, !required.was { direction.insert(.narrows) }
        let notes = isAdded ? new.notes(of: after) : old.notes(of: before)
        let presence = (isAdded ? required.now : required.was) ? "required" : "optional"
        let mode = notes?.isWriteOnly == true ? "-write-only" : ""
        note(
            .response("\(presence)\(mode)-property-\(isAdded ? "added" : "removed")"), direction,
            at: [.member(name)],
            was: isAdded ? "not named" : old[before].typeWords,
            now: isAdded ? new[after].typeWords : "not named",
            member: name)
    }

    private mutating func compareAccess(
        _ name: String, _ was: SchemaAnnotations?, _ now: SchemaAnnotations?, isRequired: Bool
    ) {
        let presence = isRequired ? "required" : "optional"
        let modes: [(String, Bool?, Bool?)] = [
            ("write-only", was?.isWriteOnly, now?.isWriteOnly),
            ("read-only", was?.isReadOnly, now?.isReadOnly),
        ]
        for (mode, before, after) in modes where before != nil && after != nil && before != after {
            note(
                .response("\(presence)-property-became-\(after == true ? "" : "not-")\(mode)"), .none,
                at: [.member(name)], was: before == true ? mode : "not \(mode)",
                now: after == true ? mode : "not \(mode)")
        }
    }

    // MARK: Members that are not named

    private mutating func becameMap(_ was: SchemaBranch, _ now: SchemaBranch, oldIsMap: Bool = false) -> Bool
    {
        let (object, map) = (was, now)
        let mapForms = oldIsMap ? old : new
        let objectForms = oldIsMap ? new : old
        guard !object.properties.isEmpty, map.properties.isEmpty, map.patternProperties.isEmpty,
            object.patternProperties.isEmpty, !mapForms[map.additional].isAnything,
            !mapForms[map.additional].isNever,
            objectForms[object.additional].isAnything || objectForms[object.additional].isNever
        else { return false }
        let words = (
            "an object with \(DiffMessages.count(object.properties.count, "member"))", "a dictionary"
        )
        if oldIsMap {
            note(.response("map-became-object"), .both, was: words.1, now: words.0)
        } else {
            note(.response("object-became-map"), .both, was: words.0, now: words.1)
        }
        return true
    }

    private mutating func comparePatterns(_ was: SchemaBranch, _ now: SchemaBranch) {
        for (pattern, form) in was.patternProperties {
            if let after = now.patternProperties.first(where: { $0.pattern == pattern }) {
                compare(form, after.form, at: .anyMember)
            } else {
                note(
                    "pattern-property-removed", comparison.direction(form, now.additional),
                    was: DiffMessages.quoted(pattern),
                    now: "no such rule")
            }
        }
        for (pattern, form) in now.patternProperties
        where !was.patternProperties.contains(where: { $0.pattern == pattern }) {
            note(
                "pattern-property-added", comparison.direction(was.additional, form), was: "no such rule",
                now: DiffMessages.quoted(pattern))
        }
    }

    private mutating func compareAdditional(_ was: SchemaBranch, _ now: SchemaBranch) {
        let (before, after) = (old[was.additional], new[now.additional])
        if before.isNever != after.isNever {
            note(
                .response("additional-properties-\(after.isNever ? "closed" : "opened")"),
                after.isNever ? .narrows : .widens, was: DiffMessages.additional(before),
                now: DiffMessages.additional(after),
                keyword: "additionalProperties")
        } else if before.isAnything != after.isAnything, !before.isNever {
            let direction = comparison.direction(was.additional, now.additional)
            guard direction != .none else { return }
            note(
                .response("additional-properties-schema-\(after.isAnything ? "widened" : "narrowed")"),
                direction,
                was: DiffMessages.additional(before), now: DiffMessages.additional(after))
        } else {
            compare(was.additional, now.additional, at: .anyMember)
        }
    }

    private mutating func compareDependentRequired(_ was: [String: Set<String>], _ now: [String: Set<String>])
    {
        for name in Set(was.keys).union(now.keys).sorted() {
            let (before, after) = (was[name, default: []], now[name, default: []])
            guard before != after else { continue }
            let direction: Direction =
                after.isSubset(of: before) ? .widens : after.isSuperset(of: before) ? .narrows : .both
            let kind = before.isEmpty ? "added" : after.isEmpty ? "removed" : "changed"
            note(
                "dependent-required-\(kind)", direction, was: DiffMessages.dependents(name, before),
                now: DiffMessages.dependents(name, after), keyword: "dependentRequired")
        }
    }
}

extension NormalizedSchemaCache {
    /// The notes of a form, if it has only one shape.
    func notes(of index: SchemaBranch.Index) -> SchemaAnnotations? {
        self[index].shapes.count == 1 ? self[index].shapes[0].notes : nil
    }
}
