import VerbatimJSON

/// Applicators for the same instance. https://json-schema.org/draft/2020-12/json-schema-core#section-10.2
extension Compiler {
    mutating func compileLogic(_ schema: SchemaObject, _ steps: inout StepGroups) throws(SchemaError) {
        // 10.2.1.1 allOf, 10.2.1.2 anyOf, 10.2.1.3 oneOf
        let lists: [(Keyword, Step.Operation)] = [(.allOf, .allOf), (.anyOf, .anyOf), (.oneOf, .oneOf)]
        for (keyword, operation) in lists {
            guard let value = schema[keyword] else { continue }
            let (first, second) = builder.addChildren(try schemas(value, keyword, schema))
            var step = step(operation, keyword, value, schema, first: first, second: second)
            if keyword != .allOf, let number = discriminator(of: schema, among: value, keyword) {
                step.operation = .discriminated
                step.third = number
            }
            steps.general.append(step)
        }
        // 10.2.1.4 not
        if let value = schema[.not] {
            steps.general.append(step(.not, .not, value, schema, first: subschema(value, of: schema, .not)))
        }
        compileConditional(schema, &steps)
    }

    /// Adds the discriminator that chooses among the branches of a keyword, and returns its number, or nil if
    /// no branch can be chosen.
    ///
    /// A value of the property is a key of the mapping, or the name of a schema.
    /// https://spec.openapis.org/oas/v3.1.1#discriminator-object
    private mutating func discriminator(
        of schema: SchemaObject, among branches: JSON, _ keyword: Keyword
    ) -> Int32? {
        let object = schema.json["discriminator"]
        guard options.usesDiscriminator, let property = object["propertyName"].string else { return nil }
        var branchByTarget: [DocumentNode: Int32] = [:]
        var implicit: [(value: String, branch: Int32)] = []
        for (number, branch) in branches.elements.enumerated() {
            guard let reference = branch["$ref"].string,
                let target = index.target(of: reference, in: schema.resource)
            else { continue }
            if branchByTarget[target.schema] == nil { branchByTarget[target.schema] = Int32(number) }
            let name = reference.split(separator: "/").last ?? ""
            implicit.append((String(name), Int32(number)))
        }
        let explicit = object["mapping"].members.compactMap { value, target -> (String, Int32)? in
            let target = index.target(ofMapping: target.string ?? "", in: schema.resource)
            return target.flatMap { branchByTarget[$0.schema] }.map { (value, $0) }
        }
        guard !implicit.isEmpty else { return nil }
        return builder.addDiscriminator(property, values: explicit + implicit, isExclusive: keyword == .oneOf)
    }

    /// 10.2.2.1 if, 10.2.2.2 then, 10.2.2.3 else; the last two are ignored without the first.
    private mutating func compileConditional(_ schema: SchemaObject, _ steps: inout StepGroups) {
        var branches: [Int32] = []
        for keyword in [Keyword.if, .then, .else] {
            branches.append(schema[keyword].map { subschema($0, of: schema, keyword) } ?? -1)
        }
        guard let condition = schema[.if] else { return }
        steps.general.append(
            step(
                .conditional, .if, condition, schema, first: branches[0], second: branches[1],
                third: branches[2]))
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
        for (keyword, operation) in [
            (Keyword.unevaluatedItems, Step.Operation.unevaluatedItems),
            (.unevaluatedProperties, .unevaluatedProperties),
        ] {
            guard let value = schema[keyword] else { continue }
            let unevaluated = subschema(value, of: schema, keyword)
            steps.unevaluated.append(step(operation, keyword, value, schema, first: unevaluated))
        }
    }

    // MARK: References and definitions

    /// Returns the target of a schema that is only a `$ref`, apart from annotations, or that describes the
    /// content of strings that the instance has; otherwise nil.
    mutating func forward(_ schema: SchemaObject) throws(SchemaError) -> Int32? {
        if let content = schema[.contentSchema], hasContent(schema) {
            return subschema(content, of: schema, .contentSchema)
        }
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
        return target.resource == schema.resource ? nodeIndex(of: target, keyword: .reference) : nil
    }

    mutating func compileReferences(_ schema: SchemaObject, _ steps: inout StepGroups) throws(SchemaError) {
        // 8.2.3.1 $ref
        if let value = schema[.reference] {
            guard value.kind == .string else { throw invalid(.reference, "a URI reference", value, schema) }
            let target = nodeIndex(of: try index.resolve(value, in: schema.resource), keyword: .reference)
            steps.general.append(step(.reference, .reference, value, schema, first: target))
        }
        // 8.2.3.2 $dynamicRef
        if let value = schema[.dynamicReference] { steps.general.append(try dynamicReference(value, schema)) }
    }

    /// A dynamic reference is dynamic only if its initial target has a dynamic anchor of the same name.
    private mutating func dynamicReference(_ value: JSON, _ schema: SchemaObject) throws(SchemaError) -> Step
    {
        guard let text = value.string else {
            throw invalid(.dynamicReference, "a URI reference", value, schema)
        }
        let target = try index.resolve(value, in: schema.resource)
        let first = nodeIndex(of: target, keyword: .dynamicReference)
        let name = URI(text).decodedFragment ?? ""
        guard index.hasDynamicAnchor(name, target) else {
            return step(.reference, .dynamicReference, value, schema, first: first)
        }
        return step(
            .dynamicReference, .dynamicReference, value, schema, first: first,
            second: builder.dynamicName(name))
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

    mutating func step(
        _ operation: Step.Operation, _ keyword: Keyword, _ value: JSON, _ schema: SchemaObject,
        first: Int32 = 0, second: Int32 = 0, third: Int32 = 0
    ) -> Step {
        Step(
            operation: operation, location: location(value, schema, keyword), first: first, second: second,
            third: third)
    }
}
