import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReplay
import VerbatimReports

/// `verbatim check`: checks recordings against contracts and models.
struct CheckCommand: Command {
    static let syntax = CommandSyntax(
        name: "check", summary: "Checks recordings against contracts and models.",
        options: [
            Option.contracts, recordings, coverage, maximumAge, watch, Option.strict,
            Reproduction.option,
        ] + Baseline.options + Option<ReportFormat>.reports,
        operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            Any HAR file can be checked: each interaction finds its contract by its URL. Interactions that belong to
            no contract are counted and listed with severity info. Exit code 1 if a finding is breaking.
            """)

    private static let recordings = Option.recordings("recordings to check")
    private static let coverage = Option.flag(
        "--coverage", "list the parts of the contracts that no recording shows")
    private static let maximumAge = Option.days(
        "--max-age", "warn about recordings that are older, such as 30d")
    static let watch = Option.flag(
        "--watch", "check again whenever a contract, a recording or an override is saved")

    private let arguments: Arguments
    private var apis: [String] { arguments.operands }
    private var contracts: String { arguments[.contracts] }
    private let output: ReportOutput<ReportFormat>
    private let baseline: Baseline?
    private let reproduction: Reproduction?

    init(arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        output = try ReportOutput(arguments)
        baseline = try Baseline(arguments, besides: Self.recordings)
        if arguments[Self.watch], baseline != nil {
            throw .conflict("--watch", with: "--write-baseline", "a baseline is written once")
        }
        reproduction = try Reproduction(arguments)
    }

    /// Returns the findings about days and origins. A damaged log is one of them: it is no reason to check
    /// nothing.
    private func origins(
        of recordings: [RecordingName: RecordingOrigins.Recording], of apis: [API], in context: CommandContext
    ) -> [Finding] {
        let folder = context.folders.recordings
        do {
            let log = try context.recordings().log.days()
            return RecordingOrigins(log: log, recordings: recordings, of: apis, in: folder).findings(
                maximumAge: arguments[Self.maximumAge])
        } catch {
            let origins = RecordingOrigins(log: [:], recordings: recordings, of: apis, in: folder)
            return [Finding(damagedLog: error)]
                + origins.findings(maximumAge: arguments[Self.maximumAge]).filter {
                    $0.rule != .recordingLogMismatch
                }
        }
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        guard arguments[Self.watch] else { return try await check(in: context) }
        let read = context.withoutDefault(arguments[Self.recordings])
        let paths = [contracts] + (read.isEmpty ? [context.folders.recordings] : read)
        return try await CheckWatch(paths: paths.map(context.url)).run(in: context) {
            try await check(in: context)
        }
    }

    private func check(in context: CommandContext) async throws -> ExitCode {
        var reproduced: String?
        let code = try await output.deliver(
            .check, in: context, listsGaps: arguments[Self.coverage],
            html: { context.htmlReport }
        ) {
            try await report(in: context, reproduced: &reproduced)
        }
        if let reproduced { context.console.note(reproduced) }
        return code
    }

    /// - Parameter reproduced: Receives the result of writing tests, which is printed below the report.
    private func report(in context: CommandContext, reproduced: inout String?) async throws -> Report {
        let recordings = context.withoutDefault(arguments[Self.recordings])
        if arguments[Self.maximumAge] != nil, let folder = recordings.first {
            throw UsageError.conflict(
                "--max-age", with: "--recordings \(folder)", "HAR files have no recording date")
        }
        let all = try ContractSet(contentsOf: context.url(contracts), isStrict: arguments[.strict])
        let context = context.including(all)
        let chosen = try context.apis(named: apis)
        let contracts = apis.isEmpty ? all : all.contracts(of: apis)
        let sources = try context.recordings(
            at: recordings, orOf: chosen, includesOthers: apis.isEmpty)
        let checker = Checker(contracts, chosen)
        let declarations = SharedSourceIndex(of: context.url(context.folders.sources))
        let checked = try await check(sources, with: checker, declarations, in: context)
        var report = checked.report
        report.add(contracts.warningFindings)
        report.add(checker.bindingFindings)
        report.add(report.deprecations())
        if recordings.isEmpty {
            report.add(origins(of: checked.recordings, of: chosen, in: context))
        }
        let isRefused = try baseline?.write(report.findings, of: chosen, in: context) == .refused
        try override(&report, of: chosen, checksAll: recordings.isEmpty, in: context)
        reproduced = try reproduction?.write(
            Reproduction.Check(
                findings: report.findings, contracts: contracts, contractsPath: self.contracts, apis: chosen,
                overrides: try Overrides(in: context.url(self.contracts)), sources: sources,
                declarations: declarations,
                isComplete: (recordings.isEmpty, recordings.isEmpty && apis.isEmpty)), in: context)
        // A baseline that was refused leaves findings that are new, of which the worst may be a warning.
        return Report(report, failsFrom: isRefused ? .warning : .breaking)
    }

    /// Checks the recordings of all APIs concurrently.
    private func check(
        _ sources: [RecordingStore.File], with checker: Checker, _ declarations: SharedSourceIndex,
        in context: CommandContext
    ) async throws -> (report: CheckReport, recordings: [RecordingName: RecordingOrigins.Recording]) {
        let groups = Dictionary(grouping: sources, by: \.api)
        typealias Part = (
            api: String?, report: CheckReport, warnings: [Finding],
            recordings: [RecordingName: RecordingOrigins.Recording]
        )
        let checked = try await withThrowingTaskGroup(of: Part.self) { tasks in
            for (api, sources) in groups {
                tasks.addTask {
                    var report = checker.check([])
                    var audit = ModelAudit()
                    var recordings: [RecordingName: RecordingOrigins.Recording] = [:]
                    for source in sources {
                        let archive = try source.archive(context.console.redactor)
                        checker.add(archive.interactions, api: api, to: &report, audit: &audit) {
                            declarations.value
                        }
                        report.add(archive.lossFindings)
                        if let name = source.name { recordings[name] = RecordingOrigins.Recording(archive) }
                    }
                    return (api, report, audit.warnings { declarations.value }, recordings)
                }
            }
            return try await tasks.reduce(into: [String?: Part]()) { $0[$1.api] = $1 }
        }
        var order: [String?] = []
        for source in sources where !order.contains(source.api) { order.append(source.api) }
        let parts = order.compactMap { checked[$0] }
        var report = checker.check([])
        for part in parts { report.add(part.report) }
        for part in parts { report.add(part.warnings) }
        let recordings = parts.reduce(into: [:]) { $0.merge($1.recordings) { $1 } }
        return (report, recordings)
    }

    /// Applies the overrides, and reports those that match nothing.
    private func override(
        _ report: inout CheckReport, of apis: [API], checksAll: Bool, in context: CommandContext
    ) throws {
        var overrides = try Overrides(in: context.url(contracts))
        report.replaceFindings { overrides.applied(to: $0) }
        guard checksAll else { return }
        let names = apis.map(\.name)
        let isWhole = self.apis.isEmpty
        report.add(
            overrides.findings { override in
                !override.isAboutChanges && (override.api.map(names.contains) ?? isWhole)
            })
    }
}
