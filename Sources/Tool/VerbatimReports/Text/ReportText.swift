import VerbatimContract
import VerbatimJSON
import VerbatimModels

/// A report as text: the findings and changes, tables, and a summary.
public struct ReportText: Sendable {
    /// Whether the text is colored for a terminal.
    let isColored: Bool
    /// Whether the parts of the contracts that are not covered are listed, not only counted.
    let listsGaps: Bool
    /// The width of the terminal in columns, or nil if it does not matter.
    let width: Int?
    /// The greatest number of changes that are listed; nil for all.
    let limit: Int?

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - colored: Whether the text is colored for a terminal.
    ///   - listsGaps: Whether the parts of the contracts that are not covered are listed, not only counted.
    ///   - width: The width of the terminal in columns, or nil if it does not matter.
    ///   - limit: The greatest number of changes that are listed, each with a few of its places; nil for all
    ///     changes and places.
    public init(colored: Bool = false, listsGaps: Bool = false, width: Int? = nil, limit: Int? = nil) {
        isColored = colored
        self.listsGaps = listsGaps
        self.width = width
        self.limit = limit
    }

    /// Returns the report; each line has a line break.
    public func text(of report: Report) -> String {
        switch report.result {
        case .couldNotRun(let problems):
            return "\(report.command.noun) could not run:\n" + items(problems)
        case .completed(let contents):
            switch contents.subject {
            case .check(let check):
                let findings = items(contents.items)
                return findings + (findings.isEmpty ? "" : "\n") + text(of: check, contents.counts)
            case .changes(let parts):
                return items(contents.problems + contents.findings) + text(of: contents.changes, parts)
            case .models(let models):
                let findings = items(contents.worstFirst)
                return tables(of: models) + findings + (findings.isEmpty ? "" : "\n")
                    + summary(of: models, contents.counts) + "\n"
            }
        }
    }

    /// Returns items, similar ones together; each line has a line break.
    func items(_ items: [Finding]) -> String { ItemText(colored: isColored).text(of: items) }

    // MARK: Changes

    /// The number of other places of a change that are listed if the number of changes is limited.
    private static let placeLimit = 3

    private func text(of changes: [Finding], _ parts: ComparedParts) -> String {
        guard case .lastRecordings(let counts) = parts else { return text(of: changes) }
        guard counts.replaced > 0 else { return "no changes since the last recording: \(counts.text)\n" }
        return "changes of \(String.count(counts.replaced, "recording")) since the last recording:\n"
            + text(of: changes)
    }

    private func text(of changes: [Finding]) -> String {
        let listed = changes.prefix(limit ?? changes.count)
        let format = ItemText(colored: isColored, placeLimit: limit == nil ? .max : Self.placeLimit)
        let entries = listed.map { format.text(ofEntry: [$0]) + "\n" }
        let omitted = SeverityCounts(items: changes.dropFirst(entries.count))
        let counts = SeverityCounts(items: changes)
        return entries.joined() + (entries.isEmpty ? "" : "\n")
            + "\(String.count(counts.total, "change")): \(counts.text)\n"
            + (omitted.total == 0
                ? "" : "not listed: \(omitted.text); `--all` lists every change with all its places\n")
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
            .map { table(of: $1, title: $0.joined(separator: " ")) }.joined()
    }

    static let modelHeadings = ["property", "declaration", "type", "contract", "present", "result"]

    private func table(of properties: [ModelsReport.Property], title: String) -> String {
        let rows = TextTable([Self.modelHeadings] + properties.map(\.cells), width: width).blocks
        let severities = [nil] + properties.map(\.agreement.rule?.severity)
        let style = TextStyle(isColored: isColored)
        let colored = zip(rows, severities).flatMap { lines, severity in
            lines.map { line in severity.map { style.colored(line, as: $0) } ?? line }
        }
        return ([title.onOneLine] + colored).joined(separator: "\n") + "\n\n"
    }

    /// Returns `52 properties read, 30 agreed: 0 breaking, 1 warning, 20 info`.
    func summary(of models: ModelsReport, _ counts: SeverityCounts) -> String {
        let read = models.readProperties
        let agreed = read.count { $0.agreement.rule == nil }
        return "\(String.count(read.count, "property", plural: "properties")) read, \(agreed) agreed: "
            + counts.text
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
    /// Returns a table of the operations, the summary, and the coverage.
    ///
    ///     3 interactions, 1 without a contract: 1 breaking, 0 warning, 1 info
    ///     covered: 9 of 12 operations, 14 of 30 statuses, 21 of 44 parameters, 280 of 410 properties
    func text(of check: CheckReport, _ counts: SeverityCounts) -> String {
        OperationTable(colored: isColored, width: width).text(of: check)
            + "\(check.subjectText): \(counts.text)\n" + text(of: check.coverage(listingGaps: listsGaps))
    }

    /// Returns the total of all contracts in one line, after the gaps of each; empty if the contracts are.
    private func text(of coverage: [Coverage]) -> String {
        guard let totals = coverage.totalText else { return "" }
        return (listsGaps ? coverage.map(gaps).joined() + "\n" : "") + "covered: \(totals)\n"
    }

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
    /// The sums by kind, without kinds that do not occur: `9 of 12 operations, 14 of 30 statuses`; nil if
    /// none does.
    var totalText: String? {
        let sums = Coverage.Kind.allCases.map { kind in
            (kind, covered: reduce(0) { $0 + $1[kind].covered }, total: reduce(0) { $0 + $1[kind].total })
        }
        let texts = sums.filter { $0.total > 0 }.map { "\($0.covered) of \($0.total) \($0.0.rawValue)" }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}

/// The interactions and findings of each operation as a table.
///
///     operation                  interactions  statuses      breaking  warning  info
///     google-books volumes.list             3  200:2 400:1          0        0     0
///     itunes search                         0  not recorded         -        -     -
struct OperationTable: Sendable {
    private let style: TextStyle
    private let width: Int?

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - colored: Whether the text is colored for a terminal.
    ///   - width: The width of the terminal in columns, or nil if it does not matter.
    init(colored: Bool = false, width: Int? = nil) {
        style = TextStyle(isColored: colored)
        self.width = width
    }

    /// Returns a line for each operation that is or should be recorded, each with a line break.
    func text(of report: CheckReport) -> String {
        let table = TextTable(rows(of: report), numberColumns: [1, 3, 4, 5], width: width)
        return zip(table.blocks, [nil] + tallies(of: report).map(\.worst)).flatMap { lines, severity in
            lines.map { line in (severity.map { style.colored(line, as: $0) } ?? line) + "\n" }
        }.joined()
    }

    /// Returns the headings, and the cells of each operation that is or should be recorded.
    func rows(of report: CheckReport) -> [[String]] {
        let headings = ["operation", "interactions", "statuses"] + SeverityCounts.severities.map(\.rawValue)
        return [headings] + tallies(of: report).map(\.cells)
    }

    private func tallies(of report: CheckReport) -> [OperationTally] {
        report.operations.filter { $0.interactions > 0 || $0.isRecorded }
    }
}

extension OperationTally {
    fileprivate var cells: [String] {
        let counts = SeverityCounts(findings).numbers.map { interactions == 0 ? "-" : String($0) }
        return ["\(api) \(id)", String(interactions), statusCell] + counts
    }

    /// The highest severity of the findings if it is at least a warning.
    fileprivate var worst: Severity? { findings.filter { $0.value > 0 && $0.key >= .warning }.keys.max() }

    private var statusCell: String {
        guard interactions > 0 else { return "not recorded" }
        let counts = statuses.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
        return (counts + (failures > 0 ? ["failed:\(failures)"] : [])).joined(separator: " ")
    }
}
