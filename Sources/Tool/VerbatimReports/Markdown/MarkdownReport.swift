import VerbatimContract
import VerbatimJSON
import VerbatimModels

/// A report as GitHub's Markdown, for the summary of a job and the comment of a pull request.
///
/// It begins with a hidden marker, `<!-- verbatim:check -->`, by which a comment is found again. The items
/// follow, the most severe first, similar ones together, each with hidden details. What does not fit is
/// counted at the end.
public struct MarkdownReport {
    /// The number of characters by default: GitHub refuses comments of more than 65,536.
    public static let defaultLimit = 60_000
    /// The smallest number of characters, in which a heading and the counts fit.
    public static let leastLimit = 2_000

    private let limit: Int
    private let files: SourceFiles

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of characters, at least ``leastLimit``.
    ///   - files: The files of the locations, for excerpts.
    public init(limit: Int = MarkdownReport.defaultLimit, files: SourceFiles = .none) {
        self.limit = max(limit, Self.leastLimit)
        self.files = files
    }

    /// Returns the report.
    public func text(of report: Report) -> String {
        let marker = "<!-- verbatim:\(report.command.rawValue) -->\n"
        switch report.result {
        case .couldNotRun(let problems):
            let head =
                "## \(report.command.noun.capitalizedFirst) could not run\n\nNothing was compared, so nothing"
                + " is known to hold.\n\n"
            return text(of: problems, after: marker + head, tables: [])
        case .completed(let contents):
            return text(
                of: contents.problems + (contents.findings + contents.changes).worstFirst,
                after: marker + "## \(title(of: contents, report.command).capitalizedFirst)\n\n"
                    + head(of: contents),
                tables: tables(of: contents))
        }
    }

    private func title(of contents: ReportContents, _ command: ReportCommand) -> String {
        let counts = SeverityCounts(items: contents.findings + contents.changes).text
        var noun = command.noun
        if case .changes(let parts) = contents.subject {
            guard contents.problems.isEmpty else { return "\(parts.noun) is incomplete: \(counts)" }
            guard contents.failsFrom != nil else { return "\(parts.changes): \(counts)" }
            noun = parts.noun
        }
        return "\(noun) \(contents.isBroken ? "failed" : "passed"): \(counts)"
    }

    private func text(of items: [Finding], after head: String, tables: [String]) -> String {
        var text = LimitedText(head, limit: limit - Self.noteReserve)
        var omitted: [[Finding]] = []
        var severity: Severity?
        for entry in items.entries {
            let first = entry[0]
            let heading = first.severity == severity ? "" : heading(of: first)
            guard omitted.isEmpty, text.append(heading + self.entry(entry)) else {
                omitted.append(entry)
                continue
            }
            severity = first.rule == .couldNotRun ? nil : first.severity
        }
        for table in tables { _ = text.append(table) }
        return text.text + note(omitted)
    }

    /// The number of characters that are kept for the last line.
    private static let noteReserve = 300

    private func note(_ omitted: [[Finding]]) -> String {
        guard !omitted.isEmpty else { return "" }
        let counts = SeverityCounts(items: omitted.joined())
        return "**Not shown, as there are too many: \(counts.text).** The other formats list"
            + " them all.\n"
    }

    private func heading(of item: Finding) -> String {
        item.rule == .couldNotRun ? "" : "### \(item.severity.rawValue.capitalizedFirst)\n\n"
    }

    // MARK: Items

    /// The number of details of an item.
    private static let detailLimit = 12

    private func entry(_ entry: [Finding]) -> String {
        let (item, count) = (entry[0], entry.total)
        let others = count > 1 ? " and \(count - 1) more like it" : ""
        let summary =
            "<b>\(MarkdownText.escaped(item.rule.id))</b>: \(MarkdownText.code(item.message))\(others)"
        var facts: [String] = []
        if let location = item.locationText {
            facts.append("at " + MarkdownText.code(location, limit: 1_000))
        }
        let details = item.details()
        facts += details.prefix(Self.detailLimit).map { MarkdownText.code($0) }
        if details.count > Self.detailLimit { facts.append("and \(details.count - Self.detailLimit) more") }
        if !item.next.isEmpty { facts.append("next: " + MarkdownText.code(item.next)) }
        let excerpts = [item.location, item.contractLocation, item.modelLocation].compactMap { location in
            location.flatMap(files.excerpt).map { excerpt($0, of: location) }
        }
        return MarkdownText.details(summary, MarkdownText.list(facts) + excerpts)
    }

    /// Returns lines of a file with the value underlined. No line of it is empty, which would end the block.
    private func excerpt(_ excerpt: SourceExcerpt, of location: SourceLocation?) -> String {
        let lines = excerpt.lines.map { line in
            let value = line.value.isEmpty ? "" : "<ins>\(MarkdownText.escaped(line.value.onOneLine))</ins>"
            return "\(line.number): \(MarkdownText.escaped(line.before.onOneLine))\(value)"
                + MarkdownText.escaped(line.after.onOneLine)
        }
        return MarkdownText.code(location?.file ?? "") + "<pre>" + lines.joined(separator: "\n") + "</pre>"
    }

    // MARK: Numbers

    private func head(of contents: ReportContents) -> String {
        switch contents.subject {
        case .check(let check):
            let covered = check.coverage(listingGaps: false).totalText.map { " Covered: \($0)." } ?? ""
            return "\(check.subjectText.capitalizedFirst).\(covered)\n\n"
        case .changes(let parts):
            let problems = SeverityCounts(items: contents.findings)
            return recorded(parts, contents.problems)
                + (contents.findings.isEmpty ? "" : "Problems of the overrides: \(problems.text).\n\n")
        case .models(let models):
            return "\(ReportText().summary(of: models).capitalizedFirst).\n\n"
        }
    }

    /// Returns the numbers of recordings that were made, and what they lack.
    private func recorded(_ parts: ComparedParts, _ problems: [Finding]) -> String {
        guard case .lastRecordings(let counts) = parts else { return "" }
        let lacking =
            problems.isEmpty
            ? "" : " Not recorded, or not compared, so nothing is known to hold: \(problems.count)."
        return "\(counts.text.capitalizedFirst).\(lacking)\n\n"
    }

    private func tables(of contents: ReportContents) -> [String] {
        switch contents.subject {
        case .check(let check):
            let table = OperationTable()
            let rows = table.rows(of: check)
            return rows.count < 2
                ? []
                : [MarkdownText.details("Operations", MarkdownText.table(rows, numberColumns: [1, 3, 4, 5]))]
        case .changes: return []
        case .models(let models):
            return OrderedGroups(grouping: models.readProperties) { [$0.api, $0.model] }.pairs.map {
                name, properties in
                MarkdownText.details(
                    MarkdownText.code(name.joined(separator: " ")),
                    MarkdownText.table([ReportText.modelHeadings] + properties.map(\.cells)))
            }
        }
    }
}

extension String {
    /// The text with its first letter in upper case.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// Pieces of GitHub's Markdown that hold texts of files and providers.
///
/// Such a text is only ever in a `code` or `pre` element of an HTML block. There, no Markdown is read, and
/// GitHub links neither names nor issues nor replaces emoji, so it is enough to escape HTML. The text has no
/// line break, so it cannot end the block. See https://github.github.com/gfm/#html-blocks.
enum MarkdownText {
    /// Returns a text of a file or a provider, on one line and cut after a number of characters.
    static func code(_ text: String, limit: Int = 400) -> String {
        "<code>\(escaped(text.excerpt(limit)))</code>"
    }

    /// Returns text in which HTML has no meaning.
    static func escaped(_ text: String) -> String {
        // Neither is special in HTML; a reader of the source may take them for Markdown nevertheless.
        text.escapedMarkup.replacing("`", with: "&#96;").replacing("|", with: "&#124;")
    }

    /// Returns a part of which only the summary is shown until it is opened.
    ///
    /// - Parameters:
    ///   - summary: The summary, as HTML.
    ///   - content: The content, as HTML without empty lines.
    static func details(_ summary: String, _ content: [String]) -> String {
        (["<details><summary>\(summary)</summary>"] + content + ["</details>"]).joined(separator: "\n")
            + "\n\n"
    }

    static func list(_ entries: [String]) -> [String] {
        ["<ul>"] + entries.map { "<li>\($0)</li>" } + ["</ul>"]
    }

    /// Returns a table whose first row has the headings; the cells are texts of files and providers.
    static func table(_ rows: [[String]], numberColumns: Set<Int> = []) -> [String] {
        let lines = rows.enumerated().map { number, row in
            let tag = number == 0 ? "th" : "td"
            let cells = row.enumerated().map { column, cell in
                let alignment = numberColumns.contains(column) ? " align=\"right\"" : ""
                let isPlain = number == 0 || numberColumns.contains(column)
                return "<\(tag)\(alignment)>\(isPlain ? escaped(cell) : code(cell))</\(tag)>"
            }
            return "<tr>" + cells.joined() + "</tr>"
        }
        return ["<table>"] + lines + ["</table>"]
    }
}

/// Text that is cut at a limit, in whole parts.
struct LimitedText {
    private(set) var text: String
    private var rest: Int

    /// Creates a text.
    ///
    /// - Parameters:
    ///   - text: The beginning, which is never cut.
    ///   - limit: The number of UTF-8 bytes, of which a character has at least one.
    init(_ text: String, limit: Int) {
        self.text = text
        rest = limit - text.utf8.count
    }

    /// Appends a part if it fits, and returns whether it did.
    mutating func append(_ part: String) -> Bool {
        guard part.utf8.count <= rest else { return false }
        text += part
        rest -= part.utf8.count
        return true
    }
}
