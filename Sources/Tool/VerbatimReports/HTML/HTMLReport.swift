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
    /// The number of entries with excerpts.
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
}

// MARK: - The page

extension HTMLReport {
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

    /// A section of the page.
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
                    measurements(of: check),
                ].compactMap(\.self)
            case .changes, .models: return [items]
            }
        }
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
}
