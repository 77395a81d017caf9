import VerbatimJSON

extension BranchMerger {
    /// Removes keywords without effect, and types that no value can have.
    mutating func simplify() {
        simplifyUnevaluated()
        simplifyNumbers()
        simplifyArrays()
        simplifyObjects()
        simplifyTypes()
        simplifyConditions()
        simplifyValues()
    }

    /// Removes conditions that no value can satisfy, and types that are excluded as a whole.
    private mutating func simplifyConditions() {
        let exclusion = Subschema(keyword: .not)
        branch.subschemas[exclusion] = branch.subschemas[exclusion]?.filter { index in
            let form = forms[index]
            if form.branches.allSatisfy(\.isPlain) {
                branch.types.subtract(form.allTypes)
                return false
            }
            return !form.allTypes.isDisjoint(with: branch.types)
        }
        if branch.subschemas[exclusion]?.isEmpty == true { branch.subschemas[exclusion] = nil }
        for condition in branch.subschemas.keys where condition.keyword == .if {
            let then = Subschema(keyword: .then, name: condition.name)
            let isSatisfiable = branch.subschemas[condition, default: []].contains { index in
                !forms[index].allTypes.isDisjoint(with: branch.types)
            }
            if isSatisfiable { continue }
            branch.subschemas[then] = nil
            if branch.subschemas[Subschema(keyword: .else, name: condition.name)] == nil {
                branch.subschemas[condition] = nil
            }
        }
    }

    /// Treats unevaluated parts as additional ones if that does not depend on the value.
    private mutating func simplifyUnevaluated() {
        let inPlace: Set<Subschema.Keyword> = [.not, .if, .dependentSchema]
        guard !branch.subschemas.keys.contains(where: { inPlace.contains($0.keyword) }),
            branch.unhandled.isEmpty, !branch.hasUnexpandedChoices, let root = parts.first
        else { return }
        if root["unevaluatedProperties"].exists, branch.additional == NormalizedSchemaCache.anything,
            let forms = branch.subschemas.removeValue(forKey: Subschema(keyword: .unevaluatedProperties)),
            let form = forms.first
        {
            branch.additional = form
        }
        let contains = branch.subschemas[Subschema(keyword: .contains)] != nil
        if root["unevaluatedItems"].exists, branch.items == NormalizedSchemaCache.anything, !contains,
            let forms = branch.subschemas.removeValue(forKey: Subschema(keyword: .unevaluatedItems)),
            let form = forms.first
        {
            branch.items = form
        }
    }

    private mutating func simplifyNumbers() {
        let divisors = branch.texts[.multipleOf, default: []].compactMap { JSONNumber($0) }
        if divisors.contains(where: \.isInteger) { branch.types.remove(.fraction) }
        guard !branch.types.contains(.fraction) else { return }
        for limit in [Limit.max, .min] {
            if let bound = branch.limits[limit] {
                branch.limits[limit] = bound.rounded(isUpper: limit.isUpper)
            }
        }
        let others = branch.texts[.multipleOf, default: []].filter { JSONNumber($0) != 1 }
        branch.texts[.multipleOf] = others.isEmpty ? nil : others
    }

    /// Removes the ways to end an array with known positions but one: no element may follow.
    private mutating func simplifyArrays() {
        if let never = branch.prefix.firstIndex(where: { forms.isNever($0) }) {
            close(after: never)
        } else if let most = branch.limits[.maxItems]?.value.int, most <= branch.prefix.count {
            close(after: most)
        } else if forms.isNever(branch.items) {
            close(after: branch.prefix.count)
        }
        while let last = branch.prefix.last, last == branch.items { branch.prefix.removeLast() }
        if branch.items == NormalizedSchemaCache.nothing {
            if let least = branch.limits[.minItems]?.value.int, least > branch.prefix.count {
                branch.types.remove(.array)
            }
            if branch.prefix.count <= 1 { branch.isUnique = false }
        }
        if !canContain { branch.types.remove(.array) }
        if let most = branch.limits[.maxItems]?.value, most <= 1 { branch.isUnique = false }
    }

    /// Whether some element can be one that the array must contain.
    private var canContain: Bool {
        guard branch.limits[.minContains].map({ $0.value > 0 }) ?? false else { return true }
        let elements = (branch.prefix + [branch.items]).reduce(into: TypeSet()) {
            $0.formUnion(forms[$1].allTypes)
        }
        let schemas = branch.subschemas[Subschema(keyword: .contains), default: []]
        return schemas.allSatisfy { !forms[$0].allTypes.isDisjoint(with: elements) }
    }

    private mutating func close(after count: Int) {
        branch.prefix.removeLast(branch.prefix.count - count)
        branch.items = NormalizedSchemaCache.nothing
        branch.limits[.maxItems] = nil
    }

    private mutating func simplifyObjects() {
        let impossible = branch.required.contains { name in forms.isNever(branch.form(of: name, in: forms)) }
        if impossible { branch.types.remove(.object) }
        if branch.limits[.maxProperties]?.value == 0 { removeProperties() }
        if let least = branch.limits[.minProperties]?.value.int, branch.patternProperties.isEmpty,
            forms.isNever(branch.additional),
            least > branch.properties.values.count(where: { !forms.isNever($0) })
        {
            branch.types.remove(.object)
        }
        if let least = branch.limits[.minProperties]?.value.int, least <= branch.required.count {
            branch.limits[.minProperties] = nil
        }
        if let most = branch.limits[.maxProperties]?.value.int, most < branch.required.count {
            branch.types.remove(.object)
        }
    }

    /// Removes the schemas of properties that cannot exist.
    private mutating func removeProperties() {
        branch.properties = OrderedGroups()
        branch.patternProperties = OrderedGroups()
        branch.additional = NormalizedSchemaCache.nothing
        branch.limits[.maxProperties] = nil
    }

    private mutating func simplifyTypes() {
        for limit in Limit.allCases {
            if !limit.isUpper, limit != .min, limit != .minContains, branch.limits[limit]?.value == 0 {
                branch.limits[limit] = nil
            }
        }
        for (upper, lower) in [
            (Limit.max, Limit.min), (.maxLength, .minLength), (.maxItems, .minItems),
            (.maxProperties, .minProperties),
        ] {
            guard let most = branch.limits[upper], let least = branch.limits[lower] else { continue }
            if most.value < least.value
                || most.value == least.value && (most.isExclusive || least.isExclusive)
            {
                branch.types.subtract(upper.types)
            }
        }
        branch.limits = branch.limits.filter { !branch.types.isDisjoint(with: $0.key.types) }
        branch.texts = branch.texts.filter { !branch.types.isDisjoint(with: $0.key.types) }
        if !branch.types.contains(.string) { branch.dateFormats = nil }
        if !branch.types.contains(.array) { removeArrayKeywords() }
        if !branch.types.contains(.object) { removeObjectKeywords() }
    }

    private mutating func removeArrayKeywords() {
        branch.copyArrayKeywords(of: SchemaBranch())
        branch.subschemas = branch.subschemas.filter {
            ![.contains, .unevaluatedItems].contains($0.key.keyword)
        }
    }

    private mutating func removeObjectKeywords() {
        branch.copyObjectKeywords(of: SchemaBranch())
        let keywords: Set<Subschema.Keyword> = [.propertyNames, .dependentSchema, .unevaluatedProperties]
        branch.subschemas = branch.subschemas.filter { !keywords.contains($0.key.keyword) }
    }

    /// Filters enumerated values by the other keywords, and removes those.
    private mutating func simplifyValues() {
        guard let values = branch.values else { return }
        let allowed = values.filter(ScalarTest(branch, ignoringEnumeration: true).accepts)
        branch.types.formIntersection(allowed.reduce(into: []) { $0.formUnion(TypeSet($1)) })
        branch.values = allowed.filter { $0 != .null }
        if allowed.contains(.null) { branch.types.insert(.null) }
        if branch.types.isDisjoint(with: [.array, .object]) {
            branch.limits = [:]
            branch.texts = branch.texts.filter { !$0.key.isAsserted }
            branch.dateFormats = nil
            removeArrayKeywords()
            removeObjectKeywords()
        }
    }
}
