import VerbatimJSON
import VerbatimSchema

/// The validator, with a schema and, after the first NUL, an instance.
enum ValidatorFuzzTarget: FuzzTarget {
    static let name = "validator"

    static func run(_ bytes: [UInt8]) {
        let (first, second) = bytes.split(at: 0)
        guard let schema = try? JSON(parsing: first), let instance = try? JSON(parsing: second),
            let compiled = try? Schema(schema).compile(options: CompileOptions(formats: .assertion))
        else { return }
        check(compiled, schema, instance)
    }

    /// Traps unless the output has the same verdict, and all violations have their positions.
    static func check(_ compiled: CompiledSchema, _ schema: JSON, _ instance: JSON) {
        let violations = compiled.validate(instance)
        precondition(compiled.accepts(instance) == violations.isEmpty, "the verdicts differ")
        for violation in violations { visit(violation, schema, instance) }
        let output = compiled.basicOutput(for: instance)
        let again = try? JSON(parsing: output.bytes(.pretty))
        precondition(again?.value == output, "the output is not JSON")
        precondition(again?["valid"].bool == violations.isEmpty, "the verdict of the output differs")
    }

    private static func visit(_ violation: Violation, _ schema: JSON, _ instance: JSON) {
        precondition(violation.instance.exists && violation.schema.exists)
        precondition(!violation.expected.isEmpty && !violation.found.isEmpty)
        precondition(!violation.description.utf8.contains(UInt8(ascii: "\n")), "a message has two lines")
        if instance.duplicates.isEmpty {
            let position = instance[violation.instancePointer].position
            precondition(position == violation.instancePosition, "a position is not in the instance")
        }
        // A schema may refer to the metaschema, which is another document.
        if schema.duplicates.isEmpty, !schema.text.contains("json-schema.org") {
            let position = schema[violation.schemaPointer].position
            precondition(position == violation.schemaPosition, "a position is not in the schema")
        }
        for cause in violation.causes { visit(cause, schema, instance) }
    }
}
