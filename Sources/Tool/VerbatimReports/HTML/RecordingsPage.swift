package import VerbatimContract
package import VerbatimHAR
import VerbatimJSON

/// A recording, with what a page says about it.
package struct ShownRecording: Sendable {
    /// The name of the API, or nil if it belongs to none.
    package var api: String?
    package var scenario: String
    package var summary: String
    package var archive: Archive

    package init(api: String? = nil, scenario: String, summary: String = "", archive: Archive) {
        self.api = api
        self.scenario = scenario
        self.summary = summary
        self.archive = archive
    }
}

/// Recordings as one HTML document: a list of the requests, and each with its response.
///
/// As in ``HTMLReport``, everything can be read without a script, nothing is loaded, and no text of a
/// provider is markup. Equal input makes equal text.
package struct RecordingsPage {
    private let entries: [Entry]
    private let recordingCount: Int
    private let omittedCount: Int
    private let problems: [String]
    private let format: InteractionHTML

    /// The number of requests that are shown, unless another one is given.
    package static let defaultLimit = 1000

    struct Entry {
        let id: String
        let recording: ShownRecording
        let interaction: Interaction
        /// Its number in the recording, from 1.
        let number: Int
        /// What changed since the last commit, by cause.
        let changes: [(cause: Cause, findings: [Finding])]
    }

    package init(
        _ recordings: [ShownRecording], changes: [Finding] = [], problems: [String] = [],
        limit: Int = defaultLimit, files: SourceFiles = .none
    ) {
        let all = recordings.flatMap { recording in
            recording.archive.interactions.enumerated().map { (recording, $1, $0 + 1) }
        }
        let shown = all.prefix(limit)
        let places = RecordedPlaces(shown.map(\.1))
        var found: [Int: [(cause: Cause, findings: [Finding])]] = [:]
        for cause in CauseFinder.causes(of: changes) {
            let groups = OrderedGroups(grouping: cause.findings + cause.history) { places.index(of: $0) }
            for (index, findings) in groups.pairs {
                if let index { found[index, default: []].append((cause, findings)) }
            }
        }
        var ids = UniqueIDs()
        entries = shown.enumerated().map { index, item in
            let (recording, interaction, number) = item
            let name = [recording.api, recording.scenario, "\(number)"].compactMap(\.self)
                .joined(separator: "/").asAnchor
            return Entry(
                id: ids.id(name), recording: recording, interaction: interaction,
                number: number, changes: found[index] ?? [])
        }
        recordingCount = recordings.count
        omittedCount = all.count - shown.count
        self.problems = problems
        format = InteractionHTML(files)
    }

    package var text: String { document.text }

    private var document: HTML {
        let count = String.count(entries.count + omittedCount, "request")
        let title = "\(count) in \(String.count(recordingCount, "recording"))"
        let articles = entries.map(format.article)
        return HTMLResources.document(
            title: "verbatim open: \(title)", rules: HTMLResources.recordingsRules,
            """
            <header class="top">
            <p class="brand"><b>verbatim open</b></p>
            <h1>\(title)</h1>
            \(lead)</header>
            <main id="content" class="browser">
            <div class="requests">
            \(filter)<nav id="list" aria-label="Requests">
            \(list)</nav>
            <p id="nothing" hidden>No request matches. <button type="button">Clear the filter</button></p>
            </div>
            <div class="articles">
            \(articles)</div>
            </main>
            """)
    }

    /// What changed, what is left out, and what cannot be read.
    private var lead: [HTML] {
        let changed = OrderedGroups(grouping: entries.filter { !$0.changes.isEmpty }) {
            [$0.recording.api ?? "", $0.recording.scenario]
        }.count
        var lines =
            changed > 0 ? ["\(String.count(changed, "recording")) changed since the last commit."] : []
        if omittedCount > 0 {
            lines.append(
                "\(String.count(omittedCount, "request")) left out: name the APIs, or raise `--limit`.")
        }
        return (lines + problems.map { "Not readable: \($0)" }).map { line -> HTML in
            "<p class=\"lead\">\(ReportPage.prose(line))</p>\n"
        }
    }

    private var filter: HTML {
        let kinds = [("changed", "changed"), ("error", "errors"), ("failed", "failed")]
        let pills = kinds.map { kind, text -> HTML? in
            let count = entries.count { $0.kinds.contains(kind) }
            return count == 0
                ? nil
                : "<button type=\"button\" value=\"is:\(kind)\" aria-pressed=\"false\">\(count) \(text)</button>\n"
        }
        return HTMLResources.filter(
            "requests", example: "itunes  is:404  trackName", count: entries.count,
            pills.compactMap(\.self), opens: "fold",
            """
            Words are sought in requests and responses. <code>is:404</code>, \
            <code>is:changed</code> and <code>api:itunes</code> look at one part. The address keeps the \
            filter. <kbd>/</kbd> goes to the filter, <kbd>Esc</kbd> clears it, <kbd>j</kbd> and <kbd>k</kbd> \
            show the next and the previous request, <kbd>o</kbd> opens or closes the values of its bodies.
            """)
    }

    /// The requests by API and scenario.
    private var list: [HTML] {
        OrderedGroups(grouping: entries) { $0.recording.api ?? "" }.pairs.map { api, entries in
            let recordings = OrderedGroups(grouping: entries, by: \.recording.scenario).pairs.map {
                scenario, entries -> HTML in
                """
                <section><h3>\(scenario)</h3>
                <ul>
                \(entries.map(format.row))</ul></section>

                """
            }
            let title = api.isEmpty ? "Other recordings" : api
            return """
                <section><h2>\(title)</h2>
                \(recordings)</section>

                """
        }
    }
}

extension RecordingsPage.Entry {
    /// The words that a filter `is:` finds.
    var kinds: [String] {
        let outcome =
            switch interaction.outcome {
            case .response(let response): ["\(response.status)"] + (response.status >= 400 ? ["error"] : [])
            case .failure: ["failed"]
            }
        return outcome + (changes.isEmpty ? [] : ["changed"])
    }
}

/// The interactions by the files that findings about them name.
private struct RecordedPlaces {
    private var bodies: [String: Int] = [:]
    /// The entries of an archive, in order, with their interactions.
    private var entries: [String: [(location: Interaction.Location, index: Int)]] = [:]

    init(_ interactions: [Interaction]) {
        for (index, interaction) in interactions.enumerated() {
            guard let location = interaction.location else { continue }
            if let body = location.body { bodies[body] = index }
            entries[location.archive, default: []].append((location, index))
        }
    }

    /// Returns the interaction that a change is about; of one that was removed, the one that is there now.
    func index(of change: Finding) -> Int? {
        guard let location = change.location ?? change.oldLocation else { return nil }
        let file = location.file.split(separator: ":", maxSplits: 1).last.map(String.init) ?? location.file
        if let index = bodies[file] { return index }
        let entries = entries[file] ?? entries[RecordedPlaces.archive(of: file)] ?? []
        let entry = location.entry.map { entry in entries.first { $0.location.entry == entry } }
        return (entry ?? entries.last { $0.location.line <= location.line ?? 1 } ?? entries.first)?.index
    }

    /// The archive of a body that is no longer there: the folder of the body has its name.
    private static func archive(of body: String) -> String {
        body.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            + ".har"
    }
}

extension String {
    /// The text as an identifier in a document and in the address of a part of it.
    fileprivate var asAnchor: String {
        String(map { $0.isASCII && ($0.isLetter || $0.isNumber || "/-_.".contains($0)) ? $0 : "-" })
    }
}
