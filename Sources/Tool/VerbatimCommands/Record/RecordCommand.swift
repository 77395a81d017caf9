import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
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
                name: "--fail-on", value: "breaking|warning", choices: ["breaking", "warning"],
                help: "end with 1 if a change since the last recording is this severe (default: never)"),
            .recordings,
        ],
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
        command = arguments.command
        if command?.isEmpty == true { throw .malformed("--", expected: "followed by a command to run") }
        if runsTwice, mode == .extend {
            throw .conflict("--twice", with: "--mode extend", "what is recorded is not requested again")
        }
        let others = ["--origin", "--scenario", "--only-stale", "--dry-run", "--twice", "--retries"]
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
        if let command { return try record(command, in: context) }
        guard !context.apis.isEmpty else {
            let next = "run the tool of the package, or write one with \(ToolCommand("init", "API"))"
            throw EnvironmentError(MessageText("this tool has no scenarios to record", next: next).text)
        }
        let chosen = try chosenScenarios(in: context)
        if !isNamed, !isDryRun { try context.requireProject(for: folder) }
        let url = context.url(folder)
        // A damaged log would prevent every recording from being published.
        let log = try RefreshLog(in: url).entries()
        let plan = RecordingPlan(
            chosen, origin: origin, staleAge: staleAge, log: log, folder: url, in: context)
        guard !isDryRun else {
            context.console.out(plan.table(width: context.console.width))
            return .holds
        }
        return try await record(plan, into: url, in: context)
    }

    // MARK: Scenarios

    private func record(
        _ plan: RecordingPlan, into url: URL, in context: CommandContext
    ) async throws -> ExitCode {
        let fakes = origin == .fake ? try context.fakes.start(context.environment) : nil
        defer { fakes?.stop() }
        let recorder = Recorder(
            folder: url, mode: mode, origin: origin, originMap: fakes?.map ?? OriginMap(),
            fakes: context.fakes, environment: context.environment, transport: URLSessionTransport(),
            retries: retries, runsTwice: runsTwice, clock: context.clock,
            assessment: DriftAssessment(context), console: context.console)
        let results = await recorder.record(plan.jobs)
        var drift = DriftReport()
        for (name, changes) in results.flatMap(\.drift) { drift.add(changes, of: name) }
        let code = try conclude(drift, in: context)
        if runsTwice { context.console.out(VariationReport(results).text) }
        for result in results { context.console.line(result.line) }
        return results.contains { $0.hasFailed } ? .unreadable : code
    }

    /// Prints the changes since the last recording, and returns the exit code.
    private func conclude(_ drift: DriftReport, in context: CommandContext) throws -> ExitCode {
        var overrides = try Overrides(in: context.url(context.folders.contracts))
        let worst = drift.print(on: context.console, folder: folder, applying: &overrides)
        return failure.map { worst >= $0 } == true ? .broken : .holds
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
    private func record(_ command: [String], in context: CommandContext) throws -> ExitCode {
        var recording = CommandRecording(command: command, mode: mode, folder: folder, isNamed: isNamed)
        let code = try recording.run(in: context)
        let drift = recording.report(in: context)
        let conclusion = try conclude(drift, in: context)
        guard code == .holds else { return code }
        return recording.hasFailed ? .unreadable : conclusion
    }
}
