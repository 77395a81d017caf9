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
        noteDirections(of: schema)
        var values = [("example", schema["example"]), ("default", schema["default"])]
        values += schema["examples"].elements.map { ("example", $0) }
        for (title, value) in values where value.exists {
            examples.append(Example(title: title, value: value, schema: self.schema(schema)))
        }
        for inner in schema.subschemas { collectExamples(in: inner) }
    }

    /// Reports the examples that violate their schemas.
    ///
    /// An example may be of a request or of a response.
    mutating func validateExamples(with compiled: [CompiledSchema], _ requestSchemas: [CompiledSchema]) {
        guard !compiled.isEmpty else { return }
        for example in examples {
            guard let violation = compiled[example.schema.index].validate(example.value).first,
                !requestSchemas[example.schema.index].accepts(example.value)
            else { continue }
            report(
                violation.instance,
                "invalid \(example.title): expected \(violation.expected), found \(violation.foundInBranches)"
            )
        }
    }

    // MARK: Schemas

    /// Compiles all schemas together, for responses and for requests, and reports what they leave unchecked.
    mutating func compile() -> (responses: [CompiledSchema], requests: [CompiledSchema]) {
        let (readOnly, writeOnly) = (optionalNames(marked: "readOnly"), optionalNames(marked: "writeOnly"))
        do {
            let compiled = try compile(requiringAllBut: writeOnly)
            reportProblems(of: compiled)
            let isSame = readOnly.isEmpty && writeOnly.isEmpty
            return (compiled, isSame ? compiled : try compile(requiringAllBut: readOnly))
        } catch {
            report(error.schema, error.message)
            return ([], [])
        }
    }

    private func compile(requiringAllBut names: [Int: Set<String>]) throws(SchemaError) -> [CompiledSchema] {
        var options = CompileOptions.openAPI
        options.optionalNames = names
        options.stringsWithContent = references.eventSchemas
        return try Schema(document, base: "").compile(schemas.map(\.node), options: options)
    }

    private mutating func reportProblems(of compiled: [CompiledSchema]) {
        var formats: Set<String> = []
        for problem in compiled.first?.problems ?? [] {
            if case .unresolvedReference = problem.reason {
                reportUnresolved(problem.schema)
                continue
            }
            guard case .unknownFormat(let name) = problem.reason else {
                report(problem.schema, problem.message)
                continue
            }
            // An annotation unless it is misspelled, so that one location is enough.
            guard !Self.registeredFormats.contains(name), formats.insert(name).inserted else { continue }
            report(
                problem.schema, problem.message,
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
