import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// A request and its response as HTML, without secrets.
struct InteractionHTML {
    private let excerpts: ExcerptReader
    private let bodies: BodyHTML
    private let redact: (String) -> String

    /// The number of changes that are listed for a cause.
    private static let changeLimit = 10
    /// The number of headers of a response that are shown at once.
    private static let headerLimit = 4

    init(_ files: SourceFiles) {
        excerpts = ExcerptReader(files)
        bodies = BodyHTML(files.redact)
        redact = files.redact
    }

    // MARK: The list

    /// The request as an entry of the list.
    func row(_ entry: RecordingsPage.Entry) -> HTML {
        let request = entry.interaction.request
        let changed: HTML? = entry.changes.isEmpty ? nil : "<span class=\"changed\">changed</span>"
        return """
            <li data-is="\(entry.kinds.joined(separator: " "))" data-api="\(entry.recording.api ?? "")">\
            <a href="#\(entry.id)"><span class="status \(entry.style)">\(entry.statusText)</span> \
            <span class="target">\(request.method) \(redact(request.target).excerpt(ReportPage.textLimit))\
            </span>\(changed)</a></li>

            """
    }

    // MARK: The article

    func article(_ entry: RecordingsPage.Entry) -> HTML {
        let interaction = entry.interaction
        let names = [entry.recording.api, entry.recording.scenario].compactMap(\.self)
        let count = entry.recording.archive.interactions.count
        let facts = [
            "\(entry.number) of \(count)", entry.recording.archive.origin.map { "from \($0.words)" },
            timing(of: interaction),
        ].compactMap(\.self).map { fact -> HTML in " · \(fact)" }
        let summary: HTML? =
            entry.recording.summary.isEmpty ? nil : "<p class=\"note\">\(entry.recording.summary)</p>\n"
        return """
            <article id="\(entry.id)" aria-labelledby="\(entry.id)-title">
            <p class="brand"><b>\(names.joined(separator: " / "))</b>\(facts)</p>
            <h2 id="\(entry.id)-title">\(interaction.request.method) \
            <code class="copied">\(redact(interaction.request.url))</code></h2>
            \(summary)\(changes(of: entry))\(request(interaction))\(response(entry))</article>

            """
    }

    /// When the request was sent, and how long it took.
    private func timing(of interaction: Interaction) -> String? {
        let chunks = interaction.outcome.response?.chunks.count ?? 0
        let parts = [
            interaction.started == Interaction.unknownStart ? nil : interaction.started.excerpt(),
            interaction.duration.map { "took \(Int($0.rounded(.up).clamped)) ms" },
            chunks > 1 ? "in \(chunks) chunks" : nil,
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private func request(_ interaction: Interaction) -> HTML {
        let request = interaction.request
        let body = request.body.map { bodies.html(of: .data($0), named: "Body of the request") }
        return """
            <section><h3>Request</h3>
            \(headers(request.headers))\(body)<details><summary>curl</summary>\
            <pre class="copied" tabindex="0" aria-label="Command">\(RecordedRequest(request, redact).command)\
            </pre></details>
            </section>

            """
    }

    private func response(_ entry: RecordingsPage.Entry) -> HTML {
        let interaction = entry.interaction
        let failure: HTML? =
            if case .failure(let failure, _) = interaction.outcome {
                "<p class=\"severity breaking\">\(redact("\(failure)").excerpt(ReportPage.textLimit))</p>\n"
            } else {
                nil
            }
        guard let response = interaction.outcome.response else {
            return "<section><h3>No response</h3>\n\(failure)</section>\n"
        }
        let path = interaction.location?.body
        let body = bodies.html(of: response.body, named: "Body of the response", path: path, in: interaction)
        let file: HTML? = path.map { " \(excerpts.link(to: SourceLocation(file: $0)))" }
        return """
            <section><h3>Response <span class="status \(entry.style)">\(entry.statusText)\
            \(response.reason.isEmpty ? "" : " " + response.reason.excerpt())</span>\(file)</h3>
            \(failure)\(headers(response.headers))\(body)</section>

            """
    }

    /// Headers as a table: of many, those about the content, and the others on demand.
    private func headers(_ headers: HeaderFields) -> HTML? {
        guard !headers.isEmpty else { return nil }
        let rows = headers.map { field -> HTML in
            """
            <tr><th scope="row">\(field.name.excerpt())</th>\
            <td>\(redact(field.value).excerpt(ReportPage.textLimit))</td></tr>

            """
        }
        let table: HTML = "<table class=\"headers\">\n\(rows)</table>\n"
        guard headers.count > Self.headerLimit else { return table }
        let type = headers["Content-Type"].map { ": \(redact($0))" } ?? ""
        return """
            <details><summary>\(String.count(headers.count, "header"))\
            \(type.excerpt(ReportPage.textLimit))</summary>
            \(table)</details>

            """
    }

    // MARK: Changes

    private func changes(of entry: RecordingsPage.Entry) -> HTML? {
        guard !entry.changes.isEmpty else { return nil }
        let items = entry.changes.map { cause, findings -> HTML in
            let shown = findings.prefix(Self.changeLimit).map { finding -> HTML in
                let sides = excerpts.sides(of: finding)
                let old = sides.removed.map { line -> HTML in "<del>- \(line)</del>\n" }
                let new = sides.added.map { line -> HTML in "<ins>+ \(line)</ins>\n" }
                return """
                    <p class="note">\(redact(finding.message).excerpt(ReportPage.textLimit))</p>
                    <pre>\(old)\(new)</pre>

                    """
            }
            return """
                <li>\(ReportPage.label(cause.severity)) <b>\(redact(cause.title).excerpt(ReportPage.textLimit))\
                </b>
                \(shown)\(ReportPage.more(findings.count - shown.count, "change"))</li>

                """
        }
        return """
            <section class="changes"><h3>Since the last commit</h3>
            <ul>
            \(items)</ul></section>

            """
    }
}

extension RecordingsPage.Entry {
    /// The status, or that there is none.
    fileprivate var statusText: String {
        if case .response(let response) = interaction.outcome { "\(response.status)" } else { "failed" }
    }

    /// The class of its color.
    fileprivate var style: String {
        guard case .response(let response) = interaction.outcome else { return "breaking" }
        return response.status >= 500 ? "breaking" : response.status >= 400 ? "warning" : "ok"
    }
}

extension HTTPRequest {
    /// The path and the query of the URL.
    fileprivate var target: String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        return url[scheme.upperBound...].firstIndex { $0 == "/" || $0 == "?" }.map { String(url[$0...]) }
            ?? "/"
    }
}

extension RecordingOrigin {
    /// The origin in a sentence.
    fileprivate var words: String {
        switch self {
        case .live: "the provider"
        case .imported: "a file of another tool"
        case .fake: "a fake provider"
        }
    }
}

extension Double {
    /// The number, if an integer can have its value; a file may contain any.
    fileprivate var clamped: Double { isFinite ? Swift.min(Swift.max(self, 0), 1e12) : 0 }
}
