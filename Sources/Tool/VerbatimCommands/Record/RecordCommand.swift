import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports
import VerbatimURLSession

/// `verbatim record`: runs the scenarios against providers or fake providers, or a command with tests, and
/// publishes recordings.
struct RecordCommand: Command {
    static let syntax = CommandSyntax(
        name: "record", summary: "Records the scenarios of the APIs, or the tests that a command runs.",
        options: [
            origin, mode, scenarios, onlyStale, dryRun, twice, retries, failOn, Option.recordings,
        ] + Option<ReportFormat>.reports,
        operands: "[API...]", operandCount: 0...Int.max, runsCommand: true,
        notes: """
            A recording is replaced in one step when its scenario has ended and every request has a response. Until
            then, and if it fails, the old recording is as it was. A response that breaks the contract is published, for
            `verbatim check` to report; a documented error and that of a busy provider (429, 5xx) is not. At the end
            come the changes since the last recording, with the properties of the app that they break.
            `-- COMMAND` runs a command such as `swift test`, records what its tests request through VerbatimTesting,
            and ends with the exit code of the command. Exit code 3 if a scenario could not be recorded or compared.
            VERBATIM_FAKE makes the fake providers fail, such as `VERBATIM_FAKE=itunes=html-404`.
            """)

    private static let origin = Option.choice(
        "--origin", of: [RecordingOrigin.live, .fake], "the providers, or the fake providers (default: live)"
    ).or(.live)
    private static let mode = Option.choice(
        "--mode", of: [RecordingMode.record, .extend],
        "record everything, or only what is missing (default: record)"
    ).or(.record)
    private static let scenarios = Option.texts("--scenario", "NAME", "record only this scenario")
    private static let onlyStale = Option.days(
        "--only-stale", "keep recordings of the providers that are younger, such as 30d")
    private static let dryRun = Option.flag("--dry-run", "list what would be recorded, and send nothing")
    private static let twice = Option.flag(
        "--twice", "run each scenario twice, and list what varies by itself")
    private static let retries = Option<Int?>.reading(
        "--retries", "COUNT", "repeats of a request that a busy provider refuses (default: 4)"
    ) { text throws(UsageError) in
        guard let count = Int(digits: text, atMost: 3), count <= 100 else {
            throw .malformed(text, expected: "a number of repeats, at most 100")
        }
        return count
    }.or(4)
    private static let failOn = Option.failOn(
        nil, "end with 1 if a change since the last recording is this severe")

    /// The number of changes that are listed.
    private static let listLimit = 100

    private let arguments: Arguments
    private let output: ReportOutput<ReportFormat>
    private var folder: String { arguments[.recordings] }

    init(arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        output = try ReportOutput(arguments)
        if arguments.command?.isEmpty == true {
            throw .malformed("--", expected: "followed by a command to run")
        }
        if arguments[Self.twice], arguments[Self.mode] == .extend {
            throw .conflict("--twice", with: "--mode extend", "what is recorded is not requested again")
        }
        let formats: [any OptionSyntax] = [Option<ReportFormat>.reportFormat, Option<[String]>.reportFiles]
        if arguments[Self.dryRun], let other = arguments.first(of: formats) {
            throw .conflict(other, with: "--dry-run", "nothing is recorded")
        }
        let others: [any OptionSyntax] = [
            Self.origin, Self.scenarios, Self.onlyStale, Self.dryRun, Self.twice, Self.retries, formats[0],
        ]
        if arguments.command != nil, let other = arguments.first(of: others) ?? arguments.operands.first {
            throw .conflict(other, with: "-- COMMAND", "the command decides what is recorded")
        }
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        if let command = arguments.command { return try await record(command, in: context) }
        guard !context.apis.isEmpty else {
            let next = "run the tool of the package, or write one with \(ToolCommand("init", "API"))"
            throw EnvironmentError(MessageText("this tool has no scenarios to record", next: next).text)
        }
        guard !arguments[Self.dryRun] else {
            context.console.out(try plan(in: context).table(width: context.console.width))
            return .holds
        }
        return try await recordScenarios(in: context)
    }

    // MARK: Scenarios

    private func plan(in context: CommandContext) throws -> RecordingPlan {
        let chosen = try chosenScenarios(in: context)
        if !arguments.has(.recordings), !arguments[Self.dryRun] { try context.requireProject(for: folder) }
        let store = context.recordings(in: folder)
        // A damaged log would prevent every recording from being published.
        let log = try store.log.days()
        return RecordingPlan(
            chosen, origin: arguments[Self.origin], staleAge: arguments[Self.onlyStale], log: log,
            store: store, in: context)
    }

    private func recordScenarios(in context: CommandContext) async throws -> ExitCode {
        var results: [RecordingResult] = []
        let code = try await deliver(in: context) {
            results = try await record(try plan(in: context), in: context)
            return results.reduce(into: DriftReport()) { $0.add($1.drift) }
        }
        let print = output.format == .text ? context.console.line : context.console.note
        if arguments[Self.twice] { print(String(VariationReport(results).text.dropLast())) }
        for result in results { print(result.line) }
        return code
    }

    private func record(_ plan: RecordingPlan, in context: CommandContext) async throws -> [RecordingResult] {
        let origin = arguments[Self.origin]
        let fakes = origin == .fake ? try context.fakes.start(context.environment) : nil
        defer { fakes?.stop() }
        let recorder = Recorder(
            folder: context.url(folder), mode: arguments[Self.mode], origin: origin,
            originMap: fakes?.map ?? OriginMap(),
            fakes: context.fakes, environment: context.environment, transport: URLSessionTransport(),
            retries: arguments[Self.retries], runsTwice: arguments[Self.twice], clock: context.clock,
            assessment: DriftAssessment(context), console: context.console)
        return await recorder.record(plan.jobs)
    }

    /// Records, reports the changes since the last recording, and returns the exit code.
    private func deliver(
        in context: CommandContext, _ record: () async throws -> DriftReport
    ) async throws -> ExitCode {
        var drift = DriftReport()
        return try await output.deliver(
            .record, in: context, limit: Self.listLimit,
            console: { drift.text(of: $0, $1, folder: folder) }
        ) {
            drift = try await record()
            var overrides = try Overrides(in: context.url(context.folders.contracts))
            return drift.report(applying: &overrides, failsFrom: arguments[Self.failOn])
        }
    }

    /// Returns the scenarios that the command line names, by API.
    private func chosenScenarios(
        in context: CommandContext
    ) throws(UsageError) -> [(api: API, scenarios: [Scenario])] {
        let chosen = try context.apis(named: arguments.operands)
        let scenarios = arguments[Self.scenarios]
        let known = chosen.flatMap { $0.scenarios.map(\.name) }
        if let name = scenarios.first(where: { !known.contains($0) }) {
            throw .unknownName(name, what: "scenario", known: known)
        }
        return chosen.compactMap { api in
            let wanted = api.scenarios.filter { scenarios.isEmpty || scenarios.contains($0.name) }
            return wanted.isEmpty ? nil : (api, wanted)
        }
    }

    // MARK: A command

    /// Runs a command, and returns its exit code; if that is 0, the one of the changes.
    private func record(_ command: [String], in context: CommandContext) async throws -> ExitCode {
        var recording = CommandRecording(
            command: command, mode: arguments[Self.mode], folder: folder, isNamed: arguments.has(.recordings))
        var ended = ExitCode.holds
        let code = try await deliver(in: context) {
            ended = try recording.run(in: context)
            return recording.report(in: context, of: ended)
        }
        return ended == .holds ? code : ended
    }
}
