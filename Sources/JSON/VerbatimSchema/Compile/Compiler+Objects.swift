@_spi(Tape) import VerbatimJSON

/// Keywords for objects. https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2
/// and https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5
extension Compiler {
    mutating func compileObjects(_ schema: SchemaObject, _ steps: inout StepGroups) throws(SchemaError) {
        try compileProperties(schema, &steps)
        // 6.5.1 maxProperties, 6.5.2 minProperties
        try compileCount(.maxProperties, .maxProperties, schema, &steps.object)
        try compileCount(.minProperties, .minProperties, schema, &steps.object)
        // 6.5.4 dependentRequired
        for (name, value) in try members(.dependentRequired, schema) {
            steps.object.append(try dependentRequired(name, value, .dependentRequired, schema))
        }
        // 10.2.2.4 dependentSchemas
        for (name, value) in try members(.dependentSchemas, schema) {
            steps.object.append(dependentSchema(name, value, .dependentSchemas, schema))
        }
        // `dependencies` of draft 7, deprecated, combines the two keywords above.
        for (name, value) in try members(.dependencies, schema) {
            steps.object.append(
                value.kind == .array
                    ? try dependentRequired(name, value, .dependencies, schema)
                    : dependentSchema(name, value, .dependencies, schema))
        }
    }

    private mutating func dependentRequired(
        _ name: String, _ value: JSON, _ keyword: Keyword, _ schema: SchemaObject
    ) throws(SchemaError) -> Step {
        let (first, second) = builder.addNames([name] + (try names(value, keyword, schema)))
        return Step(
            operation: .dependentRequired, location: location(value, schema, keyword), first: first,
            second: second)
    }

    private mutating func dependentSchema(
        _ name: String, _ value: JSON, _ keyword: Keyword, _ schema: SchemaObject
    ) -> Step {
        let (first, _) = builder.addNames([name])
        let dependent = subschema(value, of: schema, keyword)
        return Step(
            operation: .dependentSchema, location: location(value, schema, keyword), first: first,
            second: dependent
        )
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
        let required =
            try schema[.required].map { value throws(SchemaError) in
                try names(value, .required, schema)
            } ?? []
        var plan = ObjectPlan()
        try compilePatternProperties(schema, &plan)
        plan.additional =
            schema[.additionalProperties].map { subschema($0, of: schema, .additionalProperties) } ?? -1
        plan.propertyNames = schema[.propertyNames].map { subschema($0, of: schema, .propertyNames) } ?? -1
        let properties = try members(.properties, schema)
        let requiredLocation = schema[.required].map { self.location($0, schema, .required) } ?? 0
        let location = location(first, schema, .properties)
        // A plan has bits for 64 required names; few schemas need more than one plan.
        for start in stride(from: 0, to: max(required.count, 1), by: 64) {
            let chunk = Array(required[start..<min(start + 64, required.count)])
            plan.requiredLocation = requiredLocation
            try addTable(start == 0 ? properties : [], chunk, schema, to: &plan)
            steps.object.append(
                Step(operation: .properties, location: location, first: Int32(builder.plans.count - 1)))
            plan = ObjectPlan()
        }
    }

    private mutating func addTable(
        _ properties: [(name: String, value: JSON)], _ required: [String], _ schema: SchemaObject,
        to plan: inout ObjectPlan
    ) throws(SchemaError) {
        plan.table = builder.names.addTable(capacity: properties.count + required.count)
        for (name, value) in properties {
            let (entry, isNew) = builder.names.insert(name, into: plan.table)
            guard isNew else { throw index.error(.duplicateKeyword(name), value, schema.resource) }
            builder.names.entries[entry].value = subschema(value, of: schema, .properties)
        }
        for (bit, name) in required.enumerated() {
            let (entry, _) = builder.names.insert(name, into: plan.table)
            builder.names.entries[entry].required = 1 << UInt64(bit)
            plan.required |= 1 << UInt64(bit)
        }
        plan.requiredNames = builder.addNames(required).first
        builder.plans.append(plan)
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
        let names = value.elements.compactMap(\.string)
        guard value.kind == .array, names.count == value.count, areUnique(value) else {
            throw invalid(keyword, "an array of unique strings", value, schema)
        }
        return names
    }

    private func areUnique(_ array: JSON) -> Bool {
        array.read { tape, node in Equality(tape: tape, other: tape).firstEqual(in: node) == nil } ?? true
    }
}
