@_spi(Tape) import VerbatimJSON

/// Keywords for objects. https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2
/// and https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5
extension Compiler {
    mutating func compileObjects(_ schema: SchemaObject, _ steps: inout StepGroups) throws(SchemaError) {
        try compileProperties(schema, &steps)
        // 6.5.1 maxProperties, 6.5.2 minProperties
        try compileCount(.maxProperties, .maxProperties, schema, &steps.object)
        try compileCount(.minProperties, .minProperties, schema, &steps.object)
        try compilePresence(schema, &steps)
    }

    // MARK: Dependencies

    /// A rule of a `PresencePlan`, with names.
    private struct Rule {
        var trigger: String?
        var required: [String] = []
        var schema: Int32 = -1
        let location: Int32
    }

    /// 6.5.4 dependentRequired, 10.2.2.4 dependentSchemas, and what a plan of `required` has no bits for.
    private mutating func compilePresence(_ schema: SchemaObject, _ steps: inout StepGroups)
        throws(SchemaError)
    {
        var rules: [Rule] = []
        if let value = schema[.required] {
            let others = try names(value, .required, schema).dropFirst(Compiler.requiredBits)
            let location = location(value, schema, .required)
            if !others.isEmpty { rules.append(Rule(required: Array(others), location: location)) }
        }
        for (name, value) in try members(.dependentRequired, schema) {
            rules.append(try dependentRequired(name, value, .dependentRequired, schema))
        }
        for (name, value) in try members(.dependentSchemas, schema) {
            rules.append(dependentSchema(name, value, .dependentSchemas, schema))
        }
        // `dependencies` of draft 7, deprecated, combines the two keywords above.
        for (name, value) in try members(.dependencies, schema) {
            rules.append(
                value.kind == .array
                    ? try dependentRequired(name, value, .dependencies, schema)
                    : dependentSchema(name, value, .dependencies, schema))
        }
        guard let first = rules.first else { return }
        addPresencePlan(rules)
        steps.object.append(
            Step(
                operation: .presence, location: first.location, first: Int32(builder.presencePlans.count - 1))
        )
    }

    private mutating func dependentRequired(
        _ name: String, _ value: JSON, _ keyword: Keyword, _ schema: SchemaObject
    ) throws(SchemaError) -> Rule {
        Rule(
            trigger: name, required: try names(value, keyword, schema),
            location: location(value, schema, keyword))
    }

    private mutating func dependentSchema(
        _ name: String, _ value: JSON, _ keyword: Keyword, _ schema: SchemaObject
    ) -> Rule {
        Rule(
            trigger: name, schema: subschema(value, of: schema, keyword),
            location: location(value, schema, keyword))
    }

    private mutating func addPresencePlan(_ rules: [Rule]) {
        var plan = PresencePlan()
        let names = rules.flatMap { ($0.trigger.map { [$0] } ?? []) + $0.required }
        let (table, entries) = builder.table.addSubtable(of: names)
        plan.table = table
        plan.firstName = Int32(builder.names.count)
        for entry in entries where builder.table.entries[entry].number < 0 {
            builder.table.entries[entry].number = plan.nameCount
            builder.names.append(Int32(entry))
            plan.nameCount += 1
        }
        var numbers = entries.map { builder.table.entries[$0].number }[...]
        plan.ruleStart = Int32(builder.presenceRules.count)
        for rule in rules {
            let trigger = rule.trigger == nil ? -1 : numbers.removeFirst()
            let required = builder.addChildren(Array(numbers.prefix(rule.required.count)))
            numbers.removeFirst(rule.required.count)
            builder.presenceRules.append(
                PresenceRule(
                    trigger: trigger, requiredStart: required.first, requiredEnd: required.second,
                    schema: rule.schema, location: rule.location))
        }
        plan.ruleEnd = Int32(builder.presenceRules.count)
        builder.presencePlans.append(plan)
    }

    // MARK: Properties

    /// 10.3.2.1 properties, 10.3.2.2 patternProperties, 10.3.2.3 additionalProperties, 10.3.2.4 propertyNames
    /// and 6.5.3 required.
    private mutating func compileProperties(_ schema: SchemaObject, _ steps: inout StepGroups)
        throws(SchemaError)
    {
        let keywords: [Keyword] = [
            .properties, .patternProperties, .additionalProperties, .propertyNames, .required,
        ]
        guard let first = keywords.lazy.compactMap({ schema[$0] }).first else { return }
        var plan = ObjectPlan()
        try compilePatternProperties(schema, &plan)
        plan.additional =
            schema[.additionalProperties].map { subschema($0, of: schema, .additionalProperties) } ?? -1
        plan.propertyNames = schema[.propertyNames].map { subschema($0, of: schema, .propertyNames) } ?? -1
        try addTable(schema, to: &plan)
        builder.plans.append(plan)
        steps.object.append(
            step(.properties, .properties, first, schema, first: Int32(builder.plans.count - 1)))
    }

    /// The number of required names for which an `ObjectPlan` has bits.
    private static let requiredBits = 64

    /// Adds the names of `properties` and the first ones of `required`.
    private mutating func addTable(_ schema: SchemaObject, to plan: inout ObjectPlan) throws(SchemaError) {
        let properties = try members(.properties, schema)
        var required: [String] = []
        if let value = schema[.required] {
            required = Array(try names(value, .required, schema).prefix(Compiler.requiredBits))
            plan.requiredLocation = location(value, schema, .required)
        }
        plan.firstEntry = Int32(builder.table.count)
        let (table, entries) = builder.table.addSubtable(of: properties.map(\.name) + required)
        plan.endEntry = Int32(builder.table.count)
        plan.table = table
        for ((name, value), entry) in zip(properties, entries) {
            guard builder.table.entries[entry].number < 0 else {
                try list(index.error(.duplicateKeyword(name), value, schema.resource))
                continue
            }
            builder.table.entries[entry].number = subschema(value, of: schema, .properties)
        }
        plan.requiredNames = Int32(builder.names.count)
        for (bit, entry) in entries.dropFirst(properties.count).enumerated() {
            builder.requiredBits[entry] = 1 << UInt64(bit)
            builder.names.append(Int32(entry))
            plan.required |= 1 << UInt64(bit)
        }
    }

    private mutating func compilePatternProperties(
        _ schema: SchemaObject, _ plan: inout ObjectPlan
    ) throws(SchemaError) {
        let members = try members(.patternProperties, schema)
        plan.patternStart = Int32(builder.patternSchemas.count)
        for (name, value) in members {
            let pattern = try pattern(name, value, schema)
            let matched = subschema(value, of: schema, .patternProperties)
            builder.patternSchemas.append(PatternSchema(pattern: pattern, schema: matched))
        }
        plan.patternEnd = Int32(builder.patternSchemas.count)
    }

    // MARK: Values

    /// Returns the members of a keyword whose value is an object.
    private func members(
        _ keyword: Keyword, _ schema: SchemaObject
    ) throws(SchemaError) -> [(name: String, value: JSON)] {
        guard let value = schema[keyword] else { return [] }
        guard value.kind == .object else { throw invalid(keyword, "an object", value, schema) }
        return Array(value.members)
    }

    /// Returns the strings of a keyword whose value is an array of unique strings.
    private mutating func names(
        _ value: JSON, _ keyword: Keyword, _ schema: SchemaObject
    ) throws(SchemaError) -> [String] {
        var names = value.elements.compactMap(\.string)
        guard value.kind == .array, names.count == value.count else {
            throw invalid(keyword, "an array of unique strings", value, schema)
        }
        let isUnique = areUnique(value)
        if keyword == .required, let optional = optionalNames(in: schema) {
            names.removeAll(where: optional.contains)
        }
        guard !isUnique else { return names }
        try list(invalid(keyword, "an array of unique strings", value, schema))
        return names.uniqued
    }

    private func areUnique(_ array: JSON) -> Bool {
        array.read { tape, node in
            var hashes = StructuralHash(tape)
            return Equality(tape: tape, other: tape).firstEqual(in: node, &hashes) == nil
        } ?? true
    }
}
