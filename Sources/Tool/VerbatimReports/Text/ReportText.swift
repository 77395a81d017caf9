package import VerbatimContract
import VerbatimJSON
import VerbatimModels

/// A report as text: the findings and changes, tables, and a summary.
package struct ReportText: Sendable {
    /// Whether the text is colored for a terminal.
    let isColored: Bool
    /// Whether the parts of the contracts that are not covered are listed, not only counted.
    let listsGaps: Bool
    /// The width of the terminal in columns, or nil if it does not matter.
    let width: Int?
    /// Whether every finding is listed, not only the causes.
    let isVerbose: Bool

    package init(colored: Bool = false, listsGaps: Bool = false, width: Int? = nil, verbose: Bool = false) {
        isColored = colored
        self.listsGaps = listsGaps
        self.width = width
        isVerbose = verbose
    }

    /// Returns the report; each line has a line break.
    package func text(of report: Report, _ files: SourceFiles = .none) -> String {
        switch report.result {
        case .couldNotRun(let problems): return "\(report.command.noun) could not run:\n" + items(problems)
        case .completed(let contents):
            let coverage = coverage(of: contents)
            let parts = [
                items(contents.problems), causes(of: report, contents, files), findings(of: contents),
                subject(of: contents, coverage), verdict(of: contents, coverage),
            ]
            return parts.filter { !$0.isEmpty }.joined(separator: "\n")
        }
    }

    /// Returns items, similar ones together; each line has a line break.
    func items(_ items: [Finding]) -> String { ItemText(colored: isColored).text(of: items) }

    // MARK: Causes

    /// The number of causes, and of notes, that are shown unless all are.
    private static let (causeLimit, noteLimit) = (12, 4)
    /// The columns of text that is for no terminal.
    private static let usualWidth = 100

    /// Returns the causes, the notes among them in a line each.
    private func causes(of report: Report, _ contents: ReportContents, _ files: SourceFiles) -> String {
        let causes = contents.causes
        let format = CauseText(
            style: TextStyle(isColored: isColored), width: width ?? Self.usualWidth,
            excerpts: ExcerptReader(files))
        let (serious, notes) = (causes.filter { $0.severity > .info }, causes.filter { $0.severity <= .info })
        let blocks = serious.prefix(isVerbose ? .max : Self.causeLimit).map { cause in
            format.lines(of: cause, copes: report.copes(with: cause)).map { $0 + "\n" }.joined()
        }
        let lines = notes.prefix(isVerbose ? .max : Self.noteLimit).map { format.headline(of: $0) + "\n" }
        let omitted = causes.count - blocks.count - lines.count
        let rest = omitted > 0 ? "and \(omitted) more, which `--verbose` lists\n" : ""
        return (blocks + [lines.joined() + rest]).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Returns all about a cause: its text, some findings, their rules, and commands for the recordings.
    package func text(of cause: Cause, _ findings: [Finding], _ files: SourceFiles) -> String {
        let format = CauseText(
            style: TextStyle(isColored: isColored), width: width ?? Self.usualWidth,
            excerpts: ExcerptReader(files))
        let rules = OrderedGroups(grouping: findings, by: \.rule).keys.map { rule in
            "\(rule.id): \(rule.summary); \(rule.reason)\n"
        }
        let commands = cause.recordings.prefix(3).map { "  \(ToolCommand("show", $0).line)\n" }
        return [
            format.lines(of: cause).map { $0 + "\n" }.joined(),
            "cause \(cause.id), \(String.count(findings.total, "finding")):\n" + items(findings),
            "rules, of which \(ToolCommand("explain", "RULE")) says more:\n" + rules.joined(),
            commands.isEmpty ? "" : "recordings:\n" + commands.joined(),
        ].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func findings(of contents: ReportContents) -> String {
        guard isVerbose else { return "" }
        let items = contents.items.filter { $0.rule != .couldNotRun }
        return items.isEmpty ? "" : "all \(String.count(items.total, "finding")):\n" + self.items(items)
    }

    /// Returns how much of the contracts the recordings show, for a report about these.
    private func coverage(of contents: ReportContents) -> [Coverage] {
        guard case .check(let check) = contents.subject else { return [] }
        return check.coverage(listingGaps: listsGaps, includingSchemas: listsGaps)
    }

    private func subject(of contents: ReportContents, _ coverage: [Coverage]) -> String {
        switch contents.subject {
        case .check(let check):
            return APILines(check, contents.causes, coverage).text(TextStyle(isColored: isColored))
                + (listsGaps ? coverage.map(gaps).joined() : "")
        case .changes(.lastRecordings(let counts)): return counts.text + "\n"
        case .changes: return ""
        case .models(let models): return isVerbose ? tables(of: models) : ""
        case .mutation(let reports): return MutationScores(reports).text(width: width)
        }
    }

    /// Returns the verdict, and the command that comes next.
    private func verdict(of contents: ReportContents, _ coverage: [Coverage]) -> String {
        let style = TextStyle(isColored: isColored)
        let verdict = Verdict(contents.causes.map(\.severity))
        let line =
            style.colored("\(verdict.symbol) \(verdict.text)", as: verdict.severity) + " · "
            + extent(of: contents, coverage)
        let worst = contents.causes.first { $0.severity > .info }
        let next: String? =
            switch contents.subject {
            case .check, .changes(.lastRecordings), .changes(.recordings):
                worst.flatMap { cause in cause.api.map { (cause, $0) } }.map { cause, api in
                    cause.kind.isDamage
                        ? "record again with \(ToolCommand("record", api))"
                        : "decide with \(ToolCommand("review", api))"
                }
            case .changes, .models, .mutation: nil
            }
        let hasMore = !isVerbose && contents.items.total > 0
        let steps = [
            next,
            hasMore
                ? "`--verbose` lists \(contents.items.total == 1 ? "the finding" : "all \(contents.items.total) findings")"
                : nil,
        ]
        let text = steps.compactMap(\.self).joined(separator: ", ")
        return line + "\n" + (text.isEmpty ? "" : "  \(text)\n")
    }

    private func extent(of contents: ReportContents, _ coverage: [Coverage]) -> String {
        switch contents.subject {
        case .check(let check):
            let totals = coverage.totalText(
                of: listsGaps ? Coverage.Kind.allCases : [.operations, .statuses])
            return ([check.subjectText] + [totals].compactMap(\.self)).joined(separator: ", ")
        case .changes(let parts): return parts.changes
        case .models(let models): return summary(of: models)
        case .mutation(let reports): return MutationScores(reports).total
        }
    }

    // MARK: Models

    /// Returns a table for each model, with the properties that it reads; others are only in the findings.
    ///
    ///     flickr FlickrPhotoRecord
    ///     property   declaration  type    contract  present   result
    ///     datetaken  dateTaken    Date?   required  12 of 12  model-optional-contract-required
    ///     id         id           String  required  12 of 12  agreed
    private func tables(of models: ModelsReport) -> String {
        OrderedGroups(grouping: models.readProperties) { [$0.api, $0.model] }.pairs
            .map { table(of: $1, title: $0.joined(separator: " ")) }.joined(separator: "\n")
    }

    static let modelHeadings = ["property", "declaration", "type", "contract", "present", "result"]

    private func table(of properties: [ModelsReport.Property], title: String) -> String {
        let rows = TextTable([Self.modelHeadings] + properties.map(\.cells), width: width).blocks
        let severities = [nil] + properties.map(\.agreement.rule?.severity)
        let style = TextStyle(isColored: isColored)
        let colored = zip(rows, severities).flatMap { lines, severity in
            lines.map { line in severity.map { style.colored(line, as: $0) } ?? line }
        }
        return ([title.onOneLine] + colored).joined(separator: "\n") + "\n"
    }

    /// Returns `52 properties read, 30 agreed`; of the contract alone `412 instances decoded`.
    func summary(of models: ModelsReport) -> String {
        if let instances = models.instances { return String.count(instances, "instance") + " decoded" }
        let read = models.readProperties
        let agreed = read.count { $0.agreement.rule == nil }
        return "\(String.count(read.count, "property", plural: "properties")) read, \(agreed) agreed"
    }
}

extension ModelsReport {
    var readProperties: [Property] { properties.filter { $0.agreement.model != .unread } }
}

extension ModelsReport.Property {
    /// The cells of its row: name, declaration, type, contract, presence, result.
    var cells: [String] {
        [
            name, declaration?.name ?? name, (type ?? "presence") + (agreement.model == .optional ? "?" : ""),
            agreement.contract == .undocumented ? "-" : agreement.contract.rawValue,
            "\(presentCount) of \(objectCount)", agreement.rule?.id ?? "agreed",
        ]
    }
}

extension ReportText {
    private func gaps(of coverage: Coverage) -> String {
        guard !coverage.gaps.isEmpty, let counts = [coverage].totalText else { return "" }
        let gaps = coverage.gaps.map { gap in
            let location = gap.contractLocation?.description ?? coverage.api
            return "  " + "\(location): \(gap.part ?? gap.rule.id)".onOneLine + "\n"
        }
        return "\nthe recordings of \(coverage.api.onOneLine) cover \(counts), but not:\n" + gaps.joined()
    }
}

extension CheckReport {
    /// The numbers of interactions: `3 interactions, 1 without a contract`.
    var subjectText: String {
        let unmatched = [
            (undocumentedOperations, "without an operation"), (undocumentedAPIs, "without a contract"),
        ]
        let counts = unmatched.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return ([String.count(interactions, "interaction")] + counts).joined(separator: ", ")
    }
}

extension [Coverage] {
    /// The sums of the kinds that occur: `9 of 12 operations, 14 of 30 statuses`; nil if no kind does.
    var totalText: String? { totalText(of: Coverage.Kind.allCases) }

    func totalText(of kinds: [Coverage.Kind]) -> String? {
        let sums = kinds.map { kind in
            (kind, covered: reduce(0) { $0 + $1[kind].covered }, total: reduce(0) { $0 + $1[kind].total })
        }
        let texts = sums.filter { $0.total > 0 }.map { "\($0.covered) of \($0.total) \($0.0.rawValue)" }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}

extension CheckReport {
    /// The interactions and findings of operations that are or should be recorded: headings and cells.
    ///
    ///     operation                  interactions  statuses      breaking  warning  info
    ///     google-books volumes.list             3  200:2 400:1          0        0     0
    ///     itunes search                         0  not recorded         -        -     -
    var operationRows: [[String]] {
        let headings = ["operation", "interactions", "statuses"] + SeverityCounts.severities.map(\.rawValue)
        return [headings] + operations.filter { $0.interactions > 0 || $0.isRecorded }.map(\.cells)
    }
}

extension OperationTally {
    fileprivate var cells: [String] {
        let counts = SeverityCounts(findings).numbers.map { interactions == 0 ? "-" : String($0) }
        return ["\(api) \(id)", String(interactions), statusCell] + counts
    }

    private var statusCell: String {
        guard interactions > 0 else { return "not recorded" }
        let counts = statuses.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
        return (counts + (failures > 0 ? ["failed:\(failures)"] : [])).joined(separator: " ")
    }
}

/// A line for each API of a check: its verdict, its interactions, and how much of the contract they show.
///
///     ✗ itunes        23 interactions   3 of 3 operations   1 breaking
///     ✓ reqres        14 interactions   7 of 7 operations   holds
struct APILines {
    private let rows: [(severity: Severity?, cells: [String])]

    init(_ check: CheckReport, _ causes: [Cause], _ coverage: [Coverage]) {
        let counts = OrderedGroups(grouping: check.operations, by: \.api)
        rows = counts.pairs.map { api, operations in
            let verdict = Verdict(causes.filter { $0.api == api }.map(\.severity))
            let shown = coverage.first { $0.api == api }?[.operations]
            return (
                verdict.severity,
                [
                    "\(verdict.symbol) \(api)",
                    String.count(operations.reduce(0) { $0 + $1.interactions }, "interaction"),
                    shown.map { "\($0.covered) of \($0.total) operations" } ?? "", verdict.text,
                ]
            )
        }
    }

    /// The lines, each with a line break.
    func text(_ style: TextStyle) -> String {
        zip(rows, TextTable([[]] + rows.map(\.cells)).lines.dropFirst()).map { row, line in
            style.colored(line, as: row.severity) + "\n"
        }.joined()
    }
}

/// What the causes of a report amount to: `2 breaking, 1 warning`, or `holds`.
struct Verdict {
    let text: String
    /// The worst severity, nil if it holds.
    let severity: Severity?

    init(_ severities: [Severity]) {
        let counts = severities.counted.filter { $0.severity > .info }
        severity = counts.first?.severity
        text = counts.isEmpty ? "holds" : counts.map(\.text).joined(separator: ", ")
    }

    /// `✗`, `!` or `✓`, which people see before they read.
    var symbol: String { severity == .breaking ? "✗" : severity == .warning ? "!" : "✓" }
}
