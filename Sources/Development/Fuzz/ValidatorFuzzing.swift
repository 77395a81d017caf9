import VerbatimJSON
import VerbatimSchema

/// The validator, on a schema and, behind the first NUL, an instance.
enum ValidatorFuzzing: FuzzJob {
    static let name = "validator"

    static func run(_ bytes: [UInt8]) {
        let (first, second) = bytes.halves(at: 0)
        guard let schema = try? JSON(parsing: first), let instance = try? JSON(parsing: second),
            let compiled = try? Schema(schema).compile(options: CompileOptions(formats: .assertion))
        else { return }
        check(compiled, schema, instance)
    }

    /// Every way to ask gives the same verdict, and everything that is said has its location.
    static func check(_ compiled: CompiledSchema, _ schema: JSON, _ instance: JSON) {
        let violations = compiled.validate(instance)
        precondition(compiled.accepts(instance) == violations.isEmpty, "two verdicts")
        for violation in violations { visit(violation, schema, instance) }
        for format in OutputFormat.allCases {
            let output = compiled.output(format, for: instance)
            let again = try? JSON(parsing: output.bytes(.pretty))
            precondition(again?.value == output, "an output is not JSON")
            precondition(again?["valid"].bool == violations.isEmpty, "an output with another verdict")
        }
    }

    private static func visit(_ violation: Violation, _ schema: JSON, _ instance: JSON) {
        precondition(violation.instance.exists && violation.schema.exists)
        precondition(!violation.expected.isEmpty && !violation.found.isEmpty)
        precondition(!violation.description.utf8.contains(UInt8(ascii: "\n")), "a message of two lines")
        if instance.duplicates.isEmpty {
            let location = instance[violation.instancePointer].position
            precondition(location == violation.instancePosition, "a location is not in the instance")
        }
        // A schema may lead into the metaschema, which is another document.
        if schema.duplicates.isEmpty, !schema.text.contains("json-schema.org") {
            let location = schema[violation.schemaPointer].position
            precondition(location == violation.schemaPosition, "a location is not in the schema")
        }
        for cause in violation.causes { visit(cause, schema, instance) }
    }
}
