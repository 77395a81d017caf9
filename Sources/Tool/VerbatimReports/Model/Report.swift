package import VerbatimContract
import VerbatimJSON
package import VerbatimModels
package import VerbatimMutation

/// The result of a command, from which every format is made: text, Markdown, JSON, JUnit, SARIF, annotations.
///
/// A comparison that could not run has another case than one without findings: no format can confuse them.
package struct Report: Sendable {
    package let command: ReportCommand
    /// The findings and changes, or the reasons why there are none.
    package let result: Result

    package enum Result: Sendable {
        /// The command compared what it should.
        case completed(ReportContents)
        /// The command could compare nothing, for one or more reasons, findings of the rule `could-not-run`.
        case couldNotRun([Finding])
    }

    /// Creates the report of a command that could not run, for reasons of the rule `could-not-run`.
    package init(_ command: ReportCommand, couldNotRun problems: [Finding]) {
        self.command = command
        result = .couldNotRun(problems)
    }

    private init(_ command: ReportCommand, _ result: Result) {
        self.command = command
        self.result = result
    }

    private init(
        _ command: ReportCommand, _ items: [Finding], _ subject: ReportContents.Subject,
        history: [Finding] = [], failsFrom severity: Severity? = .breaking
    ) {
        self.command = command
        result = .completed(ReportContents(items, history: history, subject, failsFrom: severity))
    }

    /// - Parameters:
    ///   - history: The changes of the recordings that are not committed yet, by which causes are told apart.
    ///   - severity: The severity from which the check fails.
    package init(_ check: CheckReport, history: [Finding] = [], failsFrom severity: Severity = .breaking) {
        self.init(.check, check.findings, .check(check), history: history, failsFrom: severity)
    }

    /// Creates the report of a comparison of contracts or recordings.
    ///
    /// - Parameters:
    ///   - changes: The changes; those whose rule is off are left out.
    ///   - parts: The parts of a project that are compared.
    ///   - findings: The problems of the overrides.
    ///   - severity: The severity from which the comparison fails; nil if it never does.
    package init(
        changes: [Finding], of parts: ComparedParts = .contracts, findings: [Finding] = [],
        failsFrom severity: Severity? = .breaking
    ) {
        let changes = changes.filter { $0.severity != .off }
        self.init(.diff, findings + changes, .changes(of: parts), failsFrom: severity)
    }

    /// Creates the report of recordings that were made.
    ///
    /// - Parameters:
    ///   - recordings: The numbers of the recordings.
    ///   - problems: The reasons why scenarios could not be recorded, or recordings not compared. If nothing
    ///     was recorded or compared beside them, the command could not run.
    ///   - severity: The severity from which the changes fail the command; nil if they never do.
    package init(
        _ recordings: RecordedCounts, changes: [Finding], problems: [Finding] = [],
        failsFrom severity: Severity?
    ) {
        guard recordings.total > 0 || problems.isEmpty || !changes.isEmpty else {
            self.init(.record, couldNotRun: problems)
            return
        }
        let changes = changes.filter { $0.severity != .off }
        self.init(.record, problems + changes, .changes(of: .lastRecordings(recordings)), failsFrom: severity)
    }

    /// Creates the report of a comparison of models with contracts and recordings.
    package init(_ models: ModelsReport, findings: [Finding] = []) {
        self.init(.models, findings + models.findings, .models(models))
    }

    package init(_ mutation: [MutationReport]) {
        self.init(.mutate, mutation.flatMap(\.findings), .mutation(mutation))
    }

    /// Returns the report with other texts of its items, such as texts without secrets.
    ///
    /// Formats escape texts and cut them, after which a secret could no longer be recognized.
    package func mappingTexts(_ map: (String) -> String) -> Report {
        switch result {
        case .couldNotRun(let problems): Report(command, .couldNotRun(problems.map { $0.mappingTexts(map) }))
        case .completed(let contents):
            Report(
                command,
                .completed(
                    ReportContents(
                        contents.items.map { $0.mappingTexts(map) },
                        history: contents.history.map { $0.mappingTexts(map) },
                        contents.subject.mappingTexts(map),
                        failsFrom: contents.failsFrom)))
        }
    }

    /// The reasons why the command, or a part of it, could not run.
    package var problems: [Finding] {
        switch result {
        case .completed(let contents): contents.problems
        case .couldNotRun(let problems): problems
        }
    }

    /// Returns the report of a check without some of its causes.
    package func leavingOut(_ causes: [Cause]) -> Report {
        guard case .completed(let contents) = result, case .check(var check) = contents.subject else {
            return self
        }
        let omitted = Set(causes.flatMap(\.findings))
        let history = Set(causes.flatMap(\.history))
        check.replaceFindings { $0.filter { !omitted.contains($0) } }
        return Report(
            .check, check.findings, .check(check),
            history: contents.history.filter { !history.contains($0) }, failsFrom: contents.failsFrom)
    }

    /// The report without the parts that could not run, which a command has named before.
    package var withoutProblems: Report {
        guard case .completed(let contents) = result else { return self }
        return Report(
            command, contents.findings + contents.changes, contents.subject, failsFrom: contents.failsFrom)
    }

    /// What happened at the providers, the most severe first; then the reasons why something could not run.
    package var causes: [Cause] {
        let found: [Cause] = if case .completed(let contents) = result { contents.causes } else { [] }
        return found + CauseFinder.causes(of: problems)
    }

    /// The findings and changes, or the reasons why there are none.
    package var items: [Finding] {
        switch result {
        case .completed(let contents): contents.items
        case .couldNotRun(let problems): problems
        }
    }
}

package enum ReportCommand: String, Sendable, CaseIterable {
    case check, diff, record, models, mutate

    /// The command as the subject of a sentence.
    var noun: String {
        switch self {
        case .check: "the check"
        case .diff: "the comparison"
        case .record: "the recording"
        case .models: "the comparison of models"
        case .mutate: "the mutation"
        }
    }
}

/// The findings and changes of a command that ran.
package struct ReportContents: Sendable {
    /// The findings, in the order of the command, then the changes.
    package let items: [Finding]
    /// The changes of the recordings that are not committed yet.
    package let history: [Finding]
    /// What happened at the providers, the most severe first; every item that could run belongs to one.
    package let causes: [Cause]
    package let subject: Subject
    /// The severity from which the command fails; nil if no finding and no change fails it.
    package let failsFrom: Severity?

    init(_ items: [Finding], history: [Finding], _ subject: Subject, failsFrom severity: Severity?) {
        self.items = items
        self.history = history
        causes = CauseFinder.causes(of: items.filter { $0.rule != .couldNotRun }, history: history)
        self.subject = subject
        failsFrom = severity
    }

    package enum Subject: Sendable {
        case check(CheckReport)
        /// Two sides of contracts or recordings.
        case changes(of: ComparedParts)
        case models(ModelsReport)
        /// The strength of contracts.
        case mutation([MutationReport])

        fileprivate func mappingTexts(_ map: (String) -> String) -> Subject {
            guard case .mutation(let reports) = self else { return self }
            return .mutation(reports.map { $0.mappingTexts(map) })
        }
    }

    package var changes: [Finding] { items.filter(\.isChange) }
    package var findings: [Finding] { items.filter { !$0.isChange && $0.rule != .couldNotRun } }
    /// The parts of the command that could not run, each of the rule `could-not-run`.
    package var problems: [Finding] { items.filter { $0.rule == .couldNotRun } }

    package var isBroken: Bool { items.contains(where: fails) }

    package func fails(_ item: Finding) -> Bool {
        item.rule == .couldNotRun || failsFrom.map { item.severity >= $0 } ?? false
    }

    /// The number of items by severity that the summary counts: changes, or else findings.
    var counts: SeverityCounts {
        if case .changes = subject { SeverityCounts(items: changes) } else { SeverityCounts(items: items) }
    }
}

extension Finding {
    /// Returns a reason why a command, or a part of it, could not run.
    package static func couldNotRun(
        _ message: String, at location: SourceLocation? = nil, next: String? = nil
    ) -> Finding { Finding(.couldNotRun, about: .init(), .found(message), at: location, next: next ?? "") }
}

extension Rule {
    /// The rule of the reasons why a command could not run.
    package static let couldNotRun = Rule(
        "could-not-run", .breaking, "the command could not run",
        "nothing was compared, so nothing is known to hold",
        "A file cannot be read, or a part of the command failed.", isOverridable: false
    ) { .unavailable }
}

extension [Finding] {
    /// The items by severity, the most severe first; those of a severity keep their order.
    var worstFirst: [Finding] {
        SeverityCounts.severities.flatMap { severity in filter { $0.severity == severity } }
    }
}

/// What reports say about a cause.
extension Cause {
    /// The requests by status, each once: `200` with `GET /search`, `GET /lookup`.
    package var requests: [(status: String, requests: [String])] {
        OrderedGroups(grouping: exchanges.map { ExchangeLine($0) }) { $0.answer ?? "" }.pairs.map {
            ($0, $1.map(\.request).uniqued)
        }
    }

    /// Where it was seen: `38 values in 11 recordings`.
    package var seen: String {
        ((count > 0 ? [String.count(count, names.isEmpty ? "place" : "value")] : [])
            + (recordings.isEmpty ? [] : [String.count(recordings.count, "recording")]))
            .joined(separator: " in ")
    }
}

extension Report {
    /// Whether models of the app decoded the bodies that show a cause nevertheless.
    func copes(with cause: Cause) -> Bool {
        guard cause.severity >= .warning, cause.affected.isEmpty, !cause.exchanges.isEmpty,
            cause.findings.allSatisfy({ $0.model == nil }),
            case .completed(let contents) = result, case .check(let check) = contents.subject
        else { return false }
        return cause.findings.allSatisfy { finding in
            check.operations.contains { tally in
                tally.api == finding.api && tally.id == finding.operation
                    && finding.status.map { tally.decodings[$0, default: 0] > 0 } ?? false
            }
        }
    }
}
