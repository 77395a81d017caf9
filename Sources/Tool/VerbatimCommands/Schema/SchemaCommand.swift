import Foundation
import VerbatimJSON
import VerbatimSchema

/// `verbatim schema`: validates files against a JSON Schema.
struct SchemaCommand: Command {
    static let syntax = CommandSyntax(
        name: "schema", summary: "Validates JSON files against a JSON Schema (draft 2020-12).",
        options: [
            .init(
                name: "--remotes", value: "DIR",
                help: "folder of documents that references refer to by their $id"),
            .init(
                name: "--format", value: "text|flag|basic|detailed",
                choices: ["text"] + OutputFormat.allCases.map(\.rawValue),
                help: "text, or an output format of the specification (default: text)"),
        ],
        operands: "SCHEMA INSTANCE...", operandCount: 2...Int.max,
        notes: """
            `format` and `x-date-formats` are asserted. Nothing is fetched: references to other documents are resolved
            in --remotes. Exit code 0 if all instances are valid, 1 if one is not, 3 if a file cannot be read or the
            schema does not compile.
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

    func run(in context: CommandContext) async throws -> ExitCode {
        let compiled = try SchemaFile(schema, in: context).compiled(remotes: remotes)
        for problem in compiled.problems {
            let message = "warning: \(schema):\(problem.position): \(problem.message)"
            context.console.note(message.onOneLine)
        }
        var code = ExitCode.holds
        for path in instances {
            do {
                let instance = try SchemaFile(path, in: context).document
                code = max(code, report(compiled, instance, path, on: context.console))
            } catch {
                context.console.note("verbatim: \(error)")
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
            console.json(output)
            return output["valid"]?.bool == true ? .holds : .broken
        }
        let violations = schema.validate(instance)
        for violation in violations { console.out(text(of: violation, path, indent: "")) }
        if violations.omittedCount > 0 {
            console.line("\(path): and \(violations.omittedCount) more".onOneLine)
        }
        if violations.isEmpty { console.line("\(path): valid".onOneLine) }
        return violations.isEmpty ? .holds : .broken
    }

    /// Returns a violation with its locations, and the violations of the nearest branch, indented.
    private func text(of violation: Violation, _ path: String, indent: String) -> String {
        let value =
            violation.instancePointer.tokens.isEmpty ? "the document" : "'\(violation.instancePointer)'"
        let head = "\(value): expected \(violation.expected), found \(violation.found)"
        let locations =
            "\(path):\(violation.instancePosition), \(schema):\(violation.schemaPosition) (\(violation.keyword))"
        var causes = violation.causes.map { text(of: $0, path, indent: indent + "  ") }.joined()
        if violation.causes.omittedCount > 0 {
            causes += "\(indent)  and \(violation.causes.omittedCount) more\n"
        }
        return "\(indent)\(head.onOneLine)\n\(indent)  at \(locations.onOneLine)\n\(causes)"
    }
}
