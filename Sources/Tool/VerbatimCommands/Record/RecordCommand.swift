import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReplay
import VerbatimReports

/// `verbatim record`: runs the scenarios against providers or fake providers, or a command with tests, and
/// publishes recordings.
struct RecordCommand: Command {
    static let syntax = CommandSyntax(
        name: "record", summary: "Records the scenarios of the APIs, or the tests that a command runs.",
        options: [
            origin, mode, scenarios, onlyStale, dryRun, twice, retries, failOn, Option.recordings,
        ] + Option<ReportFormat>.reports(of: .record),
        operands: "[API...]", operandCount: 0...Int.max, runsCommand: true,
        notes: """
            A recording is replaced in one step when its scenario has ended and every request has a response. Until
            then, and if it fails, the old recording is as it was. A response that breaks the contract is published, for
            `verbatim check` to report; a status from 400 on that the scenario does not declare, and a page in place of
            data, is not. At the end come the changes since the last recording, with the properties of the app that they break.
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

    private let arguments: Arguments
    private let output: ReportOutput
    private var folder: String { arguments[.recordings] }

    init(arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        output = try ReportOutput(arguments, for: .record)
        if arguments.command?.isEmpty == true {
            throw .malformed("--", expected: "followed by a command to run")
        }
        if arguments[Self.twice], arguments[Self.mode] == .extend {
            throw .conflict("--twice", with: "--mode extend", "what is recorded is not requested again")
        }
        let formats: [any OptionSyntax] = [
            Option<ReportFormat>.reportFormat(of: .record), Option<[String]>.reportFiles, Option<Bool>.open,
        ]
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

    // MARK: The stages

    private func recordScenarios(in context: CommandContext) async throws -> ExitCode {
        try await report(in: context) {
            let recorded = try await runs(of: try plan(in: context), in: context)
            var report = RecordReport(runs: recorded)
            if arguments[Self.twice] { report.variations = VariationReport(recorded, of: context.apis).text }
            return report
        }
    }

    /// Runs a command, and returns its exit code; if that is 0, the one of the changes.
    private func record(_ command: [String], in context: CommandContext) async throws -> ExitCode {
        var ended = ExitCode.holds
        let code = try await report(in: context) {
            let recording = CommandRecording(
                command, mode: arguments[Self.mode], in: context,
                folder: arguments.has(.recordings) ? folder : nil, isVerbose: arguments[.verbose])
            let (runs, code) = try await recording.runs()
            ended = code
            return RecordReport(runs: runs, problem: recording.problem(of: code))
        }
        return ended == .holds ? code : ended
    }

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

    /// Returns the scenarios that the command line names, by API.
    private func chosenScenarios(
        in context: CommandContext
    ) throws(UsageError) -> [(api: API, scenarios: [Scenario])] {
        let chosen = try context.apis(named: arguments.operands)
        for api in chosen { try Self.requireNames(of: api) }
        let names = arguments[Self.scenarios]
        let known = chosen.flatMap { $0.scenarios.map(\.name) }
        if let name = names.first(where: { !known.contains($0) }) {
            throw .unknownName(name, what: "scenario", known: known)
        }
        return chosen.compactMap { api in
            let wanted = api.scenarios.filter { names.isEmpty || names.contains($0.name) }
            return wanted.isEmpty ? nil : (api, wanted)
        }
    }

    /// Refuses names that no file in the folder of the API can have, and a name of two scenarios.
    private static func requireNames(of api: API) throws(UsageError) {
        var known: Set<String> = []
        for name in api.scenarios.map(\.name) {
            let recording = RecordingName(api: api.name, scenario: name)
            guard recording.isValid, known.insert(name.lowercased()).inserted else {
                throw .malformed(
                    "\(recording)",
                    expected: recording.isValid
                        ? "the name of one scenario alone, whatever the case"
                        : "a name for a scenario: no part of it is empty or begins with '.'")
            }
        }
    }

    private func runs(of plan: RecordingPlan, in context: CommandContext) async throws -> [ScenarioRun] {
        let fakes = plan.origin == .fake ? try context.fakes.start(context.environment) : nil
        defer { fakes?.stop() }
        return await Recorder(
            folder: context.url(folder), mode: arguments[Self.mode], origin: plan.origin,
            originMap: fakes?.map ?? OriginMap(), retries: arguments[Self.retries],
            runsTwice: arguments[Self.twice], isVerbose: arguments[.verbose],
            assessment: DriftAssessment(context), context: context
        ).runs(of: plan)
    }

    /// Records, reports the changes since the last recording, and returns the exit code.
    private func report(
        in context: CommandContext, _ record: () async throws -> RecordReport
    ) async throws -> ExitCode {
        var recorded = RecordReport(runs: [])
        return try await output.deliver(
            in: context, console: { recorded.text(of: $0, $1, $2, folder: folder) }
        ) {
            recorded = try await record()
            if output.format != .text { context.console.error(recorded.summary) }
            var overrides = try Overrides(in: context.url(context.folders.contracts))
            let versions = try ShippedVersions(besideContractsIn: context.url(context.folders.contracts))
            return recorded.report(applying: &overrides, judging: versions, failsFrom: arguments[Self.failOn])
        }
    }
}

/// The changes since the last recordings, and the reasons why recordings are missing, which `verbatim record`
/// prints at its end.
struct RecordReport: Sendable {
    let runs: [ScenarioRun]
    /// The problem of a command that should have recorded, if it has one.
    var problem: Finding?
    /// What varied when the scenarios ran twice, in lines.
    var variations = ""

    func report(
        applying overrides: inout Overrides, judging versions: ShippedVersions, failsFrom severity: Severity?
    ) -> Report {
        Report(
            counts, changes: versions.judged(overrides.applied(to: runs.flatMap { $0.changes ?? [] })),
            problems: runs.compactMap(\.problem) + [problem].compactMap(\.self), failsFrom: severity)
    }

    private var counts: RecordedCounts {
        runs.reduce(into: RecordedCounts()) { counts, run in
            switch run.ending {
            case .published where run.changes != nil: counts.replaced += 1
            case .published: counts.uncompared += 1
            case .unchanged: counts.unchanged += 1
            case .unfinished, .kept, .needsFakes, .needsKey, .notAsked, .throttled, .unreachable, .failed:
                break
            }
        }
    }

    /// A line for each API, and what varied.
    var summary: String {
        let groups = OrderedGroups(grouping: runs, by: \.name.api)
        let name = groups.keys.map(\.count).max() ?? 0
        let count = groups.values.map { "\($0.count)".count }.max() ?? 0
        return groups.pairs.map { api, runs in
            api.padded(to: name) + "  " + ScenarioRun.line(about: runs, countWidth: count) + "\n"
        }.joined() + variations
    }

    /// Returns the summary and then the changes as text, with what to run next, if a recording was replaced.
    /// The problems are on the lines of their scenarios.
    ///
    /// - Parameter folder: The folder of the recordings, as on the command line.
    func text(of report: Report, _ format: ReportText, _ files: SourceFiles, folder: String) -> String {
        let compared = runs.filter { $0.changes != nil }
        guard !compared.isEmpty else { return summary }
        let text = summary + "\n" + format.text(of: report.withoutProblems, files)
        // What to do about a test that failed is on its line.
        let replaced = compared.filter { !$0.isFailed }
        guard !replaced.isEmpty else { return text }
        let command = ToolCommand(["check"] + replaced.map(\.name.api).uniqued)
        let isToBeChecked = report.items.contains { $0.isChange && $0.severity >= .warning }
        let check = isToBeChecked ? "\(command), then " : ""
        return text
            + "next: run \(check)`git diff \(folder.shellWord)`, which shows every value, and commit\n"
    }
}
