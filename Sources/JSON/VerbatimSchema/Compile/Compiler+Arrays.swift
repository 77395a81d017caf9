import VerbatimJSON

/// Keywords for arrays. https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1
/// and https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4
extension Compiler {
    mutating func compileArrays(_ schema: SchemaObject, _ steps: inout StepGroups) throws(SchemaError) {
        // 6.4.1 maxItems, 6.4.2 minItems
        try compileCount(.maxItems, .maxItems, schema, &steps.array)
        try compileCount(.minItems, .minItems, schema, &steps.array)
        var prefixCount: Int32 = 0
        // 10.3.1.1 prefixItems
        if let value = schema[.prefixItems] {
            let (first, second) = builder.addChildren(try schemas(value, .prefixItems, schema))
            prefixCount = second - first
            let location = location(value, schema, .prefixItems)
            steps.array.append(
                Step(operation: .prefixItems, location: location, first: first, second: second))
        }
        // 10.3.1.2 items
        if let value = schema[.items] {
            let items = subschema(value, of: schema, .items)
            let location = location(value, schema, .items)
            steps.array.append(Step(operation: .items, location: location, first: items, second: prefixCount))
        }
        try compileContains(schema, &steps)
        // 6.4.3 uniqueItems
        if let value = schema[.uniqueItems] {
            guard let unique = value.bool else { throw invalid(.uniqueItems, "a Boolean", value, schema) }
            if unique {
                steps.array.append(
                    Step(operation: .uniqueItems, location: location(value, schema, .uniqueItems)))
            }
        }
    }

    /// 10.3.1.3 contains, with 6.4.4 maxContains and 6.4.5 minContains, which are ignored without it.
    private mutating func compileContains(_ schema: SchemaObject, _ steps: inout StepGroups)
        throws(SchemaError)
    {
        let maximum = try count(.maxContains, schema)
        let minimum = try count(.minContains, schema)
        guard let value = schema[.contains] else { return }
        let contained = subschema(value, of: schema, .contains)
        steps.array.append(
            Step(
                operation: .contains, location: location(value, schema, .contains), first: contained,
                second: minimum ?? 1, third: maximum ?? -1))
    }

    mutating func compileCount(
        _ keyword: Keyword, _ operation: Step.Operation, _ schema: SchemaObject, _ steps: inout [Step]
    ) throws(SchemaError) {
        guard let value = schema[keyword], let count = try count(keyword, schema) else { return }
        steps.append(Step(operation: operation, location: location(value, schema, keyword), first: count))
    }

    /// Returns the non-negative integer of a keyword, at most the largest of 32 bits.
    func count(_ keyword: Keyword, _ schema: SchemaObject) throws(SchemaError) -> Int32? {
        guard let value = schema[keyword] else { return nil }
        guard let number = value.number, number.isInteger, number >= 0 else {
            throw invalid(keyword, "a non-negative integer", value, schema)
        }
        return Int32(min(number.int ?? .max, Int(Int32.max)))
    }
}
