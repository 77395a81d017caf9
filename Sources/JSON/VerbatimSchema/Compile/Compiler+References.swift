import VerbatimJSON

/// References and definitions. https://json-schema.org/draft/2020-12/json-schema-core#section-8.2
extension Compiler {
    /// Returns the target of a schema that is only a `$ref`, apart from annotations; otherwise nil.
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
        // A reference into another resource remains a step, as it changes the dynamic scope.
        return target.resource == schema.resource
            ? nodeIndex(of: target, keyword: .reference) : nil
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
        return nodeIndex(of: try index.resolve(value, in: schema.resource), keyword: keyword)
    }

    /// A dynamic reference is dynamic only if its initial target has a dynamic anchor of the same name.
    private mutating func dynamicReference(_ value: JSON, _ schema: SchemaObject) throws(SchemaError) -> Step
    {
        guard let text = value.string else {
            throw invalid(.dynamicReference, "a URI reference", value, schema)
        }
        let target = try index.resolve(value, in: schema.resource)
        let first = nodeIndex(of: target, keyword: .dynamicReference)
        let location = location(value, schema, .dynamicReference)
        let name = URI(text).decodedFragment ?? ""
        guard index.hasDynamicAnchor(name, target) else {
            return Step(operation: .reference, location: location, first: first)
        }
        let number = builder.dynamicName(name)
        return Step(operation: .dynamicReference, location: location, first: first, second: number)
    }

    /// 8.2.4 $defs: compiled even if they are not referenced.
    mutating func compileDefinitions(_ schema: SchemaObject) throws(SchemaError) {
        for keyword in [Keyword.defs, .definitions] {
            guard let value = schema[keyword] else { continue }
            guard value.kind == .object else { throw invalid(keyword, "an object of schemas", value, schema) }
            for (_, definition) in value.members { _ = subschema(definition, of: schema, keyword) }
        }
        // Section 8.5 of the validation specification: contentSchema is an annotation; it is compiled only.
        if let value = schema[.contentSchema] { _ = subschema(value, of: schema, .contentSchema) }
    }

    mutating func location(_ value: JSON, _ schema: SchemaObject, _ keyword: Keyword) -> Int32 {
        location(value, schema.node.document, keyword)
    }
}
