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
            Option.contracts, recordings, TrafficServer.option, Option.unpublished, since, coverage,
            maximumAge, watch, Option.strict, Reproduction.option, Reproduction.limit,
        ] + CheckFix.options + Baseline.options + Shard.options + Option<ReportFormat>.reports(of: .check),
        rules: Baseline.rules(besides: [recordings, Option.unpublished]) + [
            .conflict(watch, with: [Option.open], "each check would open a page"),
            .conflict(
                since, with: [recordings, Option.unpublished, Baseline.write],
                "it compares with all recordings of a revision"),
            .conflict(watch, with: [Baseline.write], "a baseline is written once"),
        ] + Reproduction.rules + CheckFix.rules
            + Shard.rules(
                besides: [watch, since, Option.unpublished, Reproduction.option, Reproduction.limit]
                    + CheckFix.options + Baseline.options),
        operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            Any HAR file can be checked: each interaction finds its contract by its URL. Interactions that belong to
            no contract are counted and listed with severity info, unless none belongs to one. Exit code 1 if a finding
            is breaking.
            """)

    private static let recordings = Option.recordings("recordings to check")
    private static let coverage = Option.flag(
        "--coverage", "list the parts of the contracts that no recording shows")
    private static let since = Option.text(
        "--since", "REV", "report only what was not found at a Git revision, such as HEAD~1 or main")
    private static let maximumAge = Option.days(
        "--max-age", "warn about recordings that are older, such as 30d")
    static let watch = Option.flag(
        "--watch", "check again whenever a contract, a recording or an override is saved, or Enter is typed")

    let arguments: Arguments

    func run(in context: CommandContext) async throws -> ExitCode {
        let output = try ReportOutput(arguments, for: .check)
        if let shard = Shard(arguments) {
            let input = try input(at: try paths(in: context), in: context)
            return try await CheckedRecordings.work(of: input)
                .write(shard, of: Self.syntax, arguments, in: context)
        }
        guard arguments[Self.watch] else { return try await check(in: context, output).code }
        let read = try paths(in: context)
        let paths = [arguments[.contracts]] + (read.isEmpty ? [context.folders.recordings] : read)
        var context = context
        context.cache = ResultCache()
        let watch = CheckWatch(paths: paths.map(context.url), isVerbose: output.isVerbose)
        return try await watch.run(in: context) { isVerbose, opens in
            try await check(in: context, output.with(verbose: isVerbose, opening: opens))
        }
    }

    /// Reads, checks, accepts a baseline, applies the overrides, writes failing tests, and reports.
    private func check(
        in context: CommandContext, _ output: ReportOutput
    ) async throws -> (code: ExitCode, causes: [Cause]) {
        var context = context
        if arguments[Self.since] != nil, context.cache == nil { context.cache = ResultCache() }
        var (written, causes): (String?, [Cause]) = (nil, [])
        var readCounts: [SourcePatcher.Key: Int] = [:]
        let code = try await output.deliver(
            in: context, listsGaps: arguments[Self.coverage], html: { context.htmlReport }
        ) {
            let paths = try paths(in: context)
            // Git looks for them while this process reads and checks.
            let uncommitted = paths.isEmpty ? context.uncommittedFiles(of: Set(arguments.operands)) : nil
            let input = try input(at: paths, in: context)
            var checked = try await CheckedRecordings(of: input)
            if input.hasAllRecordings { checked.addOrigins(maximumAge: arguments[Self.maximumAge]) }
            let outcome =
                arguments[Baseline.write]
                ? try Baseline(arguments: arguments)
                    .write(checked.report.findings, of: input.chosen.apis, in: context) : nil
            let overrides = try checked.override()
            // A baseline that was refused leaves new findings, of which the worst may be a warning, and a
            // check of nothing is no success.
            let severity: Severity = outcome == .refused || checked.isOfNothing ? .warning : .breaking
            var report =
                input.hasAllRecordings
                ? context.report(
                    checked.report, of: input.chosen.apis, uncommitted: uncommitted, failsFrom: severity)
                : Report(checked.report, history: try input.unpublishedChanges, failsFrom: severity)
            if let revision = arguments[Self.since] {
                let past = try await PastCheck(
                    of: input, at: revision, maximumAge: arguments[Self.maximumAge])
                let known = past.causes(among: report.causes)
                report = report.leavingOut(known)
                let count = String.count(known.count, "cause")
                context.console.note("left out: \(count), found at \(revision) already")
            }
            written = try Reproduction(arguments)?.write(report.items, of: input, overrides)
            (causes, readCounts) = (report.causes, checked.readCounts)
            return report
        }
        if let written { context.console.note(written) }
        if arguments.first(of: CheckFix.options) != nil {
            try CheckFix(arguments: arguments).run(causes, readCounts, in: context)
        }
        return (code, causes)
    }

    /// The paths of the recordings that the command line names; empty for all recordings.
    private func paths(in context: CommandContext) throws -> [String] {
        context.withoutDefault(try arguments.recordings(Self.recordings, in: context))
    }

    private func input(at paths: [String], in context: CommandContext) throws -> CheckInput {
        if arguments[Self.maximumAge] != nil, let folder = paths.first {
            let other = arguments[.unpublished] ? "--unpublished" : "--recordings \(folder)"
            throw UsageError.conflict("--max-age", with: other, "HAR files have no recording date")
        }
        let chosen = try ChosenAPIs(arguments, in: context)
        // A merge judges no recording, and may be where they are not.
        let isMerge = context.partial != nil
        let found = isMerge ? paths.filter { context.url($0).isFileOrFolder } : paths
        return CheckInput(
            chosen: chosen, contractsPath: arguments[.contracts],
            sources: isMerge && found.isEmpty
                ? [] : try chosen.recordings(at: found, includesOthers: chosen.isWhole),
            hasAllRecordings: paths.isEmpty, readsUnpublished: arguments[.unpublished],
            server: arguments[TrafficServer.option]?.inPlace(of: chosen.contracts),
            declarations: SharedSourceIndex(of: context.url(context.folders.sources)))
    }
}

/// The first stage of a check: what is read.
struct CheckInput {
    let chosen: ChosenAPIs
    let contractsPath: String
    let sources: [RecordingStore.File]
    let hasAllRecordings: Bool
    /// Whether the recordings are those that tests which failed have left.
    var readsUnpublished = false
    /// The server at which the recordings were made, unless it is one of the contracts.
    var server: TrafficServer?
    /// The declarations of the app's models.
    let declarations: SharedSourceIndex

    var context: CommandContext { chosen.context }

    /// The changes by which the causes of recordings began that tests which failed have left.
    var unpublishedChanges: [Finding] {
        get throws {
            guard readsUnpublished else { return [] }
            let assessment = DriftAssessment(
                contracts: context.url(contractsPath), sources: declarations.value, in: context)
            return try context.unpublishedChanges(
                of: chosen.isWhole ? [] : chosen.apis.map(\.name), assessment)
        }
    }
}

extension CheckInput {
    /// What a check of everything in the folders of a tool reads.
    init(ofAll context: CommandContext) throws {
        chosen = try ChosenAPIs(contracts: context.url(context.folders.contracts), in: context)
        contractsPath = context.folders.contracts
        sources = try chosen.recordings(at: [], includesOthers: true)
        hasAllRecordings = true
        declarations = SharedSourceIndex(of: context.url(context.folders.sources))
    }
}

/// The second stage of a check: the findings about recordings, contracts and models.
struct CheckedRecordings {
    private(set) var report: CheckReport
    private let input: CheckInput
    /// The numbers of recorded values that models read.
    private(set) var readCounts: [SourcePatcher.Key: Int] = [:]
    /// What the recordings of the APIs say about themselves, by their names.
    private var recordings: [RecordingName: RecordingOrigins.Recording] = [:]

    /// Checks the recordings on all cores, or joins what shares of the check have found.
    init(of input: CheckInput) async throws {
        self.input = input
        let checker = Checker(input.chosen.contracts, input.chosen.apis)
        report = checker.report()
        var audits = OrderedGroups<String?, ModelAudit>()
        var moved = 0
        try await Self.work(of: input, checker, searches: false).results(in: input.context) { checked in
            report.add(checked.report)
            audits[checked.api, default: ModelAudit()].add(checked.audit)
            moved += checked.moved
            if let name = checked.name { recordings[name] = checked.recording }
        }
        if let server = input.server, moved == 0 {
            let count = String.count(report.interactions, "request")
            throw UsageError.malformed(
                "--server \(server.text)",
                expected: "a server with an operation of a contract for any of the \(count)")
        }
        report.add(unmatched)
        for audit in audits.values {
            report.add(audit.warnings { input.declarations.value })
            readCounts.merge(audit.readCounts, uniquingKeysWith: +)
        }
        report.add(report.deprecations())
        if !report.findings.isEmpty {
            for source in input.sources {
                try await CheckedRecording.addSecrets(of: source, to: input.context.console.redactor)
            }
        }
        report.add(input.chosen.contracts.warningFindings)
        report.add(checker.bindingFindings)
    }

    /// Whether no request belongs to a contract, and no override accepts that.
    var isOfNothing: Bool {
        report.findings.contains { $0.rule == .trafficUnmatched && $0.severity >= .warning }
    }

    /// The finding that no request belongs to a contract, if there are requests.
    private var unmatched: [Finding] {
        let count = report.undocumentedAPIs
        let isMatched =
            report.undocumentedOperations > 0 || report.operations.contains { $0.interactions > 0 }
        guard count > 0, !isMatched else { return [] }
        let servers = report.findings.filter { $0.rule == .apiUndocumented }.compactMap(\.subject.part)
        return [
            Finding(
                .trafficUnmatched, about: .init(part: servers.uniqued.prefix(3).joined(separator: " or ")),
                .found("the server of all \(String.count(count, "request")), and of no contract"),
                next:
                    "pass '--server URL' if it is a provider at another URL, add it to 'servers' of a contract, or "
                    + "check other recordings")
        ]
    }

    /// Returns the work of a share of a check: its recordings, those of an API together. A partial result has
    /// values of the recordings, so that each is searched for secrets.
    static func work(of input: CheckInput) -> SharedWork<RecordingStore.File, CheckedRecording> {
        work(of: input, Checker(input.chosen.contracts, input.chosen.apis), searches: true)
    }

    private static func work(
        of input: CheckInput, _ checker: Checker, searches: Bool
    ) -> SharedWork<RecordingStore.File, CheckedRecording> {
        let (groups, context) = (OrderedGroups(grouping: input.sources, by: \.api), input.context)
        let contracts = input.chosen.contracts.contracts.reduce(into: [:]) { $0[$1.api] = $1.filePaths }
        let empty = groups.keys.reduce(into: [:]) { $0[$1] = checker.report(of: $1) }
        var work = SharedWork(items: groups.values.flatMap(\.self)) {
            $0.itemName
        } digest: {
            // Names without folders, so that a recording is the same in the copy of a revision.
            let files = ($0.api.flatMap { contracts[$0] } ?? []).map(context.url) + $0.parts
            return try context.digest(of: files.map { ($0.lastPathComponent, $0) })
        } perform: { source in
            try await CheckedRecording(
                source, input, checker, empty: empty[source.api] ?? checker.report(of: source.api),
                searches: searches)
        }
        // Without an API, all contracts matter; the sources of the app can change at any time.
        work.isKept = { $0.api != nil && !$0.report.namesModels }
        if let key = CheckedRecording.checker { work.knowledge[key] = checker }
        return work
    }

    /// Adds the findings about days and origins. One is about a damaged log, no reason to check nothing.
    mutating func addOrigins(maximumAge: Int?) {
        let folder = input.context.folders.recordings
        let log = Result { () throws(RecordingError) in try input.context.recordings().log.days() }
        let origins = RecordingOrigins(
            log: (try? log.get()) ?? [:], recordings: recordings, of: input.chosen.apis, in: folder)
        let findings = origins.findings(maximumAge: maximumAge)
        switch log {
        case .success: report.add(findings)
        case .failure(let error):
            report.add([Finding(damagedLog: error)] + findings.filter { $0.rule != .recordingLogMismatch })
        }
    }

    /// Applies the overrides, reports those that match nothing, and returns them.
    mutating func override() throws -> Overrides {
        var overrides = try Overrides(in: input.context.url(input.contractsPath))
        let versions = try ShippedVersions(besideContractsIn: input.context.url(input.contractsPath))
        report.replaceFindings { versions.judged(overrides.applied(to: $0)) }
        guard input.hasAllRecordings else { return overrides }
        let names = input.chosen.apis.map(\.name)
        report.add(
            overrides.findings { override in
                !override.isAboutChanges && (override.api.map(names.contains) ?? input.chosen.isWhole)
            })
        return overrides
    }
}
