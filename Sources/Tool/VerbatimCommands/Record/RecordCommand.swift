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
            .init(
                name: "--origin", value: "live|fake", choices: [RecordingOrigin.live, .fake].map(\.rawValue),
                help: "the providers, or the fake providers (default: live)"),
            .init(
                name: "--mode", value: "record|extend",
                choices: [RecordingMode.record, .extend].map(\.rawValue),
                help: "record everything, or only what is missing (default: record)"),
            .init(name: "--scenario", value: "NAME", repeats: true, help: "record only this scenario"),
            .init(
                name: "--only-stale", value: "DAYS",
                help: "keep recordings of the providers that are younger, such as 30d"),
            .init(name: "--dry-run", help: "list what would be recorded, and send nothing"),
            .init(name: "--twice", help: "run each scenario twice, and list what varies by itself"),
            .init(
                name: "--retries", value: "COUNT",
                help: "repeats of a request that a busy provider refuses (default: \(defaultRetries))"),
            .init(
                name: "--fail-on", value: "breaking|warning|never",
                choices: ["breaking", "warning", "never"],
                help: "end with 1 if a change since the last recording is this severe (default: never)"),
            .recordings,
        ] + CommandSyntax.Option.reports(ReportFormat.self),
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

    private static let defaultRetries = 4
    /// The number of changes that are listed.
    private static let listLimit = 100

    private let apis: [String]
    private let scenarios: [String]
    private let origin: RecordingOrigin
    private let mode: RecordingMode
    private let folder: String
    /// Whether the command line names the folder.
    private let isNamed: Bool
    private let staleAge: Int?
    private let isDryRun: Bool
    private let runsTwice: Bool
    private let retries: Int
    /// The severity of changes from which the exit code is 1.
    private let failure: Severity?
    private let output: ReportOutput<ReportFormat>
    /// The command to run, instead of scenarios.
    private let command: [String]?

    init(_ arguments: Arguments) throws(UsageError) {
        apis = arguments.operands
        scenarios = arguments.values("--scenario")
        origin = arguments.value("--origin").flatMap(RecordingOrigin.init) ?? .live
        mode = arguments.value("--mode").flatMap(RecordingMode.init) ?? .record
        folder = arguments.recordings
        isNamed = arguments.value("--recordings") != nil
        staleAge = try arguments.days("--only-stale")
        isDryRun = arguments.has("--dry-run")
        runsTwice = arguments.has("--twice")
        retries = try arguments.value("--retries").map(Self.count) ?? Self.defaultRetries
        failure = arguments.value("--fail-on").flatMap(Severity.init)
        output = try ReportOutput(arguments)
        command = arguments.command
        if command?.isEmpty == true { throw .malformed("--", expected: "followed by a command to run") }
        if runsTwice, mode == .extend {
            throw .conflict("--twice", with: "--mode extend", "what is recorded is not requested again")
        }
        if isDryRun, let other = ["--format", "--report"].first(where: arguments.has) {
            throw .conflict(other, with: "--dry-run", "nothing is recorded")
        }
        let others = [
            "--origin", "--scenario", "--only-stale", "--dry-run", "--twice", "--retries", "--format",
        ]
        if command != nil, let other = others.first(where: arguments.has) ?? apis.first {
            throw .conflict(other, with: "-- COMMAND", "the command decides what is recorded")
        }
    }

    /// Parses a number of repeats, up to 100.
    private static func count(_ text: String) throws(UsageError) -> Int {
        guard text.utf8.count <= 3, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let count = Int(text),
            count <= 100
        else { throw .malformed(text, expected: "a number of repeats, at most 100") }
        return count
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        if let command { return try await record(command, in: context) }
        guard !context.apis.isEmpty else {
            let next = "run the tool of the package, or write one with \(ToolCommand("init", "API"))"
            throw EnvironmentError(MessageText("this tool has no scenarios to record", next: next).text)
        }
        guard !isDryRun else {
            context.console.out(try plan(in: context).table(width: context.console.width))
            return .holds
        }
        return try await recordScenarios(in: context)
    }

    // MARK: Scenarios

    private func plan(in context: CommandContext) throws -> RecordingPlan {
        let chosen = try chosenScenarios(in: context)
        if !isNamed, !isDryRun { try context.requireProject(for: folder) }
        let url = context.url(folder)
        // A damaged log would prevent every recording from being published.
        let log = try RefreshLog(in: url).entries()
        return RecordingPlan(
            chosen, origin: origin, staleAge: staleAge, log: log, folder: url, in: context)
    }

    private func recordScenarios(in context: CommandContext) async throws -> ExitCode {
        var results: [RecordingResult] = []
        let code = try await deliver(in: context) {
            results = try await record(try plan(in: context), in: context)
            return results.reduce(into: DriftReport()) { $0.add($1.drift) }
        }
        let print = output.format == .text ? context.console.line : context.console.note
        if runsTwice { print(String(VariationReport(results).text.dropLast())) }
        for result in results { print(result.line) }
        return code
    }

    private func record(_ plan: RecordingPlan, in context: CommandContext) async throws -> [RecordingResult] {
        let fakes = origin == .fake ? try context.fakes.start(context.environment) : nil
        defer { fakes?.stop() }
        let recorder = Recorder(
            folder: context.url(folder), mode: mode, origin: origin, originMap: fakes?.map ?? OriginMap(),
            fakes: context.fakes, environment: context.environment, transport: URLSessionTransport(),
            retries: retries, runsTwice: runsTwice, clock: context.clock,
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
            return drift.report(applying: &overrides, failsFrom: failure)
        }
    }

    /// Returns the scenarios that the command line names, by API.
    private func chosenScenarios(
        in context: CommandContext
    ) throws(UsageError) -> [(api: API, scenarios: [Scenario])] {
        let chosen = try context.apis(named: apis)
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
        var recording = CommandRecording(command: command, mode: mode, folder: folder, isNamed: isNamed)
        var ended = ExitCode.holds
        let code = try await deliver(in: context) {
            ended = try recording.run(in: context)
            return recording.report(in: context, of: ended)
        }
        return ended == .holds ? code : ended
    }
}
