import Foundation
import VerbatimJSON
import VerbatimSchema

/// `verbatim schema`: validates files against a JSON Schema.
struct SchemaCommand: Command {
    static let syntax = CommandSyntax(
        name: "schema", summary: "Validates JSON files against a JSON Schema (draft 2020-12).",
        options: [
            .init(
                name: "--remotes", value: "DIR", help: "documents that references may lead to, by their $id"),
            .init(
                name: "--format", value: "text|flag|basic|detailed",
                choices: ["text"] + OutputFormat.allCases.map(\.rawValue),
                help: "how to print: text, or an output format of the specification (default: text)"),
        ],
        operands: "SCHEMA INSTANCE...", operandCount: 2...Int.max,
        notes: """
            `format` is asserted, and `x-date-formats` too. Nothing is fetched: a reference to another document finds
            it in --remotes or not at all. Exit code 0 when all are valid, 1 when one is not, 3 when a file cannot be
            read or the schema does not compile.
            """)

    private let schema: String
    private let instances: [String]
    private let remotes: String?
    /// The output format of the specification, or nil for text.
    private let format: OutputFormat?

    init(_ arguments: Arguments) throws(UsageError) {
        schema = arguments.operands[0]
        instances = Array(arguments.operands.dropFirst())
        remotes = arguments.value("--remotes")
        format = arguments.value("--format").flatMap(OutputFormat.init)
    }

    func run(in setting: CommandContext) async throws -> ExitCode {
        let compiled = try SchemaFile(schema, in: setting).compiled(remotes: remotes)
        for keyword in compiled.unknownKeywords {
            setting.console.note(
                "\(schema):\(keyword.position): unknown keyword or format '\(keyword.name)', it checks nothing"
            )
        }
        var code = ExitCode.holds
        for path in instances {
            do {
                let instance = try SchemaFile(path, in: setting).document
                code = max(code, report(compiled, instance, path, on: setting.console))
            } catch {
                setting.console.note("verbatim: \(error)")
                code = .unreadable
            }
        }
        return code
    }

    private func report(
        _ schema: CompiledSchema, _ instance: JSON, _ path: String, on console: Console
    ) -> ExitCode {
        if let format {
            let output = schema.output(format, for: instance)
            console.line(output.text(.pretty))
            return output["valid"]?.bool == true ? .holds : .broken
        }
        let violations = schema.validate(instance)
        for violation in violations { console.out(text(of: violation, path, indent: "")) }
        if violations.isEmpty { console.line("\(path): valid") }
        return violations.isEmpty ? .holds : .broken
    }

    /// What, and where on both sides; what keeps the nearest branch of a choice from holding follows, indented.
    private func text(of violation: Violation, _ path: String, indent: String) -> String {
        let value =
            violation.instancePointer.tokens.isEmpty ? "the document" : "'\(violation.instancePointer)'"
        let head = "\(value) is \(violation.found), the schema says \(violation.expected)"
        let locations =
            "\(path):\(violation.instancePosition), \(schema):\(violation.schemaPosition) (\(violation.keyword))"
        let causes = violation.causes.map { text(of: $0, path, indent: indent + "  ") }.joined()
        return "\(indent)\(head)\n\(indent)  at \(locations)\n\(causes)"
    }
}
