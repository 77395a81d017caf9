import VerbatimJSON

/// What no other keyword looked at. https://json-schema.org/draft/2020-12/json-schema-core#section-11
extension Compiler {
    mutating func compileUnevaluated(_ schema: SchemaObject, _ steps: inout StepGroups) {
        // 11.2 unevaluatedItems, 11.3 unevaluatedProperties
        let keywords: [(Keyword, Step.Operation)] = [
            (.unevaluatedItems, .unevaluatedItems), (.unevaluatedProperties, .unevaluatedProperties),
        ]
        for (keyword, operation) in keywords {
            guard let value = schema[keyword] else { continue }
            let rest = child(value, of: schema, keyword)
            steps.unevaluated.append(
                Step(operation: operation, location: location(value, schema, keyword), first: rest))
        }
    }
}
