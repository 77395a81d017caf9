import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReplay
import VerbatimReports

/// `verbatim models`: compares models with contract and traffic.
struct ModelsCommand: Command {
    static let syntax = CommandSyntax(
        name: "models", summary: "Compares what the models read with contracts and recordings.",
        options: [contractOnly, expectations, save, Option.contracts, recordings, Option.sources]
            + Option<ReportFormat>.reports(of: .models),
        rules: [.conflict(contractOnly, with: [expectations, save, recordings], "no recording is read")],
        operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            If a model reads a property in several schemas, the weakest of them counts. A property that no
            recording leads to is not listed. With --contract-only, the models decode instances that are
            generated from the contracts. What a version expects is kept in the folder Versions of the contracts;
            check, record and diff then say which versions a cause breaks. Exit code 1 if a finding is breaking.
            """)

    private static let contractOnly = Option.flag(
        "--contract-only", "decode instances of the contracts, not recordings")
    private static let expectations = Option.flag(
        "--expectations", "print the contract that the models imply, as JSON")
    private static let save = Option.reading(
        "--save", "VERSION", "keep what the models expect as that of a shipped version, such as 3.2"
    ) { text throws(UsageError) -> String in
        guard text.first?.isNumber == true,
            text.utf8.allSatisfy({ $0.isLetterOrDigit || ".-+".utf8.contains($0) })
        else { throw .malformed("--save \(text)", expected: "a version, such as 3.2") }
        return text
    }
    private static let recordings = Option.recordings("recordings to read")

    let arguments: Arguments

    func run(in context: CommandContext) async throws -> ExitCode {
        let output = try ReportOutput(arguments, for: .models)
        if arguments[Self.contractOnly] {
            return try await output.deliver(in: context) { try tryInstances(in: context) }
        }
        guard arguments[Self.expectations] || arguments[Self.save] != nil else {
            return try await output.deliver(in: context) {
                let (models, bindings) = try compare(in: context)
                return Report(models, findings: bindings)
            }
        }
        let (models, bindings) = try compare(in: context, tryingValues: true)
        context.console.error(ItemText().text(of: bindings))
        if let version = arguments[Self.save] {
            try save(models, as: version, in: context)
        } else {
            context.console.json(ExpectationsJSON.value(of: models))
        }
        return models.isBroken || !bindings.isEmpty ? .broken : .holds
    }

    private func tryInstances(in context: CommandContext) throws -> Report {
        let chosen = try ChosenAPIs(arguments, in: context)
        let checker = Checker(chosen.contracts, chosen.apis)
        let models = checker.contractAudit(try arguments.declarations(in: context))
        return Report(models, findings: checker.bindingFindings)
    }

    /// Compares the models, and finds bindings to operations that a contract lacks.
    private func compare(
        in context: CommandContext, tryingValues triesValues: Bool = false
    ) throws -> (ModelsReport, bindings: [Finding]) {
        let chosen = try ChosenAPIs(arguments, in: context)
        let checker = Checker(chosen.contracts, chosen.apis)
        var audit = ModelAudit()
        var check = checker.check([])
        for recording in try chosen.recordings(at: arguments[Self.recordings]) {
            let interactions = try recording.archive(on: context.console).interactions
            checker.add(interactions, api: recording.api, to: &check, audit: &audit) { nil }
        }
        let declarations = try arguments.declarations(in: context)
        return (audit.report(declarations, tryingValues: triesValues), checker.bindingFindings)
    }

    /// Writes what the models expect into the file of a version.
    ///
    /// - Throws: ``FileProblem`` if another text is kept for the version: what was shipped does not change.
    private func save(_ models: ModelsReport, as version: String, in context: CommandContext) throws {
        let path = "\(arguments[.contracts])/\(ShippedVersions.folder)/\(version).json"
        let text = ExpectationsJSON.value(of: models, isShipped: true).text(fitting: 160) + "\n"
        let file = context.url(path)
        if let known = try? Data(readingFile: file), known != Data(text.utf8) {
            throw FileProblem(
                location: path, what: "other expectations are kept for the version",
                next: "remove the file to save the version again, or name another one")
        }
        try context.write(text, to: path)
        let count = models.properties.count { $0.agreement.model != .unread }
        context.console.note("wrote \(path): \(String.count(count, "property", plural: "properties"))")
    }
}
