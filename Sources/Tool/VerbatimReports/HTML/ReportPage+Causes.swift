import VerbatimContract
import VerbatimJSON

extension ReportPage {
    /// A row for each cause, the most severe first; the first one is open.
    var causeSection: HTML {
        guard !causes.isEmpty else {
            return Self.section("causes", "Causes", "<p class=\"note\">There are none.</p>\n")
        }
        var ids = UniqueIDs()
        var listed = 0
        var omitted: [[Finding]] = []
        let rows = causes.indices.map { index -> HTML in
            let cause = causes[index]
            let entries = (cause.findings.isEmpty ? cause.history : cause.findings).entries
            let shown = entries.prefix(max(0, Self.entryLimit - listed))
            listed += shown.count
            omitted += entries.dropFirst(shown.count)
            let findings = shown.map { finding($0, id: ids.id("f-\($0[0].fingerprint)")) }
            return shown.isEmpty ? "" : row(index, findings, of: entries)
        }
        return """
            <section id="causes" aria-labelledby="causes-title">
            <h2 id="causes-title" class="hidden">Causes</h2>
            \(filter)<div id="list">
            \(rows)</div>
            <p id="nothing" hidden>No cause matches. <button type="button">Clear the filter</button></p>
            \(self.omitted(omitted))</section>

            """
    }

    /// The form that the script shows.
    private var filter: HTML {
        let severities = causes.severityCounts.map { severity, text -> HTML in
            """
            <button type="button" class="severity \(severity.rawValue)" value="is:\(severity.word)" \
            aria-pressed="false">\(Self.shape(severity)) \(text)</button>

            """
        }
        return HTMLResources.filter(
            "causes", example: "itunes  is:breaking  rule:missing  trackName", count: causes.count,
            severities, opens: "open",
            """
            Words are sought in a cause and its findings. <code>is:breaking</code>, \
            <code>api:itunes</code> and <code>rule:missing</code> look at one part. The address keeps the \
            filter. <kbd>/</kbd> goes to the filter, <kbd>Esc</kbd> clears it, <kbd>j</kbd> and <kbd>k</kbd> go to the \
            next and the previous cause, <kbd>o</kbd> opens or closes it.
            """)
    }

    private func omitted(_ entries: [[Finding]]) -> HTML? {
        guard !entries.isEmpty else { return nil }
        let rules = OrderedGroups(grouping: entries.joined(), by: \.rule.id).pairs.map {
            rule, items -> HTML in
            """
            <tr><th scope="row"><code>\(rule)</code></th><td>\(Self.label(items[0].severity))</td>\
            <td class="number">\(items.total)</td></tr>

            """
        }
        return """
            <h3>Not listed</h3>
            <p class="note">The other formats list all of them.</p>
            <table><thead><tr><th scope="col">Rule</th><th scope="col">Severity</th>\
            <th scope="col" class="number">Findings</th></tr></thead>
            <tbody>
            \(rules)</tbody></table>

            """
    }

    // MARK: A cause

    private func row(_ index: Int, _ findings: [HTML], of entries: [[Finding]]) -> HTML {
        let cause = causes[index]
        let isShown = index < Self.excerptLimit
        let rules = OrderedGroups(grouping: cause.findings, by: \.rule.id).keys.joined(separator: " ")
        let total = entries.reduce(0) { $0 + $1.total }
        let noun = cause.findings.isEmpty ? "change of the recordings" : "finding"
        let plural = cause.findings.isEmpty ? "changes of the recordings" : "findings"
        return """
            <details id="\(anchors[index])" class="cause \(cause.severity.rawValue)" \
            data-is="\(cause.severity.word)" data-api="\(cause.api ?? "")" data-rule="\(rules)"\
            \(index == 0 && cause.severity > .info ? " open" : "")>
            <summary>\(Self.label(cause.severity))
            <span class="what"><b>\(Self.title(cause.title))</b>\(context(of: cause))</span>
            <span class="count">\(cause.seen)</span></summary>
            \(isShown ? panels(of: cause) : nil)\(fix(of: cause, anchors[index]))\
            \(isShown ? message(about: cause) : nil)\
            <details class="findings"><summary>\(String.count(total, noun, plural: plural)) \
            in \(String.count(entries.count, "entry", plural: "entries"))</summary>
            <ul>
            \(findings)\(Self.omittedEntries(entries.count - findings.count))</ul></details>
            </details>

            """
    }

    private static func omittedEntries(_ count: Int) -> HTML? {
        count > 0 ? "<li>and \(count) more entries, which are counted below</li>\n" : nil
    }

    /// A title in which names between quotation marks are code.
    private static func title(_ text: String) -> HTML {
        let text = text.excerpt(textLimit)
        var (html, rest) = (HTML(), text[...])
        while let match = rest.firstMatch(of: /(^|[\s(])'([^']+)'(?=$|[\s,.:;)])/) {
            html += "\(rest[..<match.range.lowerBound])\(match.output.1)<code>\(match.output.2)</code>"
            rest = rest[match.range.upperBound...]
        }
        html += "\(rest)"
        return html
    }

    /// The requests and the properties that it breaks: `GET /search → 200 · breaks Song.name`.
    private func context(of cause: Cause) -> HTML? {
        let requests = cause.requests.map { status, names in
            let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
            return names.prefix(3).joined(separator: ", ") + rest + (status.isEmpty ? "" : " → \(status)")
        }
        let broken = cause.affected.map(\.name)
        let rest = broken.count > 2 ? " and \(broken.count - 2) more" : ""
        let breaks = broken.isEmpty ? [] : ["breaks \(broken.prefix(2).joined(separator: ", "))\(rest)"]
        let shown =
            (requests.prefix(2) + breaks + (report.copes(with: cause) ? ["the app copes with it"] : []))
            .joined(separator: " · ")
        return shown.isEmpty ? nil : "<span class=\"where\">\(shown.excerpt(Self.textLimit))</span>"
    }

    // MARK: What to do

    private func fix(of cause: Cause, _ anchor: String) -> HTML {
        let isCopied = { (part: Substring) in
            part == cause.code.map { $0[...] } || part.hasPrefix(ToolCommand.tool + " ")
        }
        let fix: HTML? =
            cause.fix.isEmpty
            ? nil : "<p><b>Fix</b> \(Self.prose(cause.fix.excerpt(Self.textLimit), isCopied: isCopied))</p>"
        return """
            <div class="fix">\(fix)\(versions(cause))<p class="note">\(since(cause))<a class="permalink" href="#\(anchor)" \
            aria-label="Link to this cause">#\(cause.id.prefix(8))</a></p></div>

            """
    }

    /// The shipped versions that it breaks.
    private func versions(_ cause: Cause) -> HTML? {
        cause.versions.map { "<p><b>Versions</b> \($0.description.excerpt(Self.textLimit))</p>" }
    }

    /// Since when it is so, as far as the history of the recordings shows.
    private func since(_ cause: Cause) -> HTML? {
        cause.since.map { "<span>since \($0.description)</span> " }
    }

    /// What the provider has to know: the request, what was expected, and what was received.
    private func message(about cause: Cause) -> HTML? {
        guard cause.severity > .info,
            let finding = (cause.findings + cause.history).first(where: {
                $0.exchange != nil && $0.model == nil
            }),
            let request = finding.location.flatMap(excerpts.request)
        else { return nil }
        let expected = finding.isChange ? finding.old : finding.expected
        let more = cause.exchanges.dropFirst().prefix(5)
        let lines = [
            cause.title, "", "request:   \(request.command)", "answered:  \(finding.exchange ?? "")",
            request.day.map { "on:        \($0)" }, finding.subject.text.map { "part:      \($0)" },
            expected.isEmpty ? nil : "expected:  \(expected)", "received:  \(finding.found)",
            more.isEmpty ? nil : "also:      \(more.joined(separator: ", "))",
        ]
        let text = lines.compactMap { $0?.excerpt(Self.textLimit) }.map { line -> HTML in "\(line)\n" }
        return """
            <details class="message"><summary>Message to the provider</summary>
            <pre class="copied" tabindex="0" aria-label="Message to the provider">\(text)</pre></details>

            """
    }

    // MARK: Findings

    /// Similar findings as one entry of a cause.
    private func finding(_ entry: [Finding], id: String) -> HTML {
        let (item, total) = (entry[0], entry.total)
        let count: HTML? = total > 1 ? " <span class=\"note\">\(total) alike</span>" : nil
        let context = [item.exchange ?? item.operation, item.model.map { "model \($0)" }].compactMap(\.self)
            .joined(separator: " · ")
        let places = [item.location, item.oldLocation, item.contractLocation, item.modelLocation]
            .compactMap(\.self).map { location -> HTML in " \(excerpts.link(to: location))" }
        return """
            <li id="\(id)">\(Self.label(item.severity)) <code>\(item.rule.id)</code>\(count)
            <p>\(item.message.excerpt(Self.textLimit))</p>
            <p class="note">\(context.excerpt(Self.textLimit))\(places)</p>
            \(affected(item))\(evidence(of: item))\
            \(list(item.others.map(\.words), total: item.others.count, of: "other place"))\
            \(similar(entry))\(next(item))</li>

            """
    }

    private func affected(_ item: Finding) -> [HTML] {
        item.affected.map { property in
            let location = property.location.map { excerpts.link(to: $0) }
            return """
                <p class="note">breaks <b>\(property.name)</b> \(location): \
                \(property.reason.excerpt(Self.textLimit))</p>

                """
        }
    }

    private func evidence(of item: Finding) -> HTML? {
        switch item.evidence {
        case .notNeeded: nil
        case .recorded(let location, _, let value):
            "<p class=\"note\">recorded: \(excerpts.link(to: location)) is <code>\(value.excerpt(160))</code></p>\n"
        case .unrecorded(let example?):
            """
            <p class="note">no recording shows it; an example is \
            <code>\(example.text(.compact).excerpt(160))</code></p>

            """
        case .unrecorded(nil): "<p class=\"note\">no recording shows it</p>\n"
        case .instance(let value):
            "<p class=\"note\">in the instance <code>\(value.text(.compact).excerpt(160))</code></p>\n"
        }
    }

    private func similar(_ entry: [Finding]) -> HTML? {
        list(
            entry.dropFirst().prefix(Self.similarLimit).map { item in
                let pointer = item.pointer.map { "'\($0)': " } ?? ""
                return [item.location.map { "\($0)" }, pointer + item.found].compactMap(\.self)
                    .joined(separator: "  ")
            }, total: entry.total - 1, of: "similar result")
    }

    private func list(_ texts: [String], total: Int, of noun: String) -> HTML? {
        guard total > 0 else { return nil }
        let rows = texts.prefix(Self.similarLimit).map { text -> HTML in
            "<li>\(text.excerpt(Self.textLimit))</li>\n"
        }
        let rest: HTML? =
            total > rows.count && !rows.isEmpty ? "<li>and \(total - rows.count) more</li>\n" : nil
        guard !rows.isEmpty else { return "<p class=\"note\">and \(String.count(total, noun))</p>\n" }
        return """
            <details><summary>\(String.count(total, noun))</summary>
            <ul class="similar">
            \(rows)\(rest)</ul></details>

            """
    }

    private func next(_ item: Finding) -> HTML? {
        item.next.isEmpty
            ? nil : "<p class=\"next\">next: \(Self.prose(item.next.excerpt(Self.textLimit)))</p>\n"
    }
}
