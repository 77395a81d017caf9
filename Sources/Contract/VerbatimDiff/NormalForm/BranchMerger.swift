import VerbatimContract
import VerbatimJSON

/// Merges schemas without choices into the branch of the values that satisfy all of them.
struct BranchMerger {
    let forms: NormalizedSchemaCache
    let parts: [JSON]
    var branch = SchemaBranch()
    private var knownTexts: [TextKeyword: Set<String>] = [:]

    init(forms: NormalizedSchemaCache, parts: [JSON]) {
        self.forms = forms
        self.parts = parts
    }

    mutating func merge() -> SchemaBranch {
        for part in parts {
            mergeTypes(of: part)
            mergeLimits(of: part)
            mergeTexts(of: part)
            mergeSubschemas(of: part)
            mergeAnnotations(of: part)
        }
        mergeArrays()
        mergeObjects()
        simplify()
        return branch
    }

    // MARK: Types and values

    private mutating func mergeTypes(of part: JSON) {
        if var types = TypeSet(of: part) {
            // OpenAPI 3.0: https://spec.openapis.org/oas/v3.0.4.html#schema-object
            if part["nullable"].bool == true { types.insert(.null) }
            branch.types.formIntersection(types)
        }
        if let values = part.listedValues?.map(\.value) {
            let allowed = Set(values)
            branch.values = branch.values?.filter(allowed.contains) ?? values
        }
        if let known = part["x-known-values"].exists ? part["x-known-values"].elements.map(\.value) : nil {
            branch.annotations.knownValues = (branch.annotations.knownValues ?? []) + known
        }
    }

    // MARK: Limits and texts

    private mutating func mergeLimits(of part: JSON) {
        for limit in Limit.allCases {
            if limit == .maxContains || limit == .minContains, !part["contains"].exists { continue }
            guard let number = part[limit.rawValue].number, !limit.isSize || number >= 0 else { continue }
            tighten(limit, ValueBound(value: number))
        }
        if part["contains"].exists, !part["minContains"].exists {
            tighten(.minContains, ValueBound(value: 1))
        }
        for (limit, keyword) in [(Limit.max, "exclusiveMaximum"), (.min, "exclusiveMinimum")] {
            if let number = part[keyword].number {
                tighten(limit, ValueBound(value: number, isExclusive: true))
            }
            if part[keyword].bool == true { branch.limits[limit]?.isExclusive = true }
        }
        if part["uniqueItems"].bool == true { branch.isUnique = true }
    }

    mutating func tighten(_ limit: Limit, _ bound: ValueBound) {
        if let known = branch.limits[limit], !bound.isTighter(than: known, isUpper: limit.isUpper) { return }
        branch.limits[limit] = bound
    }

    private mutating func mergeTexts(of part: JSON) {
        for text in TextKeyword.allCases where part[text.rawValue].exists {
            let value = part[text.rawValue].string ?? part[text.rawValue].value.text(.stable)
            if knownTexts[text, default: []].insert(value).inserted {
                branch.texts[text, default: []].append(value)
            }
        }
        if part["x-date-formats"].exists {
            let patterns = part["x-date-formats"].elements.compactMap(\.string)
            let allowed = Set(patterns)
            branch.dateFormats = branch.dateFormats?.filter(allowed.contains) ?? patterns
        }
    }

    // MARK: Subschemas

    private static let single: [Subschema.Keyword] = [
        .not, .contains, .propertyNames, .unevaluatedItems, .unevaluatedProperties, .contentSchema,
    ]

    private mutating func mergeSubschemas(of part: JSON) {
        for keyword in Self.single where part[keyword.rawValue].exists {
            add(part[keyword.rawValue], Subschema(keyword: keyword))
        }
        for member in part["dependentSchemas"].members {
            add(member.value, Subschema(keyword: .dependentSchema, name: member.name))
        }
        if part["if"].exists, part["then"].exists || part["else"].exists {
            let name =
                branch.subschemas.keys.contains(Subschema(keyword: .if)) ? "\(branch.subschemas.count)" : ""
            for keyword in [Subschema.Keyword.if, .then, .else] where part[keyword.rawValue].exists {
                add(part[keyword.rawValue], Subschema(keyword: keyword, name: name))
            }
        }
        for member in part["dependentRequired"].members {
            let others = Set(member.value.elements.compactMap(\.string)).subtracting([member.name])
            if !others.isEmpty { branch.dependentRequired[member.name, default: []].formUnion(others) }
        }
    }

    private mutating func add(_ schema: JSON, _ subschema: Subschema) {
        // A schema that allows everything has no effect.
        if schema.bool == true || schema.count == 0 && schema.kind == .object, subschema.keyword != .not,
            subschema.keyword != .contains, subschema.keyword != .if
        {
            return
        }
        branch.subschemas[subschema, default: []].append(forms.form(of: [schema]))
    }

    // MARK: Annotations

    private mutating func mergeAnnotations(of part: JSON) {
        if part["deprecated"].bool == true { branch.annotations.isDeprecated = true }
        if part["readOnly"].bool == true { branch.annotations.isReadOnly = true }
        if part["writeOnly"].bool == true { branch.annotations.isWriteOnly = true }
        if part["default"].exists { branch.annotations.defaultValue = part["default"].value }
        if part["x-map"].exists { branch.annotations.isMap = part["x-map"].value }
        if let sunset = part["x-sunset"].string { branch.annotations.sunset = sunset }
        if let name = part["discriminator"]["propertyName"].string {
            branch.annotations.discriminator = name
            mergeMapping(of: part)
        }
        for member in part.members where !Self.knownKeywords.contains(member.name) {
            branch.unhandled[member.name] = member.value.value
        }
        if let reference = part["$ref"].string {
            let target = forms.references.target(of: part)
            // Other ways to write it than as a pointer are the same reference.
            let pointer = reference.hasPrefix("#/") ? nil : target.map { "#\($0.pointer)" }
            branch.references.append(pointer ?? reference)
            if target == nil { branch.unhandled["$ref"] = .string(reference) }
        }
        if part["$dynamicRef"].exists, forms.references.dynamicTarget(of: part) == nil {
            branch.unhandled["$dynamicRef"] = part["$dynamicRef"].value
        }
    }

    /// Merges what the values of a discriminator select: by the mapping, or by the names of components.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#discriminator-object
    private mutating func mergeMapping(of part: JSON) {
        let choices = ["oneOf", "anyOf"].flatMap { part[$0].elements }
            .compactMap { $0["$ref"].string.map(Self.component) }
        let explicit = part["discriminator"]["mapping"].members.map { member in
            (member.name, Self.component(member.value.string ?? ""))
        }
        var mapping = Dictionary(explicit) { first, _ in first }
        let named = Set(mapping.values)
        for name in choices where !named.contains(name) { mapping[name] = name }
        branch.annotations.mapping = choices.isEmpty ? mapping.filter { $0.key != $0.value } : mapping
        branch.annotations.choices = Set(choices)
    }

    /// The name of a component, which a mapping may write as a reference.
    private static func component(_ reference: String) -> String {
        let prefix = "#/components/schemas/"
        return reference.hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : reference
    }

    /// The keywords for readers.
    static let documentation: Set<String> = [
        "$comment", "title", "description", "example", "examples", "externalDocs",
    ]

    /// The keywords that are read here, those that name schemas, and those that are documentation.
    static let knownKeywords: Set<String> = documentation.union(naming).union(
        Limit.allCases.map(\.rawValue) + TextKeyword.allCases.map(\.rawValue) + single.map(\.rawValue) + [
            "type", "nullable", "const", "enum", "x-known-values", "exclusiveMaximum", "exclusiveMinimum",
            "uniqueItems", "x-date-formats", "dependentSchemas", "if", "then", "else", "dependentRequired",
            "deprecated", "readOnly", "writeOnly", "default", "x-map", "x-sunset", "discriminator", "$ref",
            "$dynamicRef", "allOf", "anyOf", "oneOf", "prefixItems", "items", "properties",
            "patternProperties", "additionalProperties", "required",
            // Evidence for what is required, not a fact about the API.
            Contract.responsesKeyword,
        ])

    /// The keywords that say nothing about values: references to what they name are resolved.
    static let naming: Set<String> = ["$defs", "definitions", "$id", "$schema", "$anchor", "$dynamicAnchor"]

    // MARK: Arrays and objects

    private mutating func mergeArrays() {
        let lists = parts.map { Array($0["prefixItems"].elements) }
        let count = lists.map(\.count).max() ?? 0
        branch.prefix = (0..<count).map { index in
            forms.form(
                of: zip(parts, lists).map { part, list in list.count > index ? list[index] : part["items"] })
        }
        branch.items = forms.form(of: parts.map { $0["items"] })
    }

    private mutating func mergeObjects() {
        let objects = ObjectParts(parts)
        for (name, schemas) in objects.properties.pairs {
            let all = objects.schemas(of: name, named: schemas) { forms.matches($0, name) }
            branch.properties[name, default: 0] = forms.form(of: all)
        }
        for part in parts {
            for name in part["required"].elements.compactMap(\.string) { branch.required.append(name) }
        }
        for (index, part) in parts.enumerated() {
            for member in part["patternProperties"].members where branch.patternProperties[member.name] == nil
            {
                let others = objects.schemas(ofPattern: member.name, outside: index)
                branch.patternProperties[member.name, default: 0] = forms.form(of: [member.value] + others)
            }
        }
        branch.additional = forms.form(of: parts.map { $0["additionalProperties"] })
    }
}

/// The keywords of several schemas about the properties of an object.
private struct ObjectParts {
    /// The schemas of a property, each with the index of the schema that names it.
    typealias Named = [(part: Int, schema: JSON)]

    /// The schemas of the named properties, in document order.
    private(set) var properties = OrderedGroups<String, Named>()
    /// The schemas that say something about properties they do not name, by their index.
    private let open: [(part: Int, patterns: [String: JSON], additional: JSON)]

    init(_ parts: [JSON]) {
        open = parts.enumerated().compactMap { index, part in
            let patterns = part["patternProperties"].members.map { ($0.name, $0.value) }
            let additional = part["additionalProperties"]
            guard !patterns.isEmpty || additional.exists else { return nil }
            return (index, Dictionary(patterns) { first, _ in first }, additional)
        }
        for (index, part) in parts.enumerated() {
            for member in part["properties"].members where properties[member.name]?.last?.part != index {
                properties[member.name, default: []].append((index, member.value))
            }
        }
    }

    /// Returns all schemas that apply to a property, in the order of their parts.
    func schemas(of name: String, named: Named, matching matches: (String) -> Bool) -> [JSON] {
        guard !open.isEmpty else { return named.map(\.schema) }
        let naming = Set(named.map(\.part))
        var schemas = named
        for (part, patterns, additional) in open {
            let matching = patterns.filter { matches($0.key) }.map(\.value)
                .sorted { ($0.node ?? 0) < ($1.node ?? 0) }
            let isAdditional = matching.isEmpty && !naming.contains(part)
            schemas += (isAdditional ? [additional] : matching).map { (part, $0) }
        }
        return schemas.enumerated().sorted { ($0.element.part, $0.offset) < ($1.element.part, $1.offset) }
            .map(\.element.schema)
    }

    /// Returns the schemas of other parts for the properties that match a pattern.
    ///
    /// Matching properties are not additional in the part with the pattern, but they may be in the others.
    func schemas(ofPattern pattern: String, outside part: Int) -> [JSON] {
        let others = open.filter { $0.part != part }
        return others.compactMap { $0.patterns[pattern] }
            + others.filter { $0.patterns[pattern] == nil }.map(\.additional)
    }
}
