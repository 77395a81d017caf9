import VerbatimContract
import VerbatimJSON

extension Report {
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
            let text = ReportText().summary(of: models, contents.counts)
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
