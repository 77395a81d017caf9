import VerbatimJSON

/// Merges schemas without choices to the shape of the values that keep all of them.
struct ShapeMerger {
    let forms: NormalizedSchemaCache
    let parts: [JSON]
    var shape = SchemaBranch()

    init(forms: NormalizedSchemaCache, parts: [JSON]) {
        self.forms = forms
        self.parts = parts
    }

    /// - Parameter undivided: The choices that were not taken apart.
    mutating func merge(undivided: [String: JSONValue]) -> SchemaBranch {
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
            if let number = part[limit.keyword].number { tighten(limit, ValueBound(value: number)) }
        }
        if part["contains"].exists, !part["minContains"].exists {
            tighten(.minContains, ValueBound(value: 1))
        }
        for (limit, keyword) in [(Limit.max, "exclusiveMaximum"), (.min, "exclusiveMinimum")] {
            if let number = part[keyword].number {
                tighten(limit, ValueBound(value: number, isExclusive: true))
            }
            if part[keyword].bool == true { shape.limits[limit]?.isExclusive = true }
        }
        if part["uniqueItems"].bool == true { shape.isUnique = true }
    }

    mutating func tighten(_ limit: Limit, _ bound: ValueBound) {
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

    // MARK: SchemaAnnotations

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
        if let reference = part["$ref"].string, forms.references.target(of: reference) == nil {
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
