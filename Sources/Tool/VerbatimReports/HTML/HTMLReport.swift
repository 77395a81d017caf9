import VerbatimContract
import VerbatimJSON

/// A report as one HTML document that needs no other file, no program and no network.
///
/// Everything can be read without a script; the script filters and copies links. The policy of the document
/// allows its own style and script and nothing else. Equal input makes equal text.
public struct HTMLReport {
    /// The day of the report, such as `2026-11-22`, or nil.
    public var day: String?
    /// The changes of the recordings by day, or nil if their history is not known.
    public var history: RecordingHistory?

    /// Creates a format.
    public init(day: String? = nil, history: RecordingHistory? = nil) {
        self.day = day
        self.history = history
    }

    /// The number of entries that are listed; the others are counted by rule.
    static let entryLimit = 1000
    static let excerptLimit = 250
    /// The number of similar results of an entry that are listed.
    static let similarLimit = 20
    /// The number of characters of a text of a file or a provider that are shown.
    static let textLimit = 400

    /// Returns the document.
    ///
    /// - Parameter files: The files of the locations, of which excerpts are shown.
    public func text(of report: Report, files: SourceFiles = .none) -> String {
        page(of: report, ExcerptReader(files)).text
    }

    // MARK: The page

    private func page(of report: Report, _ excerpts: ExcerptReader) -> HTML {
        let sections = sections(of: report, excerpts)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(HTMLResources.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <meta name="robots" content="noindex">
            <link rel="icon" href="data:,">
            <title>\(report.title)</title>
            <style>\(HTMLResources.style)</style>
            </head>
            <body>
            <a class="skip" href="#content">Skip to the content</a>
            \(header(of: report))
            <div class="page">
            \(navigation(sections))
            <main id="content">
            \(sections.map(\.html))
            </main>
            </div>
            \(Self.footer)
            <script>\(HTMLResources.script)</script>
            </body>
            </html>

            """
    }

    struct Section {
        /// The identifier, to which the navigation links.
        let id: String
        let title: String
        /// A few words that follow the title in the navigation.
        var note = ""
        let content: HTML

        fileprivate var html: HTML {
            """
            <section id="\(id)" aria-labelledby="\(id)-title">
            <h2 id="\(id)-title">\(title)</h2>
            \(content)</section>

            """
        }
    }

    private func sections(of report: Report, _ excerpts: ExcerptReader) -> [Section] {
        switch report.result {
        case .couldNotRun(let problems): return [self.problems(problems)]
        case .completed(let contents):
            let items = items(of: contents, excerpts)
            switch contents.subject {
            case .check(let check):
                return [
                    items, matrix(of: report, check), coverage(of: check), historySection,
                ].compactMap(\.self)
            case .changes, .models: return [items]
            }
        }
    }

    /// Returns a note about what is not listed, or nil if nothing is missing.
    static func more(_ count: Int, _ noun: String) -> HTML? {
        count > 0 ? "<p class=\"note\">and \(String.count(count, noun)) more</p>\n" : nil
    }

    private func navigation(_ sections: [Section]) -> HTML {
        let links = sections.map { section -> HTML in
            let note: HTML = section.note.isEmpty ? "" : " <span>\(section.note)</span>"
            return "<li><a href=\"#\(section.id)\">\(section.title)</a>\(note)</li>\n"
        }
        return "<nav aria-label=\"Sections\"><ul>\n\(links)</ul></nav>"
    }

    private static let footer: HTML = """
        <footer>
        <p>Severities are those of the app: <b>breaking</b> fails it or a guarantee that it relies on, \
        <b>warning</b> may, <b>info</b> does not. A link to an entry ends with its fingerprint, which stays the \
        same from one report to the next. Made by <code>verbatim</code>; this file loads nothing.</p>
        </footer>
        """
}

extension Report {
    /// The title of the document: `verbatim check: 3 breaking`.
    fileprivate var title: String {
        let verdict = verdict
        let outcome = verdict.summary.isEmpty ? verdict.name.lowercased() : verdict.summary
        return "verbatim \(command.rawValue): \(outcome)"
    }

    /// The outcome of a command, in words.
    struct Verdict {
        /// One word or a few: `Broken`.
        let name: String
        /// The class of its color.
        let style: String
        /// The reason: `3 breaking`; empty if the name says all.
        let summary: String
    }

    /// The outcome. One that could not run is neither broken nor holds.
    var verdict: Verdict {
        guard case .completed(let contents) = result else {
            return Verdict(name: "Could not run", style: "unknown", summary: "")
        }
        let counts = contents.counts
        guard contents.problems.isEmpty else {
            let missing = String.count(contents.problems.count, "part") + " could not run"
            return Verdict(
                name: "Incomplete", style: "unknown",
                summary: counts.total == 0 ? missing : "\(missing), \(Self.words(counts))")
        }
        if case .changes(of: .lastRecordings(let recordings)) = contents.subject, !recordings.areCompared {
            return Verdict(name: "Not compared", style: "unknown", summary: recordings.text)
        }
        guard contents.failsFrom != nil else {
            let isBreaking = counts[.breaking] > 0
            return counts.total == 0
                ? Verdict(name: "Unchanged", style: "ok", summary: "")
                : Verdict(
                    name: "Changed", style: isBreaking ? "breaking" : "unknown", summary: Self.words(counts))
        }
        guard contents.isBroken else {
            return Verdict(
                name: "Holds", style: "ok", summary: counts.total == 0 ? "nothing found" : Self.words(counts))
        }
        let worst = SeverityCounts(items: contents.items.filter(contents.fails))
        return Verdict(name: "Broken", style: "breaking", summary: Self.words(worst))
    }

    /// Returns the numbers that are not 0: `2 breaking, 1 warning`.
    private static func words(_ counts: SeverityCounts) -> String {
        SeverityCounts.severities.filter { counts[$0] > 0 }.map { severity in
            severity == .warning
                ? String.count(counts[severity], "warning") : "\(counts[severity]) \(severity.rawValue)"
        }.joined(separator: ", ")
    }
}

extension HTMLReport {
    func header(of report: Report) -> HTML {
        let verdict = report.verdict
        let day: HTML = day.map { "<time datetime=\"\($0)\">\($0)</time>" } ?? ""
        return """
            <header class="top">
            <p class="brand"><b>verbatim</b> \(report.command.rawValue) \(day)</p>
            <h1><span class="verdict \(verdict.style)">\(verdict.name)</span> \(verdict.summary)</h1>
            \(lead(of: report))</header>
            """
    }

    private func lead(of report: Report) -> HTML {
        guard case .completed(let contents) = report.result else {
            return """
                <p class="lead">Nothing was compared, so nothing is known to hold. This is no clean result.</p>

                """
        }
        switch contents.subject {
        case .check(let check):
            let recorded = check.operations.count { $0.interactions > 0 }
            let apis = Set(check.operations.filter { $0.interactions > 0 }.map(\.api)).count
            let subject =
                "\(check.subjectText); \(recorded) of \(String.count(check.operations.count, "operation")) of "
                + "\(String.count(apis, "API")) recorded"
            return "<p class=\"lead\">\(subject)</p>\n\(tiles(contents))"
        case .changes(let parts):
            let count = String.count(contents.counts.total, "change")
            guard case .lastRecordings(let recordings) = parts else {
                return "<p class=\"lead\">\(count)</p>\n\(tiles(contents))"
            }
            return
                "<p class=\"lead\">\(count) since the last recording; \(recordings.text)</p>\n\(tiles(contents))"
        case .models(let models):
            let text = ReportText().summary(of: models)
            return "<p class=\"lead\">\(text)</p>\n\(tiles(contents))"
        }
    }

    /// The number of results of each severity.
    private func tiles(_ contents: ReportContents) -> HTML {
        let counts = SeverityCounts(items: contents.items)
        let tiles = SeverityCounts.severities.map { severity -> HTML in
            """
            <li class="\(severity.rawValue)\(counts[severity] == 0 ? " zero" : "")">\
            <b>\(counts[severity])</b> \(Self.label(severity))</li>

            """
        }
        return "<ul class=\"tiles\">\n\(tiles)</ul>\n"
    }

    /// The shape and the word of a severity: neither needs its color.
    static func label(_ severity: Severity) -> HTML {
        let shape =
            switch severity {
            case .breaking: "\u{25a0}"
            case .warning: "\u{25b2}"
            case .info: "\u{25cf}"
            case .off: "\u{25cb}"
            }
        return """
            <span class="severity \(severity.rawValue)"><span aria-hidden="true">\(shape)</span> \
            \(severity.rawValue)</span>
            """
    }

    /// The reasons why a command could not run.
    func problems(_ problems: [Finding]) -> Section {
        let entries = problems.prefix(Self.entryLimit).map { problem -> HTML in
            let location: HTML? = problem.location.map {
                "<p class=\"where\"><code>\($0.description)</code></p>\n"
            }
            let next: HTML? =
                problem.next.isEmpty ? nil : "<p class=\"next\"><b>Next</b> \(prose(problem.next))</p>\n"
            return """
                <article class="item breaking">
                <h3>\(problem.message)</h3>
                \(location)\(next)</article>

                """
        }
        return Section(
            id: "problems", title: "Why it could not run", note: "\(problems.count)", content: "\(entries)")
    }

    /// A sentence in which the parts between backticks are code.
    func prose(_ text: String) -> HTML {
        var html = HTML()
        for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            html += index.isMultiple(of: 2) ? "\(part)" : "<code>\(part)</code>"
        }
        return html
    }
}
