import VerbatimContract
import VerbatimJSON
import VerbatimModels
import VerbatimMutation

// MARK: - The verdict

extension Report {
    /// The outcome in a sentence.
    struct Outcome {
        /// The sentence: `itunes changed in 2 ways that break your app.`
        let sentence: String
        /// The class of its color.
        let style: String

        /// The shape that says the same as the color.
        var symbol: String { ["ok": "✓", "breaking": "✗"][style] ?? "!" }
    }

    /// The outcome. One that could not run is neither broken nor holds.
    var outcome: Outcome {
        guard case .completed(let contents) = result else {
            return Outcome(sentence: "\(command.noun.capitalizedFirst) could not run.", style: "unknown")
        }
        guard contents.problems.isEmpty else {
            let missing = String.count(contents.problems.count, "part")
            let changes = contents.changesSentence.map { " \($0)" } ?? ""
            return Outcome(
                sentence: "\(command.noun.capitalizedFirst) is incomplete: "
                    + "\(missing) could not run.\(changes)", style: "unknown")
        }
        if let changes = contents.changesSentence {
            let isBreaking = contents.isBroken || contents.causes.first?.severity == .breaking
            return Outcome(sentence: changes, style: isBreaking ? "breaking" : "warning")
        }
        switch contents.subject {
        case .check(let check):
            let apis = OrderedGroups(grouping: check.operations, by: \.api).keys
            let subject = apis.count == 1 ? "\(apis[0]) holds" : "All \(apis.count) APIs hold"
            return Outcome(sentence: apis.isEmpty ? "Nothing was found." : "\(subject).", style: "ok")
        case .changes(of: .lastRecordings(let recordings)) where !recordings.areCompared:
            return Outcome(sentence: "Nothing was compared: \(recordings.text).", style: "unknown")
        case .changes:
            let sentence = contents.causes.isEmpty ? "Nothing changed." : "Nothing changed that can matter."
            return Outcome(sentence: sentence, style: "ok")
        case .models: return Outcome(sentence: "The models hold.", style: "ok")
        case .mutation(let reports): return Outcome(sentence: MutationScores(reports).sentence, style: "ok")
        }
    }
}

extension ReportContents {
    /// The worst of what happened: `itunes changed in 2 ways that break your app.`; nil if nothing matters.
    fileprivate var changesSentence: String? {
        guard let severity = causes.first?.severity, severity >= .warning else { return nil }
        if case .mutation(let reports) = subject { return MutationScores(reports).sentence }
        let worst = causes.filter { $0.severity == severity }
        let apis = OrderedGroups(grouping: worst, by: \.subject).keys
        let subject = apis.count > 3 ? "\(apis.count) APIs" : apis.list("and")
        let isOne = worst.count == 1
        let ways = String.count(worst.count, "way")
        let app = worst.count(where: \.breaksApp)
        let effect =
            if severity == .warning {
                " that may matter"
            } else if app == worst.count {
                " that \(isOne ? "breaks" : "break") your app"
            } else if app == 0 {
                " that \(isOne ? "breaks" : "break") the contract"
            } else {
                ", \(app) of which \(app == 1 ? "breaks" : "break") your app"
            }
        return "\(subject) \(verb(worst, isPlural: apis.count > 1)) in \(ways)\(effect)."
    }

    private func verb(_ causes: [Cause], isPlural: Bool) -> String {
        if case .models = subject { return isPlural ? "and their models differ" : "and its models differ" }
        guard case .check = subject else { return "changed" }
        let changed = causes.allSatisfy { ![.other, .disagreement].contains($0.kind) }
        return changed ? "changed" : isPlural ? "differ from their contracts" : "differs from its contract"
    }
}

extension Cause {
    /// The API, or what else it is about.
    var subject: String { api ?? "the project" }
}

extension Severity {
    /// The shape that says the same as the color.
    fileprivate var symbol: String {
        switch self {
        case .breaking: "✗"
        case .warning: "!"
        case .info: "i"
        case .off: "○"
        }
    }
}

extension Sequence<Cause> {
    /// The number of causes of each severity that there is: `2 breaking`, `1 warning`.
    var severityCounts: [(severity: Severity, text: String)] { map(\.severity).counted }
}

extension [Severity] {
    /// The number of each that there is.
    var counted: [(severity: Severity, text: String)] {
        SeverityCounts.severities.compactMap { severity in
            let count = self.count { $0 == severity }
            guard count > 0 else { return nil }
            return (
                severity, severity == .breaking ? "\(count) breaking" : String.count(count, severity.word)
            )
        }
    }
}

// MARK: - The header

extension ReportPage {
    var header: HTML {
        let outcome = report.outcome
        let day: HTML = day.map { " · <time datetime=\"\($0)\">\($0)</time>" } ?? ""
        let facts = facts.map { fact -> HTML in " · \(fact)" }
        return """
            <header class="top">
            <p class="brand"><b>verbatim \(report.command.rawValue)</b>\(day)\(facts)</p>
            <h1 class="\(outcome.style)"><span aria-hidden="true">\(outcome.symbol)</span> \
            \(outcome.sentence)</h1>
            \(lead)\(tiles)</header>
            """
    }

    /// The numbers of what was compared.
    private var facts: [String] {
        guard case .completed(let contents) = report.result else { return [] }
        let found = "\(String.count(contents.items.total, "finding"))"
        switch contents.subject {
        case .check(let check): return [check.subjectText, found]
        case .changes(of: .lastRecordings(let recordings)): return [recordings.text, found]
        case .changes: return [found]
        case .models(let models): return [ReportText().summary(of: models)]
        case .mutation(let reports): return [MutationScores(reports).total]
        }
    }

    /// What the title does not say: the other APIs.
    private var lead: HTML {
        guard case .completed = report.result else {
            return """
                <p class="lead">Nothing was compared, so nothing is known to hold. This is no clean result.</p>

                """
        }
        let worst = causes.first?.severity ?? .off
        let named = Set(causes.filter { $0.severity == worst && worst >= .warning }.map(\.subject))
        let others = tileNames.filter { !named.contains($0) }
        let warned = others.compactMap { name -> String? in
            let count = causes.count { $0.subject == name && $0.severity == .warning }
            return count == 0 ? nil : "\(name) has \(String.count(count, "warning"))."
        }
        let held = others.filter { name in
            !causes.contains { $0.subject == name && $0.severity >= .warning }
        }
        let holds =
            held.isEmpty || named.isEmpty || report.command != .check
            ? [] : ["\(held.list("and")) \(held.count == 1 ? "holds" : "hold")."]
        let text = (warned + holds).joined(separator: " ")
        return text.isEmpty ? "" : "<p class=\"lead\">\(text)</p>\n"
    }

    /// The APIs that were compared, and what else has a cause that matters.
    private var tileNames: [String] {
        guard case .completed(let contents) = report.result else { return [] }
        let known =
            switch contents.subject {
            case .check(let check): check.operations.map(\.api)
            case .changes: [String]()
            case .models(let models): models.readProperties.map(\.api)
            case .mutation(let reports): reports.map(\.api)
            }
        let others = causes.filter { $0.api != nil || $0.severity > .info }.map(\.subject)
        return (known + others).uniqued
    }

    private var tiles: HTML? {
        let tiles = tileNames.map { name -> HTML in
            let own = causes.filter { $0.subject == name }
            let verdict = Verdict(own.map(\.severity))
            let facts = facts(of: name, own)
            return """
                <li class="\(verdict.severity?.rawValue ?? "ok")"><p><b>\(name)</b> <span class="verdict">\
                <span aria-hidden="true">\(verdict.symbol)</span> \(verdict.text)</span></p>
                <p class="note">\(facts.joined(separator: " · "))</p></li>

                """
        }
        return tiles.isEmpty ? nil : "<ul class=\"tiles\" aria-label=\"APIs\">\n\(tiles)</ul>\n"
    }

    /// The responses and operations of an API, where its recordings come from, and when they changed.
    private func facts(of api: String, _ causes: [Cause]) -> [String] {
        guard case .completed(let contents) = report.result else { return [] }
        var facts: [String] = []
        switch contents.subject {
        case .check(let check):
            let tallies = check.operations.filter { $0.api == api }
            let expected = tallies.filter { $0.interactions > 0 || $0.isRecorded }
            facts.append(String.count(tallies.reduce(0) { $0 + $1.interactions }, "response"))
            facts.append(
                "\(expected.count { $0.interactions > 0 }) of \(String.count(expected.count, "operation"))")
            let findings = contents.items.filter { $0.api == api }
            for (rule, words) in [(Rule.recordingFromFake, "from fakes"), (.recordingStale, "stale")] {
                let count = findings.filter { $0.rule == rule }.total
                if count > 0 { facts.append("\(String.count(count, "recording")) \(words)") }
            }
            let change = past.last { $0.causes.contains { $0.api == api && $0.kind != .tolerated } }?.day
            if let change { facts.append("changed \(change.commit == nil ? "now" : change.day)") }
        case .changes: facts = [String.count(causes.reduce(0) { $0 + $1.findings.total }, "change")]
        case .models(let models):
            let read = models.readProperties.filter { $0.api == api }
            facts = ["\(read.count { $0.agreement.rule == nil }) of \(read.count) properties agree"]
        case .mutation(let reports):
            facts = reports.filter { $0.api == api }.map { MutationScores([$0]).total }
        }
        return facts
    }

    /// The shape of a severity, which is said by a word beside it.
    static func shape(_ severity: Severity) -> HTML { "<span aria-hidden=\"true\">\(severity.symbol)</span>" }

    /// The shape and the word of a severity: neither needs its color.
    static func label(_ severity: Severity) -> HTML {
        "<span class=\"severity \(severity.rawValue)\">\(shape(severity)) \(severity.word)</span>"
    }

    /// The reasons why a command could not run.
    func problems(_ problems: [Finding]) -> HTML {
        let entries = problems.prefix(Self.entryLimit).map { problem -> HTML in
            let location: HTML? = problem.location.map { "<p class=\"note\">\(excerpts.link(to: $0))</p>\n" }
            let next: HTML? = problem.next.isEmpty ? nil : "<p><b>Next</b> \(Self.prose(problem.next))</p>\n"
            return "<li><h3>\(problem.message)</h3>\n\(location)\(next)</li>\n"
        }
        return Self.section("problems", "Why it could not run", "<ul class=\"problems\">\n\(entries)</ul>\n")
    }

    /// A sentence in which the parts between backticks are code.
    ///
    /// - Parameter isCopied: Whether a part is offered to be copied.
    static func prose(_ text: String, isCopied: (Substring) -> Bool = { _ in false }) -> HTML {
        var html = HTML()
        for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            html +=
                index.isMultiple(of: 2)
                ? "\(part)"
                : isCopied(part) ? "<code class=\"copied\">\(part)</code>" : "<code>\(part)</code>"
        }
        return html
    }
}
