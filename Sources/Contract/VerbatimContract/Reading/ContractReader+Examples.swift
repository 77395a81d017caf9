import VerbatimJSON
import VerbatimSchema

extension ContractReader {
    /// An example or default value with its schema.
    struct Example {
        /// `example` or `default`.
        let title: String
        let value: JSON
        let schema: SchemaReference
    }

    /// Collects the examples and defaults in a schema and its subschemas.
    mutating func collectExamples(in schema: JSON) {
        if LargeStackThread.isNeeded { return LargeStackThread.run { collectExamples(in: schema) } }
        guard schema.kind == .object, schemasWithExamples.insert(schema.node).inserted else { return }
        var values = [("example", schema["example"]), ("default", schema["default"])]
        values += schema["examples"].elements.map { ("example", $0) }
        for (title, value) in values where value.exists {
            examples.append(Example(title: title, value: value, schema: self.schema(schema)))
        }
        for inner in schema.subschemas { collectExamples(in: inner) }
    }

    /// Reports the examples that violate their schemas.
    mutating func validateExamples(with compiled: [CompiledSchema]) {
        guard !compiled.isEmpty else { return }
        for example in examples {
            for violation in compiled[example.schema.index].validate(example.value) {
                let mismatch = violation.mismatch
                report(
                    violation.instance,
                    "invalid \(example.title): expected \(mismatch.expected), found \(mismatch.found)")
            }
        }
    }
}

// MARK: - Formats

extension ContractReader {
    /// Reports unknown formats: a misspelled format would be ignored silently.
    mutating func validateFormats(in compiled: [CompiledSchema]) {
        let unknown = compiled.first?.unknownKeywords ?? []
        for format in unknown where !Self.registeredFormats.contains(format.name) {
            report(
                format.schema, "unknown format '\(format.name)'",
                next: "correct the spelling, or describe the value by 'pattern' or 'x-date-formats'")
        }
    }

    /// The formats that are registered for OpenAPI and not validated here.
    ///
    /// https://spec.openapis.org/registry/format/
    private static let registeredFormats: Set<String> = [
        "base64url", "binary", "byte", "char", "commonmark", "decimal", "decimal128", "double",
        "double-int", "float", "html", "http-date", "int16", "int32", "int64", "int8", "media-range",
        "password", "sf-binary", "sf-boolean", "sf-decimal", "sf-integer", "sf-string", "sf-token", "uint16",
        "uint32", "uint64", "uint8",
    ]
}
