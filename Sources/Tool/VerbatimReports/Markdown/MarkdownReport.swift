import VerbatimContract
import VerbatimJSON
import VerbatimModels

/// A report as GitHub's Markdown, for the summary of a job and the comment of a pull request.
///
/// It begins with a hidden marker, `<!-- verbatim:check -->`, by which a comment is found again. A sentence
/// as heading and a table of the causes follow, then for each cause what was recorded before and is now, its
/// fix and its findings, hidden until it is opened. What does not fit is counted at the end.
package struct MarkdownReport {
    /// The number of characters by default: GitHub refuses comments of more than 65,536.
    package static let defaultLimit = 60_000
    /// The smallest number of characters, in which a heading and the counts fit.
    package static let leastLimit = 2_000

    private let limit: Int
    private let files: SourceFiles
    private let excerpts: ExcerptReader

    /// - Parameters:
    ///   - limit: The greatest number of characters, at least ``leastLimit``.
    ///   - files: The files of the locations, for excerpts.
    package init(limit: Int = MarkdownReport.defaultLimit, files: SourceFiles = .none) {
        self.limit = max(limit, Self.leastLimit)
        self.files = files
        excerpts = ExcerptReader(files)
    }

    package func text(of report: Report) -> String {
        let marker = "<!-- verbatim:\(report.command.rawValue) -->\n"
        switch report.result {
        case .couldNotRun:
            let head =
                "### ❔ \(report.command.noun.capitalizedFirst) could not run\n\nNothing was compared, so"
                + " nothing is known to hold.\n\n"
            return self.problems(report.problems, after: marker + head).text
        case .completed(let contents):
            let totals = "<sub>\(totals(of: contents))</sub>\n"
            let heading = marker + "### \(title(of: report, contents).excerpt(1_000))\n\n"
            var text = problems(contents.problems, after: heading, reserving: totals.utf8.count)
            let note = append(contents.causes, of: report, to: &text)
            for table in tables(of: contents) { _ = text.append(table) }
            return text.text + note + totals
        }
    }

    /// The number of characters that are kept for the last lines, beside the totals.
    private static let noteReserve = 300

    private func problems(_ problems: [Finding], after head: String, reserving reserve: Int = 0)
        -> LimitedText
    {
        var text = LimitedText(head, limit: limit - reserve - Self.noteReserve)
        guard !problems.isEmpty else { return text }
        let shown = problems.prefix { problem in
            let place = problem.location.map { " (\(link($0)))" } ?? ""
            let next = problem.next.isEmpty ? "" : "; next: \(MarkdownText.prose(problem.next))"
            return text.append("- \(MarkdownText.prose(problem.message))\(place)\(next)\n")
        }
        let rest = problems.count - shown.count
        _ = text.append(rest > 0 ? "- and \(rest) more\n\n" : "\n")
        return text
    }

    // MARK: The heading

    /// The worst of what happened at each API: `❌ itunes: 2 changes break the app · ⚠️ flickr: 1 warning`.
    private func title(of report: Report, _ contents: ReportContents) -> String {
        let missing = String.count(contents.problems.count, "part")
        let problems =
            contents.problems.isEmpty
            ? [] : ["❔ \(report.command.noun.capitalizedFirst) is incomplete: \(missing) could not run"]
        let serious = contents.causes.filter { $0.severity >= .warning }
        let groups = Array(OrderedGroups(grouping: serious, by: \.subject).pairs)
        let shown = groups.prefix(4).map { name, causes in
            "\(Self.icon(causes[0].severity)) \(MarkdownText.prose(name, limit: 80)): " + Self.counts(causes)
        }
        let rest = groups.count > 4 ? ["and \(groups.count - 4) more"] : []
        guard (problems + shown).isEmpty else { return (problems + shown + rest).joined(separator: " · ") }
        let outcome = report.outcome
        return "\(outcome.style == "ok" ? "✅" : "❔") \(MarkdownText.prose(outcome.sentence))"
    }

    /// The numbers of the causes of an API by severity, and whether they break the app.
    private static func counts(_ causes: [Cause]) -> String {
        let breaking = causes.filter { $0.severity == .breaking }
        let warnings = causes.count - breaking.count
        let isChange = breaking.allSatisfy { ![.other, .disagreement].contains($0.kind) }
        let (noun, app) = (isChange ? "change" : "difference", breaking.count(where: \.breaksApp))
        let effect =
            if breaking.isEmpty {
                [String]()
            } else if app == breaking.count {
                ["\(String.count(app, noun)) \(app == 1 ? "breaks" : "break") the app"]
            } else {
                [String.count(breaking.count, "breaking \(noun)")]
                    + (app == 0 ? [] : ["\(app) of which \(app == 1 ? "breaks" : "break") the app"])
            }
        return (effect + (warnings > 0 ? [String.count(warnings, "warning")] : [])).joined(separator: ", ")
    }

    private static func icon(_ severity: Severity) -> String {
        switch severity {
        case .breaking: "❌"
        case .warning: "⚠️"
        case .info, .off: "ℹ️"
        }
    }

    // MARK: Causes

    /// Appends a row for each cause that matters, then the details of each, then the notes, and returns lines
    /// that count what is left out.
    private func append(_ all: [Cause], of report: Report, to text: inout LimitedText) -> String {
        let causes = all.filter { $0.severity >= .warning }
        let notes = Array(all.filter { $0.severity < .warning })
        guard !causes.isEmpty else { return append(notes, to: &text) }
        var table = LimitedText(
            "| | what changed | where | the app | seen |\n|---|---|---|---|---|\n",
            limit: min(text.rest - 1, limit / 3))
        let rows = causes.prefix { table.append(row(of: $0, in: report)) }.count
        guard rows > 0, text.append(table.text + "\n") else { return Self.note(all, "") }
        let details = causes.prefix(rows).prefix { text.append(self.details(of: $0)) }.count
        return Self.note(causes.dropFirst(rows), "")
            + Self.note(causes.prefix(rows).dropFirst(details), " in detail") + append(notes, to: &text)
    }

    /// Appends a line for each note, hidden until they are opened.
    private func append(_ notes: [Cause], to text: inout LimitedText) -> String {
        var lines = LimitedText("", limit: text.rest - 200)
        let shown = notes.prefix { cause in
            let count = String.count(
                (cause.findings.isEmpty ? cause.history : cause.findings).total, "finding")
            let fix = cause.fix.isEmpty ? "" : ": \(MarkdownText.prose(cause.fix))"
            return lines.append("<li>\(MarkdownText.prose(cause.title)), \(count)\(fix)</li>\n")
        }.count
        guard shown > 0 else { return Self.note(notes, "") }
        let title = "\(Self.icon(.info)) \(String.count(notes.count, "note"))"
        _ = text.append("<details><summary>\(title)</summary>\n<ul>\n\(lines.text)</ul>\n</details>\n\n")
        return Self.note(notes.dropFirst(shown), "")
    }

    private static func note(_ omitted: some Collection<Cause>, _ extent: String) -> String {
        guard !omitted.isEmpty else { return "" }
        let counts = omitted.severityCounts.map(\.text).joined(separator: ", ")
        return "**Not shown\(extent), as there are too many: \(counts).**\n\n"
    }

    private func row(of cause: Cause, in report: Report) -> String {
        let places = cause.requests.map { status, requests in
            let shown = requests.prefix(3).map { MarkdownText.code($0, limit: 100) }
            let rest = requests.count > 3 ? " and \(requests.count - 3) more" : ""
            let answer = status.isEmpty ? "" : " → \(MarkdownText.prose(status, limit: 40))"
            return shown.joined(separator: ", ") + rest + answer
        }
        let rest = places.count > 3 ? "<br>and \(places.count - 3) more statuses" : ""
        let cells = [
            Self.icon(cause.severity), MarkdownText.prose(cause.title, limit: 200),
            places.prefix(3).joined(separator: "<br>") + rest, app(cause, in: report),
            cause.seen + (cause.since.map { ", since \($0)" } ?? ""),
        ]
        return "| " + cells.joined(separator: " | ") + " |\n"
    }

    /// The first property of the app that a cause breaks, and why.
    private func app(_ cause: Cause, in report: Report) -> String {
        guard let property = cause.affected.first else {
            let models = cause.findings.compactMap(\.model).uniqued
            let rest = models.count > 1 ? " and \(models.count - 1) more" : ""
            let copes = report.copes(with: cause) ? "copes" : ""
            return models.first.map { MarkdownText.code($0, limit: 80) + rest } ?? copes
        }
        let name = MarkdownText.code(property.name, limit: 80)
        let rest = cause.affected.count > 1 ? "; and \(cause.affected.count - 1) more" : ""
        return (property.location.map { link($0, as: name) } ?? name) + " "
            + MarkdownText.prose(property.reasonAfterName, limit: 80) + rest
    }

    private func details(of cause: Cause) -> String {
        var lines = [
            "<details><summary>\(Self.icon(cause.severity)) <b>\(MarkdownText.prose(cause.title))</b></summary>"
        ]
        if let change = diff(of: cause) { lines += [""] + change + [""] }
        if !cause.fix.isEmpty { lines.append("<p><b>Fix</b> \(MarkdownText.prose(cause.fix))</p>") }
        if let versions = cause.versions {
            lines.append("<p><b>Versions</b> \(MarkdownText.prose(versions.description, limit: 200))</p>")
        }
        let findings = cause.findings.isEmpty ? cause.history : cause.findings
        let places = findings.compactMap(\.contractLocation).uniqued
        if let place = places.first { lines.append(list("contract", [link(place)], of: places.count)) }
        let affected = cause.affected.prefix(Self.listLimit).map { property in
            let place = property.location.map { " at \(link($0))" } ?? ""
            return MarkdownText.code(property.name, limit: 80) + place
        }
        if !affected.isEmpty { lines.append(list("app", affected, of: cause.affected.count)) }
        return (lines + self.findings(of: cause, findings) + ["</details>\n\n"]).joined(separator: "\n")
    }

    /// The number of properties of the app, and of rules, that are named.
    private static let listLimit = 8

    private func list(_ title: String, _ parts: [String], of count: Int) -> String {
        let rest = count > parts.count ? " and \(count - parts.count) more" : ""
        return "<p><b>\(title.capitalizedFirst)</b> \(parts.joined(separator: ", "))\(rest)</p>"
    }

    /// A block of what was there before and what is now: lines of the files, or else words. No line of it can
    /// end the block, as each begins with a sign.
    private func diff(of cause: Cause) -> [String]? {
        guard let sides = excerpts.sides(of: cause) else { return nil }
        let lines =
            [sides.location.map { "@@ \($0) @@" }].compactMap(\.self) + sides.removed.map { "- \($0)" }
            + sides.added.map { "+ \($0)" }
        return ["```diff"] + lines.map { $0.excerpt(300) } + ["```"]
    }

    /// The findings by rule, with their numbers, which add up.
    private func findings(of cause: Cause, _ findings: [Finding]) -> [String] {
        let groups = Array(OrderedGroups(grouping: findings, by: \.rule.id).pairs)
        let items = groups.prefix(Self.listLimit).map { rule, findings in
            let count = findings.total
            let place = findings[0].location.map { " at \(link($0))" } ?? ""
            let rest = count > 1 ? ", and \(count - 1) more" : ""
            return "\(MarkdownText.code(rule)): \(MarkdownText.prose(findings[0].message, limit: 200))"
                + place + rest
        }
        let rest = groups.dropFirst(Self.listLimit).map(\.1).joined().total
        let noun = cause.findings.isEmpty ? "change of the recordings" : "finding"
        let plural = cause.findings.isEmpty ? "changes of the recordings" : "findings"
        return ["<details><summary>\(String.count(findings.total, noun, plural: plural))</summary>"]
            + MarkdownText.list(items + (rest > 0 ? ["and \(rest) more"] : [])) + ["</details>"]
    }

    /// A location, or other HTML, with a link to the file if it has an address on a server: comments have no
    /// links to editors.
    private func link(_ location: SourceLocation, as html: String? = nil) -> String {
        let html = html ?? MarkdownText.code("\(location)", limit: 300)
        guard let address = files.address(of: location), address.hasPrefix("https:") else { return html }
        return "<a href=\"\(Markup.markdown.escaped(address))\">\(html)</a>"
    }

    // MARK: Numbers

    private func totals(of contents: ReportContents) -> String {
        var parts: [String] = []
        switch contents.subject {
        case .check(let check):
            parts = [check.subjectText] + [check.coverage(listingGaps: false).totalText].compactMap(\.self)
        case .changes(of: .lastRecordings(let counts)): parts = [counts.text]
        case .changes(let compared): parts = [compared.changes]
        case .models(let models): parts = [ReportText().summary(of: models)]
        case .mutation(let reports):
            let scores = MutationScores(reports)
            parts = [scores.total] + scores.notes
        }
        let found = contents.causes.reduce(0) { $0 + $1.findings.total }
        let causes = contents.causes.isEmpty ? "" : " of \(String.count(contents.causes.count, "cause"))"
        parts.append(String.count(found, "finding") + causes)
        if case .check(let check) = contents.subject {
            let broken = Set(contents.causes.filter { $0.severity >= .warning }.map(\.subject))
            let held = OrderedGroups(grouping: check.operations, by: \.api).keys.filter {
                !broken.contains($0)
            }
            if !held.isEmpty, !broken.isEmpty {
                parts.append("\(held.list("and")) \(held.count == 1 ? "holds" : "hold")")
            }
        }
        return parts.map { MarkdownText.prose($0) }.joined(separator: " · ")
    }

    private func tables(of contents: ReportContents) -> [String] {
        switch contents.subject {
        case .check(let check):
            let rows = check.operationRows
            return rows.count < 2
                ? []
                : [MarkdownText.details("Operations", MarkdownText.table(rows, numberColumns: [1, 3, 4, 5]))]
        case .changes: return []
        case .mutation(let reports):
            let table = MarkdownText.table(
                MutationScores(reports).rows, numberColumns: MutationScores.numberColumns)
            return [MarkdownText.details("Operations", table)]
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
/// Characters that Markdown reads are entities, so that no text begins or ends anything. What GitHub makes a
/// link, a mention or an emoji is a name, and names are in `code` elements, in which it looks for none. A
/// text has no line break.
enum MarkdownText {
    /// Returns a name of a file or a provider, on one line and cut after a number of characters.
    static func code(_ text: String, limit: Int = 400) -> String {
        "<code>\(Markup.markdown.escaped(text.excerpt(limit)))</code>"
    }

    /// Returns a sentence in which what is in quotation marks or backticks, and each word that is not one of
    /// a language, is code.
    static func prose(_ text: String, limit: Int = 400) -> String {
        var (html, rest) = ("", text.excerpt(limit)[...])
        while let match = rest.firstMatch(of: /`([^`]+)`|(^|[\s(])'([^']+)'(?=$|[\s,.:;)])/) {
            html += words(rest[..<match.range.lowerBound] + (match.output.2 ?? ""))
            html += code(String(match.output.1 ?? match.output.3 ?? ""))
            rest = rest[match.range.upperBound...]
        }
        return html + words(rest)
    }

    private static func words(_ text: Substring) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map(word).joined(separator: " ")
    }

    private static func word(_ word: Substring) -> String {
        let start = word.prefix { $0 == "(" }
        let rest = word.dropFirst(start.count)
        let end = rest.suffix(rest.reversed().prefix { ".,:;?!)…".contains($0) }.count)
        let name = rest.dropLast(end.count)
        let isWord = name.allSatisfy { !$0.isASCII || $0.isLetter || $0.isNumber || "-'\"=".contains($0) }
        let parts = [start, name, end].map { Markup.markdown.escaped(String($0)) }
        return parts[0] + (isWord ? parts[1] : "<code>\(parts[1])</code>") + parts[2]
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
                return "<\(tag)\(alignment)>\(isPlain ? Markup.markdown.escaped(cell) : code(cell))</\(tag)>"
            }
            return "<tr>" + cells.joined() + "</tr>"
        }
        return ["<table>"] + lines + ["</table>"]
    }
}

/// Text that is cut at a limit, in whole parts.
struct LimitedText {
    private(set) var text: String
    private(set) var rest: Int

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
