import JSONDocument

/// Merges schemas without choices to the shape of the values that keep all of them.
struct ShapeMerger {
    let forms: SchemaForms
    let parts: [JSON]
    private var shape = Shape()

    init(forms: SchemaForms, parts: [JSON]) {
        self.forms = forms
        self.parts = parts
    }

    /// - Parameter undivided: The choices that were not taken apart.
    mutating func merge(undivided: [String: JSONValue]) -> Shape {
        shape.others = undivided
        for part in parts {
            mergeTypes(of: part)
            mergeLimits(of: part)
            mergeTexts(of: part)
            mergeSubschemas(of: part)
            mergeNotes(of: part)
        }
        mergeArrays()
        mergeObjects()
        settle()
        return shape
    }

    // MARK: Types and values

    private mutating func mergeTypes(of part: JSON) {
        if var types = TypeSet(keyword: part["type"]) {
            // OpenAPI 3.0 says null in another way.
            if part["nullable"].bool == true { types.insert(.null) }
            shape.types.formIntersection(types)
        }
        let closed =
            part["const"].exists
            ? [part["const"].value] : part["enum"].exists ? part["enum"].elements.map(\.value) : nil
        if let closed { shape.values = shape.values?.filter(closed.contains) ?? closed }
        if let known = part["x-known-values"].exists ? part["x-known-values"].elements.map(\.value) : nil {
            shape.notes.knownValues = (shape.notes.knownValues ?? []) + known
        }
    }

    // MARK: Limits and texts

    private mutating func mergeLimits(of part: JSON) {
        for limit in Limit.allCases {
            if limit == .maxContains || limit == .minContains, !part["contains"].exists { continue }
            if let number = part[limit.keyword].number { tighten(limit, Bound(value: number)) }
        }
        if part["contains"].exists, !part["minContains"].exists { tighten(.minContains, Bound(value: 1)) }
        for (limit, keyword) in [(Limit.max, "exclusiveMaximum"), (.min, "exclusiveMinimum")] {
            if let number = part[keyword].number { tighten(limit, Bound(value: number, isExclusive: true)) }
            if part[keyword].bool == true { shape.limits[limit]?.isExclusive = true }
        }
        if part["uniqueItems"].bool == true { shape.isUnique = true }
    }

    private mutating func tighten(_ limit: Limit, _ bound: Bound) {
        if let known = shape.limits[limit], !bound.isTighter(than: known, isUpper: limit.isUpper) { return }
        shape.limits[limit] = bound
    }

    private mutating func mergeTexts(of part: JSON) {
        for text in TextKeyword.allCases where part[text.keyword].exists {
            let value = part[text.keyword].string ?? part[text.keyword].value.text(.stable)
            if !shape.texts[text, default: []].contains(value) {
                shape.texts[text, default: []].append(value)
            }
        }
        if part["x-date-formats"].exists {
            let patterns = part["x-date-formats"].elements.compactMap(\.string)
            shape.dateFormats = shape.dateFormats?.filter(patterns.contains) ?? patterns
        }
    }

    // MARK: Subschemas

    private static let single: [(Subschema.Keyword, String)] = [
        (.not, "not"), (.contains, "contains"), (.propertyNames, "propertyNames"),
        (.unevaluatedItems, "unevaluatedItems"), (.unevaluatedProperties, "unevaluatedProperties"),
        (.contentSchema, "contentSchema"),
    ]

    private mutating func mergeSubschemas(of part: JSON) {
        for (keyword, name) in Self.single where part[name].exists {
            add(part[name], Subschema(keyword: keyword))
        }
        for member in part["dependentSchemas"].members {
            add(member.value, Subschema(keyword: .dependentSchema, name: member.name))
        }
        if part["if"].exists, part["then"].exists || part["else"].exists {
            let name =
                shape.subschemas.keys.contains(Subschema(keyword: .if)) ? "\(shape.subschemas.count)" : ""
            for (keyword, branch) in [(Subschema.Keyword.if, "if"), (.then, "then"), (.else, "else")]
            where part[branch].exists {
                add(part[branch], Subschema(keyword: keyword, name: name))
            }
        }
        for member in part["dependentRequired"].members {
            let others = Set(member.value.elements.compactMap(\.string)).subtracting([member.name])
            if !others.isEmpty { shape.dependentRequired[member.name, default: []].formUnion(others) }
        }
    }

    private mutating func add(_ schema: JSON, _ subschema: Subschema) {
        // What is always so says nothing.
        if schema.bool == true || schema.count == 0 && schema.kind == .object, subschema.keyword != .not,
            subschema.keyword != .contains, subschema.keyword != .if
        {
            return
        }
        shape.subschemas[subschema, default: []].append(forms.form(of: [schema]))
    }

    // MARK: Notes

    private mutating func mergeNotes(of part: JSON) {
        if part["deprecated"].bool == true { shape.notes.isDeprecated = true }
        if part["readOnly"].bool == true { shape.notes.isReadOnly = true }
        if part["writeOnly"].bool == true { shape.notes.isWriteOnly = true }
        if part["default"].exists { shape.notes.defaultValue = part["default"].value }
        if part["x-map"].exists { shape.notes.isMap = part["x-map"].value }
        if let sunset = part["x-sunset"].string { shape.notes.sunset = sunset }
        if let name = part["discriminator"]["propertyName"].string {
            shape.notes.discriminator = name
            let mapping = part["discriminator"]["mapping"].members.map { ($0.name, $0.value.string ?? "") }
            shape.notes.mapping = Dictionary(mapping) { first, _ in first }
        }
        for member in part.members where !Self.knownKeywords.contains(member.name) {
            shape.others[member.name] = member.value.value
        }
        if let reference = part["$ref"].string, forms.document.referenced(by: reference) == nil {
            shape.others["$ref"] = .string(reference)
        }
    }

    /// The keywords that are read here, and those that are for people.
    private static let knownKeywords: Set<String> = Set(
        Limit.allCases.map(\.keyword) + TextKeyword.allCases.map(\.keyword) + single.map(\.1) + [
            "type", "nullable", "const", "enum", "x-known-values", "exclusiveMaximum", "exclusiveMinimum",
            "uniqueItems", "x-date-formats", "dependentSchemas", "if", "then", "else", "dependentRequired",
            "deprecated", "readOnly", "writeOnly", "default", "x-map", "x-sunset", "discriminator", "$ref",
            "allOf", "anyOf", "oneOf", "prefixItems", "items", "properties", "patternProperties",
            "additionalProperties", "required", "$defs", "definitions", "$id", "$schema", "$anchor",
            "$comment",
            "title", "description", "example", "examples", "externalDocs",
        ])
}

// MARK: - Arrays and objects

extension ShapeMerger {
    private mutating func mergeArrays() {
        let count = parts.map { $0["prefixItems"].count }.max() ?? 0
        shape.prefix = (0..<count).map { index in
            forms.form(
                of: parts.map { $0["prefixItems"].count > index ? $0["prefixItems"][index] : $0["items"] })
        }
        shape.items = forms.form(of: parts.map { $0["items"] })
    }

    private mutating func mergeObjects() {
        for name in parts.flatMap({ $0["properties"].members.map(\.name) }) where shape.property(name) == nil
        {
            let schemas = parts.flatMap { PropertySchemas(of: $0).schemas(of: name) }
            shape.properties.append((name, forms.form(of: schemas)))
        }
        for name in parts.flatMap({ $0["required"].elements.compactMap(\.string) })
        where !shape.required.contains(name) {
            shape.required.append(name)
        }
        for part in parts {
            let others = parts.filter { $0.node != part.node }
            for member in part["patternProperties"].members {
                // Members that match are not additional here, but they are to the other schemas.
                let additional = others.filter { !$0["patternProperties"][member.name].exists }
                    .map { $0["additionalProperties"] }
                let same = others.map { $0["patternProperties"][member.name] }
                guard !shape.patternProperties.contains(where: { $0.pattern == member.name }) else {
                    continue
                }
                shape.patternProperties.append(
                    (member.name, forms.form(of: [member.value] + same + additional)))
            }
        }
        shape.additional = forms.form(of: parts.map { $0["additionalProperties"] })
    }
}

/// What one schema says about the members of an object.
private struct PropertySchemas {
    let schema: JSON

    init(of schema: JSON) { self.schema = schema }

    func schemas(of name: String) -> [JSON] {
        let matching = schema["patternProperties"].members.filter { TextTest.matches($0.name, name) }
        let named = schema["properties"][name]
        let own = (named.exists ? [named] : []) + matching.map(\.value)
        return own.isEmpty ? [schema["additionalProperties"]] : own
    }
}

// MARK: - What follows from what was merged

extension ShapeMerger {
    /// Drops what cannot matter, and the types that nothing can have.
    private mutating func settle() {
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
        if root["unevaluatedProperties"].exists, shape.additional == SchemaForms.anything,
            let forms = shape.subschemas.removeValue(forKey: Subschema(keyword: .unevaluatedProperties)),
            let form = forms.first
        {
            shape.additional = form
        }
        let contains = shape.subschemas[Subschema(keyword: .contains)] != nil
        if root["unevaluatedItems"].exists, shape.items == SchemaForms.anything, !contains,
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
        if shape.items == SchemaForms.nothing {
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
        shape.items = SchemaForms.nothing
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
        shape.additional = SchemaForms.nothing
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
        shape.items = SchemaForms.anything
        shape.subschemas = shape.subschemas.filter {
            ![.contains, .unevaluatedItems].contains($0.key.keyword)
        }
    }

    private mutating func dropObjects() {
        shape.properties = []
        shape.patternProperties = []
        shape.additional = SchemaForms.anything
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
