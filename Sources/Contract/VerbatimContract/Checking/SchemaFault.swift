import VerbatimJSON
import VerbatimSchema

/// A value that breaks its schema, in the words of a finding.
struct SchemaFault {
    /// The broken keyword.
    let keyword: String
    /// The value; a missing member where it should be.
    let pointer: JSONPointer
    /// Where the value begins, or what lacks a member.
    let position: JSONPosition
    let found: String
    let expected: String
    /// The value of the keyword in the contract.
    let promise: JSON

    init(_ violation: Violation) {
        keyword = violation.keyword
        position = violation.instancePosition
        promise = violation.schema
        if let name = violation.missingProperty {
            pointer = violation.instancePointer.appending(name)
            (found, expected) = ("missing", "required")
        } else {
            pointer = violation.instancePointer
            found =
                violation.causes.isEmpty ? violation.found : ContractMessages.value(violation.instance.value)
            expected = violation.expected + Self.nearest(violation)
        }
    }

    /// What is wrong with the branch of `anyOf` or `oneOf` that came nearest.
    private static func nearest(_ violation: Violation) -> String {
        guard let cause = violation.causes.first.map(SchemaFault.init) else { return "" }
        let location = cause.pointer == violation.instancePointer ? "it" : "'\(cause.pointer)'"
        return "; for the nearest \(location) is \(cause.found), not \(cause.expected)"
    }

    /// The rule it falls under in the body of a response.
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
            "uniqueItems",
            "contains", "minContains", "maxContains":
            .responsePropertyLength
        case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties",
            "propertyNames":
            .responsePropertyForbidden
        default: .responseBodySchema
        }
    }
}

extension Contract {
    /// Finds everything in a value that breaks a schema, in the order of the value.
    func faults(in value: JSON, of schema: SchemaReference) -> [SchemaFault] {
        // Most values are right, and that is found out faster.
        schemas[schema.index].accepts(value)
            ? [] : schemas[schema.index].validate(value).map(SchemaFault.init)
    }
}
