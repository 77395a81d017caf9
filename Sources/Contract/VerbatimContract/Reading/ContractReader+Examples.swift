import VerbatimJSON
import VerbatimSchema

extension ContractReader {
    /// A value that is said to be right, and the schema it must be right by.
    struct Example {
        /// `the example` or `the default`.
        let title: String
        let value: JSON
        let schema: SchemaReference
    }

    /// Finds the examples and defaults that a schema and those inside it give for themselves.
    mutating func collectExamples(in schema: JSON) {
        guard schema.kind == .object, schemasWithExamples.insert(schema.node).inserted else { return }
        var values = [("the example", schema["example"]), ("the default", schema["default"])]
        values += schema["examples"].elements.map { ("the example", $0) }
        for (title, value) in values where value.exists {
            examples.append(Example(title: title, value: value, schema: self.schema(schema)))
        }
        for inner in schema.subschemas { collectExamples(in: inner) }
    }

    /// An example that breaks its schema shows that one of the two is wrong.
    mutating func checkExamples(with compiled: [CompiledSchema]) {
        guard !compiled.isEmpty else { return }
        for example in examples {
            for violation in compiled[example.schema.index].validate(example.value) {
                let fault = SchemaFault(violation)
                note(
                    violation.instance,
                    "\(example.title) is \(fault.found), its schema says \(fault.expected)")
            }
        }
    }
}

// MARK: - Formats

extension ContractReader {
    /// A misspelt format would promise nothing, silently.
    mutating func checkFormats(in compiled: [CompiledSchema]) {
        let unknown = compiled.first?.unknownKeywords ?? []
        for format in unknown where !Self.registeredFormats.contains(format.name) {
            note(
                format.schema, "'\(format.name)' is not a format",
                next: "correct the spelling, or say what the value is with 'pattern' or 'x-date-formats'")
        }
    }

    /// Formats that are registered for OpenAPI and say nothing that could be checked here.
    ///
    /// https://spec.openapis.org/registry/format/
    private static let registeredFormats: Set<String> = [
        "base64url", "binary", "byte", "char", "commonmark", "decimal", "decimal128", "double",
        "double-int", "float", "html", "http-date", "int16", "int32", "int64", "int8", "media-range",
        "password", "sf-binary", "sf-boolean", "sf-decimal", "sf-integer", "sf-string", "sf-token", "uint16",
        "uint32", "uint64", "uint8",
    ]
}

extension JSON {
    /// The schemas that stand directly inside a schema.
    var subschemas: [JSON] {
        members.flatMap { member -> [JSON] in
            switch member.name {
            case "items", "contains", "additionalProperties", "propertyNames", "if", "then", "else", "not",
                "unevaluatedItems", "unevaluatedProperties", "contentSchema":
                [member.value]
            case "prefixItems", "allOf", "anyOf", "oneOf": Array(member.value.elements)
            case "$defs", "properties", "patternProperties", "dependentSchemas":
                member.value.members.map(\.value)
            default: []
            }
        }
    }
}
