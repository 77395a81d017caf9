import VerbatimAPI
import VerbatimContract
import VerbatimDrift
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// The changes since the last recordings, and the reasons why recordings are missing, which `verbatim record`
/// prints at its end.
struct RecordReport: Sendable {
    let runs: [ScenarioRun]
    /// The problem of a command that should have recorded, if it has one.
    var problem: ReportProblem?

    /// Returns the report.
    ///
    /// - Parameters:
    ///   - overrides: The team's decisions about changes.
    ///   - severity: The severity from which changes fail the command.
    func report(applying overrides: inout Overrides, failsFrom severity: Severity?) -> Report {
        Report(
            counts, changes: overrides.applied(to: runs.flatMap { $0.changes ?? [] }),
            problems: runs.compactMap(\.problem) + [problem].compactMap(\.self), failsFrom: severity)
    }

    private var counts: RecordedCounts {
        runs.reduce(into: RecordedCounts()) { counts, run in
            switch run.ending {
            case .published where run.changes != nil: counts.replaced += 1
            case .published: counts.uncompared += 1
            case .unchanged: counts.unchanged += 1
            case .unfinished, .kept, .needsFakes, .needsKey, .unreachable, .failed: break
            }
        }
    }

    /// Returns the changes as text, with what to run next; empty if no recording was replaced. The problems
    /// are on the lines of their scenarios.
    ///
    /// - Parameter folder: The folder of the recordings, as on the command line.
    func text(of report: Report, _ format: ReportText, folder: String) -> String {
        let replaced = runs.filter { $0.changes != nil }
        guard !replaced.isEmpty else { return "" }
        let apis = replaced.map(\.name.api).uniqued.joined(separator: " ")
        let isToBeChecked = report.items.contains { $0.isChange && $0.severity >= .warning }
        let check = isToBeChecked ? "\(ToolCommand("check", apis)), then " : ""
        return format.text(of: report.withoutProblems)
            + "next: run \(check)`git diff \(folder)`, which shows every value, and commit\n"
    }
}
