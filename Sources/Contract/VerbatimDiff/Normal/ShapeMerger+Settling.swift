import VerbatimJSON

extension ShapeMerger {
    /// Drops what cannot matter, and the types that nothing can have.
    mutating func settle() {
        settleUnevaluated()
        settleNumbers()
        settleArrays()
        settleObjects()
        settleTypes()
        settleConditions()
        settleValues()
    }

    /// Drops conditions that no value here can meet, and types that are ruled out whole.
    private mutating func settleConditions() {
        let exclusion = Subschema(keyword: .not)
        shape.subschemas[exclusion] = shape.subschemas[exclusion]?.filter { index in
            let form = forms[index]
            if form.shapes.allSatisfy(\.isPlain) {
                shape.types.subtract(form.allTypes)
                return false
            }
            return !form.allTypes.isDisjoint(with: shape.types)
        }
        if shape.subschemas[exclusion]?.isEmpty == true { shape.subschemas[exclusion] = nil }
        for condition in shape.subschemas.keys where condition.keyword == .if {
            let then = Subschema(keyword: .then, name: condition.name)
            let isMet = shape.subschemas[condition, default: []].contains { index in
                !forms[index].allTypes.isDisjoint(with: shape.types)
            }
            if isMet { continue }
            shape.subschemas[then] = nil
            if shape.subschemas[Subschema(keyword: .else, name: condition.name)] == nil {
                shape.subschemas[condition] = nil
            }
        }
    }

    /// Where nothing is decided by the value, what is unevaluated is what is additional.
    private mutating func settleUnevaluated() {
        let inPlace: Set<Subschema.Keyword> = [.not, .if, .dependentSchema]
        guard !shape.subschemas.keys.contains(where: { inPlace.contains($0.keyword) }), shape.others.isEmpty,
            let root = parts.first
        else { return }
        if root["unevaluatedProperties"].exists, shape.additional == NormalizedSchemaCache.anything,
            let forms = shape.subschemas.removeValue(forKey: Subschema(keyword: .unevaluatedProperties)),
            let form = forms.first
        {
            shape.additional = form
        }
        let contains = shape.subschemas[Subschema(keyword: .contains)] != nil
        if root["unevaluatedItems"].exists, shape.items == NormalizedSchemaCache.anything, !contains,
            let forms = shape.subschemas.removeValue(forKey: Subschema(keyword: .unevaluatedItems)),
            let form = forms.first
        {
            shape.items = form
        }
    }

    private mutating func settleNumbers() {
        guard !shape.types.contains(.fraction) else { return }
        for limit in [Limit.max, .min] {
            if let bound = shape.limits[limit] {
                shape.limits[limit] = bound.rounded(isUpper: limit.isUpper)
            }
        }
        if shape.texts[.multipleOf] == ["1"] { shape.texts[.multipleOf] = nil }
    }

    /// However the length of a list with known positions is closed, it is the same: nothing may follow.
    private mutating func settleArrays() {
        if let never = shape.prefix.firstIndex(where: { forms[$0].isNever }) {
            close(after: never)
        } else if let most = shape.limits[.maxItems]?.value.int, most <= shape.prefix.count {
            close(after: most)
        } else if forms[shape.items].isNever {
            close(after: shape.prefix.count)
        }
        while let last = shape.prefix.last, last == shape.items { shape.prefix.removeLast() }
        if shape.items == NormalizedSchemaCache.nothing {
            if let least = shape.limits[.minItems]?.value.int, least > shape.prefix.count {
                shape.types.remove(.array)
            }
            if shape.prefix.count <= 1 { shape.isUnique = false }
        }
        if !canContain { shape.types.remove(.array) }
        if let most = shape.limits[.maxItems]?.value, most <= 1 { shape.isUnique = false }
    }

    /// Whether some element can be of the kind that must be there.
    private var canContain: Bool {
        guard shape.limits[.minContains].map({ $0.value > 0 }) ?? false else { return true }
        let elements = (shape.prefix + [shape.items]).reduce(into: TypeSet()) {
            $0.formUnion(forms[$1].allTypes)
        }
        let kinds = shape.subschemas[Subschema(keyword: .contains), default: []]
        return kinds.allSatisfy { !forms[$0].allTypes.isDisjoint(with: elements) }
    }

    private mutating func close(after count: Int) {
        shape.prefix.removeLast(shape.prefix.count - count)
        shape.items = NormalizedSchemaCache.nothing
        shape.limits[.maxItems] = nil
    }

    private mutating func settleObjects() {
        let impossible = shape.required.contains { name in forms[shape.form(of: name, in: forms)].isNever }
        if impossible { shape.types.remove(.object) }
        if shape.limits[.maxProperties]?.value == 0 { closeObjects() }
        let named = shape.properties.count { !forms[$0.form].isNever }
        if forms[shape.additional].isNever, shape.patternProperties.isEmpty,
            let least = shape.limits[.minProperties]?.value.int, least > named
        {
            shape.types.remove(.object)
        }
        if let least = shape.limits[.minProperties]?.value.int, least <= shape.required.count {
            shape.limits[.minProperties] = nil
        }
        if let most = shape.limits[.maxProperties]?.value.int, most < shape.required.count {
            shape.types.remove(.object)
        }
    }

    /// Where there are no members, nothing is said about any.
    private mutating func closeObjects() {
        shape.properties = []
        shape.patternProperties = []
        shape.additional = NormalizedSchemaCache.nothing
        shape.limits[.maxProperties] = nil
    }

    private mutating func settleTypes() {
        for limit in Limit.allCases {
            if !limit.isUpper, limit != .min, limit != .minContains, shape.limits[limit]?.value == 0 {
                shape.limits[limit] = nil
            }
        }
        for (upper, lower) in [
            (Limit.max, Limit.min), (.maxLength, .minLength), (.maxItems, .minItems),
            (.maxProperties, .minProperties),
        ] {
            guard let most = shape.limits[upper], let least = shape.limits[lower] else { continue }
            if most.value < least.value
                || most.value == least.value && (most.isExclusive || least.isExclusive)
            {
                shape.types.subtract(upper.types)
            }
        }
        shape.limits = shape.limits.filter { !shape.types.isDisjoint(with: $0.key.types) }
        shape.texts = shape.texts.filter { !shape.types.isDisjoint(with: $0.key.types) }
        if !shape.types.contains(.string) { shape.dateFormats = nil }
        if !shape.types.contains(.array) { dropArrays() }
        if !shape.types.contains(.object) { dropObjects() }
    }

    private mutating func dropArrays() {
        shape.isUnique = false
        shape.prefix = []
        shape.items = NormalizedSchemaCache.anything
        shape.subschemas = shape.subschemas.filter {
            ![.contains, .unevaluatedItems].contains($0.key.keyword)
        }
    }

    private mutating func dropObjects() {
        shape.properties = []
        shape.patternProperties = []
        shape.additional = NormalizedSchemaCache.anything
        shape.required = []
        shape.dependentRequired = [:]
        let keywords: Set<Subschema.Keyword> = [.propertyNames, .dependentSchema, .unevaluatedProperties]
        shape.subschemas = shape.subschemas.filter { !keywords.contains($0.key.keyword) }
    }

    /// A closed set says it all: what else is said only takes values out of it.
    private mutating func settleValues() {
        guard let values = shape.values else { return }
        let allowed = values.filter { shape.accepts(scalar: $0) }
        shape.types.formIntersection(allowed.reduce(into: []) { $0.formUnion(TypeSet($1)) })
        shape.values = allowed.filter { $0 != .null }
        if allowed.contains(.null) { shape.types.insert(.null) }
        if shape.types.isDisjoint(with: [.array, .object]) {
            shape.limits = [:]
            shape.texts = shape.texts.filter { !$0.key.isAsserted }
            shape.dateFormats = nil
            dropArrays()
            dropObjects()
        }
    }
}
