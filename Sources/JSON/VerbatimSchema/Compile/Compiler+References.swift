import VerbatimJSON

/// References and definitions. https://json-schema.org/draft/2020-12/json-schema-core#section-8.2
extension Compiler {
    /// The target of a schema that is nothing but a `$ref`, however much is said about it.
    mutating func forward(_ schema: SchemaObject) throws(SchemaError) -> Int32? {
        guard let value = schema[.reference] else { return nil }
        let asserts = schema.keywords.contains { keyword, _ in
            switch keyword {
            case .reference, .comment, .title, .description, .default, .deprecated, .readOnly, .writeOnly,
                .examples:
                false
            default: true
            }
        }
        guard !asserts, value.kind == .string else { return nil }
        let target = try index.resolve(value, in: schema.resource)
        // A schema of another resource stays a step of its own: dynamic references see the way through it.
        return target.resource == schema.resource
            ? number(of: target, keyword: .reference) : nil
    }

    mutating func compileReferences(_ schema: SchemaObject, _ steps: inout StepGroups) throws(SchemaError) {
        // 8.2.3.1 $ref
        if let value = schema[.reference] {
            let target = try target(value, .reference, schema)
            steps.general.append(
                Step(operation: .reference, location: location(value, schema, .reference), first: target))
        }
        // 8.2.3.2 $dynamicRef
        if let value = schema[.dynamicReference] {
            steps.general.append(try dynamicReference(value, schema))
        }
    }

    private mutating func target(
        _ value: JSON, _ keyword: Keyword, _ schema: SchemaObject
    ) throws(SchemaError) -> Int32 {
        guard value.kind == .string else { throw invalid(keyword, "a URI reference", value, schema) }
        return number(of: try index.resolve(value, in: schema.resource), keyword: keyword)
    }

    /// A dynamic reference is dynamic only when what it leads to by itself is a dynamic anchor with its name.
    private mutating func dynamicReference(_ value: JSON, _ schema: SchemaObject) throws(SchemaError) -> Step
    {
        guard let text = value.string else {
            throw invalid(.dynamicReference, "a URI reference", value, schema)
        }
        let target = try index.resolve(value, in: schema.resource)
        let first = number(of: target, keyword: .dynamicReference)
        let location = location(value, schema, .dynamicReference)
        let name = URI(text).decodedFragment ?? ""
        guard index.hasDynamicAnchor(name, target) else {
            return Step(operation: .reference, location: location, first: first)
        }
        let number = draft.dynamicNames.firstIndex(of: name) ?? draft.dynamicNames.count
        if number == draft.dynamicNames.count { draft.dynamicNames.append(name) }
        return Step(operation: .dynamicReference, location: location, first: first, second: Int32(number))
    }

    /// 8.2.4 $defs: checked although nothing may refer to them.
    mutating func compileDefinitions(_ schema: SchemaObject) throws(SchemaError) {
        for keyword in [Keyword.defs, .definitions] {
            guard let value = schema[keyword] else { continue }
            guard value.kind == .object else { throw invalid(keyword, "an object of schemas", value, schema) }
            for (_, definition) in value.members { _ = child(definition, of: schema, keyword) }
        }
        // 8.5 of the validation specification: contentSchema is an annotation, so it is compiled and never run.
        if let value = schema[.contentSchema] { _ = child(value, of: schema, .contentSchema) }
    }

    mutating func location(_ value: JSON, _ schema: SchemaObject, _ keyword: Keyword) -> Int32 {
        location(value, schema.location.document, keyword)
    }
}
