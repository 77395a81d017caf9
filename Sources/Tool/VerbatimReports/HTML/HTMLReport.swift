import VerbatimContract
import VerbatimJSON
import VerbatimMutation

/// A report as one HTML document that needs no other file, no program and no network.
///
/// Everything can be read without a script; the script filters, moves by key and copies. The policy of the
/// document allows its own style and script and nothing else. Equal input makes equal text.
package struct HTMLReport {
    /// The day of the report, such as `2026-11-22`, or nil.
    package var day: String?
    /// The changes of the recordings by day, or nil if their history is not known.
    package var history: RecordingHistory?

    package init(day: String? = nil, history: RecordingHistory? = nil) {
        self.day = day
        self.history = history
    }

    package func text(of report: Report, files: SourceFiles = .none) -> String {
        ReportPage(report, day: day, history: history, ExcerptReader(files)).document.text
    }
}

/// The document of a report: the verdict as a sentence, a tile for each API, a row for each cause, and
/// pictures of what was checked.
struct ReportPage {
    let report: Report
    let day: String?
    let history: RecordingHistory?
    /// What happened on each day of the history.
    let past: [(day: RecordingHistory.Day, causes: [Cause])]
    let excerpts: ExcerptReader
    let causes: [Cause]
    /// The identifiers of the causes in the document.
    let anchors: [String]

    /// The number of findings that are listed; the others are counted by rule.
    static let entryLimit = 1000
    /// The number of causes with excerpts of files.
    static let excerptLimit = 250
    /// The number of similar results of a finding that are listed.
    static let similarLimit = 20
    /// The number of characters of a text of a file or a provider that are shown.
    static let textLimit = 400

    init(_ report: Report, day: String?, history: RecordingHistory?, _ excerpts: ExcerptReader) {
        self.report = report
        self.day = day
        self.history = history
        self.excerpts = excerpts
        past = history?.days.map { ($0, CauseFinder.causes(of: $0.changes)) } ?? []
        if case .completed(let contents) = report.result {
            causes = contents.causes
        } else {
            causes = []
        }
        var ids = UniqueIDs()
        anchors = causes.map { ids.id("c-\($0.id)") }
    }

    var document: HTML {
        HTMLResources.document(
            title: "verbatim \(report.command.rawValue): \(report.outcome.sentence)",
            """
            \(header)
            <main id="content">
            \(sections.compactMap(\.self))</main>
            \(Self.footer)
            """)
    }

    private var sections: [HTML?] {
        switch report.result {
        case .couldNotRun(let problems): return [self.problems(problems)]
        case .completed(let contents):
            let problems = contents.problems.isEmpty ? nil : self.problems(contents.problems)
            if case .mutation(let reports) = contents.subject {
                return [problems, causeSection, scoreSection(of: reports)]
            }
            guard case .check(let check) = contents.subject else { return [problems, causeSection] }
            return [
                problems, causeSection,
                """
                <div class="overview">
                \(heatMap(of: check, contents))<div>
                \(driftSection)\(proof(of: check))</div>
                </div>

                """,
            ]
        }
    }

    private func scoreSection(of reports: [MutationReport]) -> HTML {
        let scores = MutationScores(reports)
        let headings = scores.rows[0].map { heading -> HTML in "<th scope=\"col\">\(heading)</th>" }
        let rows = scores.rows.dropFirst().map { row -> HTML in
            let cells = row.dropFirst().map { cell -> HTML in "<td>\(cell)</td>" }
            return "<tr><th scope=\"row\">\(row[0])</th>\(cells)</tr>\n"
        }
        let notes = scores.notes.map { note -> HTML in "<p class=\"note\">\(note)</p>\n" }
        return Self.section(
            "scores", "Scores of the contracts",
            """
            \(Self.scroll("Mutants by operation", """
            <table>
            <thead><tr>\(headings)</tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>

            """))\(notes)
            """)
    }

    static func section(_ id: String, _ title: String, _ content: HTML) -> HTML {
        """
        <section id="\(id)" aria-labelledby="\(id)-title">
        <h2 id="\(id)-title">\(title)</h2>
        \(content)</section>

        """
    }

    /// Returns a note about what is not listed, or nil if nothing is missing.
    static func more(_ count: Int, _ noun: String) -> HTML? {
        count > 0 ? "<p class=\"note\">and \(String.count(count, noun)) more</p>\n" : nil
    }

    /// Returns a table that is scrolled if it is larger than its place, also with the keyboard.
    static func scroll(_ label: String, _ table: HTML) -> HTML {
        "<div class=\"scroll\" role=\"region\" aria-label=\"\(label)\" tabindex=\"0\">\n\(table)</div>\n"
    }

    private static let footer: HTML = """
        <footer>
        <p>Severities are those of the app: <b>breaking</b> fails it or a guarantee that it relies on, \
        <b>warning</b> may, <b>note</b> does not. A link to a cause ends with its identity, which stays the \
        same from one report to the next. Made by <code>verbatim</code>; this file loads nothing.</p>
        </footer>
        """
}
