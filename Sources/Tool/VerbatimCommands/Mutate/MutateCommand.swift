import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimInference
import VerbatimJSON
import VerbatimMutation
import VerbatimReports

/// `verbatim mutate`: mutates recorded responses and reports the mutants that survive.
struct MutateCommand: Command {
    static let syntax = CommandSyntax(
        name: "mutate", summary: "Measures how strong the contracts are.",
        options: [Option.contracts, recordings, seed, sample, write, evidence] + Shard.options
            + Option<ReportFormat>.reports(of: .mutate),
        rules: Shard.rules(besides: [write, evidence]),
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
    private let shard: Shard?

    init(arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        output = try ReportOutput(arguments, for: .mutate)
        shard = Shard(arguments)
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        if let shard {
            return try await Self.work(on: try await inputs(in: context), in: context).write(
                shard, of: Self.syntax, arguments, in: context)
        }
        return try await output.deliver(in: context) { Report(try await reports(in: context)) }
    }

    private struct Input: Sendable {
        let contract: Contract
        let traffic: StreamedTraffic
        let mutants: MutantSet
    }

    private func inputs(in context: CommandContext) async throws -> [Input] {
        let chosen = try ChosenAPIs(arguments, in: context)
        let paths = arguments[Self.recordings]
        func traffic(of apis: [API]) async throws -> StreamedTraffic {
            try await context.traffic(of: try chosen.context.recordings(at: paths, orOf: apis))
        }
        let all = paths.isEmpty ? nil : try await traffic(of: [])
        var inputs: [Input] = []
        for api in chosen.apis {
            guard let contract = chosen.contracts.contract(of: api.name) else { continue }
            let traffic = if let all { all } else { try await traffic(of: [api]) }
            let run = MutationRun(
                contract, models: api.models, seed: UInt64(arguments[Self.seed]),
                sample: arguments[Self.sample])
            inputs.append(Input(contract: contract, traffic: traffic, mutants: run.mutants(of: traffic)))
        }
        return inputs
    }

    /// Some mutants of the API with an index.
    private struct Block: Sendable {
        let api: Int
        let block: MutantSet.Block
    }

    private struct Scores: Sendable, Codable {
        let api: Int
        let count: Int
        let tally: MutantTally
    }

    private static func work(on inputs: [Input], in context: CommandContext) -> SharedWork<Block, Scores> {
        let blocks = inputs.enumerated().flatMap { index, input in
            input.mutants.blocks.map { Block(api: index, block: $0) }
        }
        return SharedWork(items: blocks) {
            "\(inputs[$0.api].contract.api) \(inputs[$0.api].mutants.name(of: $0.block))"
        } digest: {
            inputs[$0.api].mutants.digest(of: $0.block)
        } perform: {
            let mutants = inputs[$0.api].mutants
            let tally = mutants.evaluated($0.block)
            try mutants.requireReadable()
            return Scores(api: $0.api, count: $0.block.count, tally: tally)
        }
    }

    private func reports(in context: CommandContext) async throws -> [MutationReport] {
        let inputs = try await inputs(in: context)
        var tallies = inputs.map { _ in MutantTally() }
        var progress = MutationProgress(
            of: inputs.reduce(0) { $0 + $1.mutants.blocks.reduce(0) { $0 + $1.count } }, on: context.console)
        let work = Self.work(on: inputs, in: context)
        progress.note(0)
        try await work.results(in: context) { scores in
            if let partial = context.partial {
                guard inputs.indices.contains(scores.api), inputs[scores.api].mutants.contains(scores.tally)
                else {
                    throw FileProblem(
                        location: partial.path, what: "it has mutants that the recordings do not have",
                        next: "run all shares again, with the recordings that are here")
                }
            }
            tallies[scores.api] += scores.tally
            progress.note(scores.count)
        }
        let reports = zip(inputs, tallies).map { $0.mutants.report(of: $1) }
        for input in inputs { try input.mutants.requireReadable() }
        if arguments[Self.write] {
            for (input, report) in zip(inputs, reports) {
                let tightening = ContractTightening(
                    of: input.contract, by: report, keeping: input.traffic,
                    minimumResponses: arguments[Self.evidence])
                try write(tightening, input.contract, context)
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

/// Says on a terminal how many values have been mutated: at the beginning, and every few seconds.
private struct MutationProgress {
    private let all: Int
    private let console: Console
    private var evaluated = 0
    private var next = ContinuousClock.now

    /// The time between two lines.
    private static let interval = Duration.seconds(5)

    init(of all: Int, on console: Console) {
        self.all = all
        self.console = console
    }

    mutating func note(_ added: Int) {
        evaluated += added
        let now = ContinuousClock.now
        guard console.isTerminal, now >= next else { return }
        next = now + Self.interval
        let count = String.count(all, "value")
        console.note("mutating " + (evaluated == 0 ? count : "\(evaluated) of \(count)"))
    }
}
