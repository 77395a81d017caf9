import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimDrift
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReplay
import VerbatimReports

/// Compares recordings as the app sees them: with its contracts and its models.
struct DriftAssessment: Sendable {
    /// The contracts and models; nil if the contracts cannot be read, which `verbatim check` reports.
    let checker: Checker?
    private let sources: @Sendable () -> SourceIndex
    private let ignoredHeaders: [String: Set<String>]

    /// Assesses with some contracts, and the declarations of the app's models.
    init(contracts: URL, sources: @autoclosure @escaping @Sendable () -> SourceIndex, _ apis: [API]) {
        checker = (try? ContractSet(contentsOf: contracts)).map { Checker($0, apis) }
        self.sources = sources
        ignoredHeaders = apis.reduce(into: [:]) { $0[$1.name] = $1.matching.ignoredResponseHeaders }
    }

    /// Assesses with the contracts and sources of a tool.
    init(_ context: CommandContext) {
        let index = SharedSourceIndex(of: context.url(context.folders.sources))
        self.init(
            contracts: context.url(context.folders.contracts), sources: index.value, context.apis)
    }

    /// Returns the changes of a recording, with the properties of the app that each breaks.
    func changes(
        from old: [Interaction], to new: [Interaction], api: String
    ) -> [Finding] {
        RecordingComparison(old, new, api: api, ignoredHeaders: ignoredHeaders[api] ?? []) {
            conflicts(of: $0, api: api)
        }.changes()
    }

    /// Returns the first value that the app cannot decode, or nil if it decodes all that it reads.
    func firstConflict(in interactions: [Interaction], api: String) -> ModelConflict? {
        interactions.lazy.compactMap { conflicts(of: $0, api: api)?.first { !$0.isDropped } }.first
    }

    private func conflicts(of interaction: Interaction, api: String) -> [ModelConflict]? {
        checker?.conflicts(of: interaction, api: api, in: sources)
    }
}

/// The changes since the last recording, which `verbatim record` prints at its end.
struct DriftReport: Sendable {
    /// The changes, in the order of the recordings.
    var changes: [Finding] = []
    /// The names of the APIs whose recordings were compared.
    private var apis: [String] = []
    /// The numbers of the recordings.
    var counts = RecordedCounts()
    /// The reasons why scenarios could not be recorded, or recordings not compared.
    var problems: [ReportProblem] = []

    /// Adds the changes of a recording.
    mutating func add(_ changes: [Finding], of name: RecordingName) {
        self.changes += changes
        if !name.api.isEmpty { apis.append(name.api) }
        counts.replaced += 1
    }

    /// Adds the changes of other recordings.
    mutating func add(_ other: DriftReport) {
        changes += other.changes
        apis += other.apis
        counts.replaced += other.counts.replaced
        counts.unchanged += other.counts.unchanged
        counts.uncompared += other.counts.uncompared
        problems += other.problems
    }

    /// Returns the report.
    ///
    /// - Parameters:
    ///   - overrides: The team's decisions about changes.
    ///   - severity: The severity from which changes fail the command.
    func report(applying overrides: inout Overrides, failsFrom severity: Severity?) -> Report {
        Report(counts, changes: overrides.applied(to: changes), problems: problems, failsFrom: severity)
    }

    /// Returns the changes as text, with what to run next; empty if no recording was replaced. The problems
    /// are on the lines of their scenarios.
    ///
    /// - Parameter folder: The folder of the recordings, as on the command line.
    func text(of report: Report, _ format: ReportText, folder: String) -> String {
        guard counts.replaced > 0 else { return "" }
        let check =
            report.items.contains { $0.isChange && $0.severity >= .warning }
            ? "\(ToolCommand("check", apis.uniqued.joined(separator: " "))), then " : ""
        return format.text(of: report.withoutProblems)
            + "next: run \(check)`git diff \(folder)`, which shows every value, and commit\n"
    }
}

extension ArchiveError {
    /// The location and the problem, without a next step: the recording has been replaced.
    var reason: String { "\(SourceLocation(file: file, line: line, column: column)): \(message)".onOneLine }
}
