import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema
import VerbatimYAML

/// `verbatim schema`: validates files against a JSON Schema.
struct SchemaCommand: Command {
    static let syntax = CommandSyntax(
        name: "schema", summary: "Validates files in JSON or YAML against a JSON Schema (draft 2020-12).",
        options: [
            remotes, formats,
            Option.format.with(
                help: "text, or json: the output format 'basic' of the specification (default: text)"),
        ],
        operands: "SCHEMA INSTANCE...", operandCount: 2...Int.max,
        notes: """
            In the dialect of draft 2020-12, `format` is an annotation: a wrong one is a warning if the schema names
            that dialect by $schema. Nothing is fetched: references to other documents are resolved in --remotes,
            such as http://localhost:1234/=FOLDER. Exit code 0 if all instances are valid, 1 if one is not, 3 if a file cannot be read or the
            schema does not compile.
            """)

    private static let remotes = Option.texts(
        "--remotes", "[URL=]DIR",
        "folder of documents that references refer to by their $id, or by URL and path")
    private static let formats = Option.choice(
        "--formats", of: [Formats.assertion, .annotation],
        "whether a wrong format is an error (default: as $schema says, or assertion without it)")
    private enum Formats: String {
        case assertion, annotation
    }

    let arguments: Arguments
    private var schema: String { arguments.operands[0] }

    func run(in context: CommandContext) async throws -> ExitCode {
        let file = try read(schema, in: context)
        let store = try SchemaStore(remotes: arguments[Self.remotes], in: context)
        let formats = arguments[Self.formats]
        let asserts = formats.map { $0 == .assertion } ?? !file.document["$schema"].exists
        let compiled = try file.compiled(in: store, formats: asserts ? .assertion : .annotation)
        let annotated = asserts ? nil : try file.compiled(in: store, formats: .assertion)
        for problem in (annotated ?? compiled).problems {
            let message = "warning: \(schema):\(problem.position): \(problem.message)"
            context.console.note(message.onOneLine)
        }
        var code = ExitCode.holds
        for path in arguments.operands.dropFirst().uniqued {
            do {
                let instance = try read(path, in: context).document
                code = max(code, report(compiled, instance, path, on: context.console))
                if let annotated, formats == nil, compiled.accepts(instance) {
                    warn(about: annotated.validate(instance), path, on: context.console)
                }
            } catch {
                context.console.problem("\(error)")
                code = .unreadable
            }
        }
        return code
    }

    /// Warns about formats that the dialect of the schema does not assert.
    private func warn(about violations: Excerpt<Violation>, _ path: String, on console: Console) {
        for violation in violations.prefix(10) {
            let message =
                "expected \(violation.expected), found \(violation.found); formats are annotations in the "
                + "dialect of the schema, `--formats assertion` makes this an error"
            console.note("warning: \(path):\(violation.instancePosition): \(message)".onOneLine)
        }
    }

    private func read(_ path: String, in context: CommandContext) throws(FileProblem) -> SchemaFile {
        let file = try SchemaFile(path, in: context)
        for warning in file.warnings { context.console.note("warning: \(warning)".onOneLine) }
        return file
    }

    private func report(
        _ schema: CompiledSchema, _ instance: JSON, _ path: String, on console: Console
    ) -> ExitCode {
        if arguments[.format] == .json {
            let output = schema.basicOutput(for: instance)
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

/// A document in a file, in JSON or YAML: a schema or an instance.
struct SchemaFile {
    let document: JSON
    /// The parts of a text in YAML that may mean something else to its author, with their locations.
    let warnings: [String]
    private let path: String

    init(_ path: String, in context: CommandContext) throws(FileProblem) {
        self.path = path
        let read = try TextDocument(contentsOf: context.url(path), path: path)
        document = read.root
        warnings = read.warnings.map { "\(path):\($0.position): \($0.message)" }
    }

    func compiled(
        in store: SchemaStore, formats: CompileOptions.Formats
    ) throws(FileProblem) -> CompiledSchema {
        do {
            return try Schema(document).compile(in: store, options: CompileOptions(formats: formats))
        } catch {
            throw FileProblem(
                location: "\(error.document.isEmpty ? path : error.document):\(error.position)",
                what: "the schema does not compile: \(error.message)")
        }
    }
}

extension SchemaStore {
    /// Reads the documents of folders, each with its subfolders: `DIR`, or `URL=DIR` for a folder whose
    /// documents are at a URL.
    init(remotes: [String], in context: CommandContext) throws(FileProblem) {
        self.init()
        for remote in remotes {
            let parts = remote.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2, parts[0].contains("://") {
                try add(parts[1], at: parts[0], in: context)
            } else {
                try add(remote, at: "", in: context)
            }
        }
    }

    /// Adds every document of a folder by its path below a URL, and by its `$id`.
    private mutating func add(
        _ folder: String, at base: String, in context: CommandContext
    ) throws(FileProblem) {
        let root = context.url(folder)
        let paths = TextDocument.extensions.flatMap { FolderListing.paths(in: root, extension: $0) }
        guard !paths.isEmpty else {
            throw FileProblem(location: folder, what: "no file in JSON or YAML in this folder")
        }
        let separator = base.isEmpty || base.hasSuffix("/") ? "" : "/"
        for path in paths {
            let document = try TextDocument(
                contentsOf: root.appending(path: path), path: "\(folder)/\(path)"
            ).root
            let id = document["$id"].string
            if let id { add(document, at: id) }
            if id == nil || !base.isEmpty { add(document, at: base + separator + path) }
        }
    }
}
