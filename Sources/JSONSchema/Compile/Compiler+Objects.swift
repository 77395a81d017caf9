import JSONDocument

/// Keywords for objects. https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2
/// and https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5
extension Compiler {
    mutating func compileObjects(_ schema: SchemaObject, _ steps: inout StepGroups) throws(SchemaError) {
        try compileMembers(schema, &steps)
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
        // `dependencies` of draft 7 is either; the metaschema of 2020-12 keeps it as deprecated.
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
        let (first, second) = draft.addNames([name] + (try names(value, keyword, schema)))
        return Step(
            operation: .dependentRequired, place: place(value, schema, keyword), first: first, second: second)
    }

    private mutating func dependentSchema(
        _ name: String, _ value: JSON, _ keyword: Keyword, _ schema: SchemaObject
    ) -> Step {
        let (first, _) = draft.addNames([name])
        let dependent = child(value, of: schema, keyword)
        return Step(
            operation: .dependentSchema, place: place(value, schema, keyword), first: first, second: dependent
        )
    }

    // MARK: One walk over the members

    /// 10.3.2.1 properties, 10.3.2.2 patternProperties, 10.3.2.3 additionalProperties, 10.3.2.4 propertyNames and
    /// 6.5.3 required.
    private mutating func compileMembers(_ schema: SchemaObject, _ steps: inout StepGroups)
        throws(SchemaError)
    {
        let keywords: [Keyword] = [
            .properties, .patternProperties, .additionalProperties, .propertyNames, .required,
        ]
        guard let placed = keywords.lazy.compactMap({ schema[$0] }).first else { return }
        let required = try schema[.required].map { value throws(SchemaError) in
            try names(value, .required, schema)
        }
        var plan = MembersPlan()
        try compilePatternProperties(schema, &plan)
        plan.additional =
            schema[.additionalProperties].map { child($0, of: schema, .additionalProperties) } ?? -1
        plan.propertyNames = schema[.propertyNames].map { child($0, of: schema, .propertyNames) } ?? -1
        var schemas: [(name: String, schema: Int32)] = []
        for (name, value) in try members(.properties, schema) {
            schemas.append((name, child(value, of: schema, .properties)))
        }
        let requiredPlace = schema[.required].map { place($0, schema, .required) } ?? 0
        let chunks = (required ?? []).chunks(of: 64)
        var chunk = 0
        repeat {
            plan.requiredPlace = requiredPlace
            addTable(schemas, chunk < chunks.count ? Array(chunks[chunk]) : [], to: &plan)
            let place = place(placed, schema, .properties)
            steps.object.append(
                Step(operation: .members, place: place, first: Int32(draft.plans.count - 1)))
            (plan, schemas) = (MembersPlan(), [])
            chunk += 1
        } while chunk < chunks.count
    }

    private mutating func addTable(
        _ schemas: [(name: String, schema: Int32)], _ required: [String], to plan: inout MembersPlan
    ) {
        var members: [(name: String, value: Int32, required: UInt64)] = []
        var positions: [[UInt8]: Int] = [:]
        for (name, schema) in schemas {
            positions[Array(name.utf8)] = members.count
            members.append((name, schema, 0))
        }
        for (bit, name) in required.enumerated() {
            plan.required |= 1 << UInt64(bit)
            if let position = positions[Array(name.utf8)] {
                members[position].required = 1 << UInt64(bit)
            } else {
                members.append((name, -1, 1 << UInt64(bit)))
            }
        }
        plan.requiredNames = draft.addNames(required).first
        plan.table = draft.names.addTable(members)
        draft.plans.append(plan)
    }

    private mutating func compilePatternProperties(
        _ schema: SchemaObject, _ plan: inout MembersPlan
    ) throws(SchemaError) {
        let members = try members(.patternProperties, schema)
        plan.patternStart = Int32(draft.patternSchemas.count)
        for (name, value) in members {
            let pattern = try pattern(name, value, schema)
            let matched = child(value, of: schema, .patternProperties)
            draft.patternSchemas.append(PatternSchema(pattern: pattern, schema: matched))
        }
        plan.patternEnd = Int32(draft.patternSchemas.count)
    }

    // MARK: Values

    /// The members of a keyword's object; a name that stands twice is an error.
    private func members(_ keyword: Keyword, _ schema: SchemaObject) throws(SchemaError) -> [(
        name: String, value: JSON
    )] {
        guard let value = schema[keyword] else { return [] }
        guard value.kind == .object else { throw invalid(keyword, "an object", value, schema) }
        var seen: Set<[UInt8]> = []
        for (name, member) in value.members where !seen.insert(Array(name.utf8)).inserted {
            throw index.error(.repeatedKeyword(name), member, schema.resource)
        }
        return Array(value.members)
    }

    /// An array of different strings.
    private func names(_ value: JSON, _ keyword: Keyword, _ schema: SchemaObject) throws(SchemaError)
        -> [String]
    {
        let names = value.elements.compactMap(\.string)
        guard value.kind == .array, names.count == value.count,
            Set(names.map { Array($0.utf8) }).count == names.count
        else { throw invalid(keyword, "an array of different strings", value, schema) }
        return names
    }
}

extension Array {
    func chunks(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
