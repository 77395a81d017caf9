import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimInference
import VerbatimJSON
import VerbatimMutation
import VerbatimReports

/// `verbatim mutate`: mutates recorded responses and reports the mutants that survive.
struct MutateCommand: Command {
    static let syntax = CommandSyntax(
        name: "mutate", summary: "Measures how strong the contracts are.",
        options: [Option.contracts, recordings, seed, sample, write, evidence]
            + Option<ReportFormat>.reports(of: .mutate),
        operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            Recorded responses are mutated one value at a time, as an API might change them. The contract kills a
            mutant if a check has a new finding that is breaking or a warning; a model kills it if the app's decoder
            rejects it. Mutants are not counted if the recordings show that the API responds so ('equivalent'), or if
            the contract gives the reason in 'x-mutation-waivers' ('waived'). The exit code is 1 if a mutant survives
            or a waiver waives nothing.
            """)

    private static let recordings = Option.recordings("the recordings to mutate")
    private static let seed = number("--seed", "determines new values and the sample (default: 1)").or(1)
    private static let sample = number("--sample", "at most N mutants of an API (default: all)")
    private static let write = Option.flag(
        "--write", "edit the contracts so that they kill survivors and keep all recordings valid")
    private static let minimumResponses = 10
    private static let evidence = number(
        "--evidence",
        "responses that must have a value before an edit of its schema is written (default: \(minimumResponses))"
    ).or(minimumResponses)

    private static func number(_ name: String, _ help: String) -> Option<Int?> {
        .number(name, from: 0, "a number, from 0", isNamed: true, help)
    }

    private let arguments: Arguments
    private let output: ReportOutput

    init(arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        output = try ReportOutput(arguments, for: .mutate)
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        try await output.deliver(in: context) { Report(try await reports(in: context)) }
    }

    private func reports(in context: CommandContext) async throws -> [MutationReport] {
        let chosen = try ChosenAPIs(arguments, in: context)
        var reports: [MutationReport] = []
        for api in chosen.apis {
            guard let contract = chosen.contracts.contract(of: api.name) else { continue }
            let interactions = try chosen.context.recordings(
                at: arguments[Self.recordings], orOf: [api]
            ).flatMap { try $0.archive(on: context.console).interactions }
            let run = MutationRun(
                contract, models: api.models, seed: UInt64(arguments[Self.seed]),
                sample: arguments[Self.sample])
            var progress = MutationProgress(of: api.name, on: context.console)
            let report = await run.report(on: interactions) { progress.note($0, of: $1) }
            reports.append(report)
            if arguments[Self.write] {
                let tightening = ContractTightening(
                    of: contract, by: report, keeping: interactions,
                    minimumResponses: arguments[Self.evidence])
                try write(tightening, contract, context)
            }
        }
        return reports
    }

    private func write(_ tightening: ContractTightening, _ contract: Contract, _ context: CommandContext)
        throws
    {
        for withheld in tightening.withheld {
            let responses = String.count(withheld.responses, "response")
            let problem =
                "\(contract.file): not written: \(withheld.edit) at '\(withheld.edit.pointer.path)', "
                + "which \(responses) of \(arguments[Self.evidence]) show"
            let next = "record more of them, or write it with `--evidence \(withheld.responses)`"
            context.console.note(MessageText(problem, next: next).text)
        }
        guard !tightening.edits.isEmpty else { return }
        try context.write(tightening.text, to: contract.file)
        let count = String.count(tightening.edits.count, "edit")
        let next =
            "review with `git diff \(contract.file.shellWord)`, then run \(ToolCommand("check", contract.api))"
        context.console.note(MessageText("\(contract.file): \(count) written", next: next).text)
    }
}

/// Says on a terminal how many mutants have been evaluated: at the beginning, and every few seconds.
private struct MutationProgress {
    private let api: String
    private let console: Console
    private var next = ContinuousClock.now

    /// The time between two lines.
    private static let interval = Duration.seconds(5)

    init(of api: String, on console: Console) {
        self.api = api
        self.console = console
    }

    mutating func note(_ evaluated: Int, of all: Int) {
        let now = ContinuousClock.now
        guard console.isTerminal, now >= next else { return }
        next = now + Self.interval
        let count = String.count(all, "mutant")
        console.note("\(api): " + (evaluated == 0 ? count : "\(evaluated) of \(count)"))
    }
}
