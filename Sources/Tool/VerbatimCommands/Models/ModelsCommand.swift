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
        options: [contractOnly, expectations, Option.contracts, recordings, Option.sources]
            + Option<ReportFormat>.reports(of: .models),
        operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            If a model reads a property in several schemas, the weakest of them counts. A property that no
            recording leads to is not listed. With --contract-only, the models decode instances that are
            generated from the contracts. Exit code 1 if a finding is breaking.
            """)

    private static let contractOnly = Option.flag(
        "--contract-only", "decode instances of the contracts, not recordings")
    private static let expectations = Option.flag(
        "--expectations", "print the contract that the models imply, as JSON")
    private static let recordings = Option.recordings("recordings to read")

    private let arguments: Arguments
    private let output: ReportOutput

    init(arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        if arguments[Self.contractOnly],
            let other = arguments.first(of: [Self.expectations, Self.recordings])
        {
            throw .conflict(Self.contractOnly.name, with: other, "no recording is read")
        }
        output = try ReportOutput(arguments, for: .models)
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        if arguments[Self.contractOnly] {
            return try await output.deliver(in: context) { try tryInstances(in: context) }
        }
        guard arguments[Self.expectations] else {
            return try await output.deliver(in: context) {
                let (models, bindings) = try compare(in: context)
                return Report(models, findings: bindings)
            }
        }
        let (models, bindings) = try compare(in: context)
        context.console.error(ItemText().text(of: bindings))
        context.console.json(ExpectationsJSON.value(of: models))
        return models.isBroken || !bindings.isEmpty ? .broken : .holds
    }

    /// Decodes instances of the contracts with the models.
    private func tryInstances(in context: CommandContext) throws -> Report {
        let chosen = try ChosenAPIs(arguments, in: context)
        let checker = Checker(chosen.contracts, chosen.apis)
        let models = checker.contractAudit(try arguments.declarations(in: context))
        return Report(models, findings: checker.bindingFindings)
    }

    /// Compares the models, and finds bindings to operations that a contract lacks.
    private func compare(in context: CommandContext) throws -> (ModelsReport, bindings: [Finding]) {
        let chosen = try ChosenAPIs(arguments, in: context)
        let checker = Checker(chosen.contracts, chosen.apis)
        var audit = ModelAudit()
        var check = checker.check([])
        for recording in try chosen.recordings(at: arguments[Self.recordings]) {
            let interactions = try recording.archive(on: context.console).interactions
            checker.add(interactions, api: recording.api, to: &check, audit: &audit) { nil }
        }
        return (audit.report(try arguments.declarations(in: context)), checker.bindingFindings)
    }
}
