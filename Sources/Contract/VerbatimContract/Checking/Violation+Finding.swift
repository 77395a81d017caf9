package import VerbatimJSON
import VerbatimSchema

extension Contract {
    /// Whether a value is valid against a schema.
    package func accepts(_ value: JSON, _ schema: SchemaReference) -> Bool {
        schemas[schema.index].accepts(value)
    }

    /// Returns the violations of a schema in a value, in the order of the value.
    ///
    /// - Parameter isRequest: Whether the value is sent, so that it need not have properties that are read
    ///   only rather than those that are write only.
    func violations(
        of schema: SchemaReference, in value: JSON, isRequest: Bool = false
    ) -> Excerpt<Violation> {
        let compiled = (isRequest ? requestSchemas : schemas)[schema.index]
        // Most values are valid, and that is decided faster.
        return compiled.accepts(value) ? [] : compiled.validate(value)
    }
}

extension Violation {
    /// The pointer of the value; for a missing property, the pointer that it should have.
    var valuePointer: JSONPointer { missingProperty.map(instancePointer.appending) ?? instancePointer }

    /// The violation in the words of its schema, with the one in the closest branch of `anyOf` or `oneOf`.
    var mismatch: Mismatch {
        guard let cause = causes.first else { return Mismatch(expected: expected, found: found) }
        let pointer = cause.valuePointer == instancePointer ? "" : "'\(cause.valuePointer)': "
        let inner = cause.mismatch
        return Mismatch(
            expected: expected, found: "\(found) (\(pointer)expected \(inner.expected), found \(inner.found))"
        )
    }

    /// The rule of the violation in the body of a response.
    var rule: Rule {
        switch keyword {
        case "type": .responsePropertyType
        case "required", "dependentRequired": .responsePropertyMissing
        case "enum", "const": .responsePropertyValue
        case "format": .responsePropertyFormat
        case "x-date-formats": .responsePropertyDate
        case "x-date-profile": .responsePropertyDateProfile
        case "pattern": .responsePropertyPattern
        case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
            .responsePropertyRange
        case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
            "uniqueItems", "contains", "minContains", "maxContains":
            .responsePropertyLength
        case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties",
            "propertyNames":
            .responsePropertyForbidden
        default: .responseBodySchema
        }
    }
}
