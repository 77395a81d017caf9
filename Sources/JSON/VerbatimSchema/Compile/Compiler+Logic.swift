import VerbatimJSON

/// Applicators for the same instance. https://json-schema.org/draft/2020-12/json-schema-core#section-10.2
extension Compiler {
    mutating func compileLogic(_ schema: SchemaObject, _ steps: inout StepGroups) throws(SchemaError) {
        // 10.2.1.1 allOf, 10.2.1.2 anyOf, 10.2.1.3 oneOf
        let lists: [(Keyword, Step.Operation)] = [(.allOf, .allOf), (.anyOf, .anyOf), (.oneOf, .oneOf)]
        for (keyword, operation) in lists {
            guard let value = schema[keyword] else { continue }
            let (first, second) = builder.addChildren(try schemas(value, keyword, schema))
            steps.general.append(
                Step(
                    operation: operation, location: location(value, schema, keyword), first: first,
                    second: second)
            )
        }
        // 10.2.1.4 not
        if let value = schema[.not] {
            let negated = subschema(value, of: schema, .not)
            steps.general.append(
                Step(operation: .not, location: location(value, schema, .not), first: negated))
        }
        compileConditional(schema, &steps)
    }

    /// 10.2.2.1 if, 10.2.2.2 then, 10.2.2.3 else; the last two are ignored without the first.
    private mutating func compileConditional(_ schema: SchemaObject, _ steps: inout StepGroups) {
        var branches: [Int32] = []
        for keyword in [Keyword.if, .then, .else] {
            branches.append(schema[keyword].map { subschema($0, of: schema, keyword) } ?? -1)
        }
        guard let condition = schema[.if] else { return }
        steps.general.append(
            Step(
                operation: .conditional, location: location(condition, schema, .if), first: branches[0],
                second: branches[1], third: branches[2]))
    }

    /// Returns the schemas of a keyword whose value is a non-empty array.
    mutating func schemas(
        _ value: JSON, _ keyword: Keyword, _ schema: SchemaObject
    ) throws(SchemaError) -> [Int32] {
        guard value.kind == .array, value.count > 0 else {
            throw invalid(keyword, "a non-empty array of schemas", value, schema)
        }
        var numbers: [Int32] = []
        for element in value.elements { numbers.append(subschema(element, of: schema, keyword)) }
        return numbers
    }

    /// Section 11: 11.2 unevaluatedItems, 11.3 unevaluatedProperties
    mutating func compileUnevaluated(_ schema: SchemaObject, _ steps: inout StepGroups) {
        let keywords: [(Keyword, Step.Operation)] = [
            (.unevaluatedItems, .unevaluatedItems), (.unevaluatedProperties, .unevaluatedProperties),
        ]
        for (keyword, operation) in keywords {
            guard let value = schema[keyword] else { continue }
            let unevaluated = subschema(value, of: schema, keyword)
            steps.unevaluated.append(
                Step(operation: operation, location: location(value, schema, keyword), first: unevaluated))
        }
    }
}
