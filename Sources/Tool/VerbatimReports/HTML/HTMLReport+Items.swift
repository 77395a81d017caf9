import VerbatimContract
import VerbatimJSON

extension HTMLReport {
    /// The findings and changes, the most severe first, similar ones together.
    func items(of contents: ReportContents, _ excerpts: ExcerptReader) -> Section {
        let noun = if case .changes = contents.subject { "Changes" } else { "Findings" }
        let entries = contents.worstFirst.entries
        let total = contents.items.total
        guard !entries.isEmpty else {
            return Section(
                id: "findings", title: noun, note: "0", content: "<p class=\"empty\">There are none.</p>\n")
        }
        var names = EntryNames()
        let listed = entries.prefix(Self.entryLimit).enumerated().map { index, entry in
            self.entry(
                entry, id: names.name(of: entry[0]), index < Self.excerptLimit ? excerpts : nil)
        }
        return Section(
            id: "findings", title: noun, note: "\(total)",
            content: """
                \(filter(entries.map { $0[0] }))
                <div id="list">
                \(listed)</div>
                \(omitted(entries.dropFirst(Self.entryLimit)))
                """)
    }

    /// The identifiers of entries: the fingerprint, with a number if several entries have it.
    struct EntryNames {
        private var counts: [String: Int] = [:]

        mutating func name(of item: Finding) -> String {
            let fingerprint = item.fingerprint
            counts[fingerprint, default: 0] += 1
            let number = counts[fingerprint, default: 1]
            return "f-\(fingerprint)" + (number > 1 ? "-\(number)" : "")
        }
    }

    /// The form that the script shows.
    private func filter(_ items: [Finding]) -> HTML {
        let severities = SeverityCounts.severities.filter { severity in
            items.contains { $0.severity == severity }
        }
        let boxes = severities.map { severity -> HTML in
            """
            <label><input type="checkbox" name="severity" value="\(severity.rawValue)" checked> \
            \(Self.label(severity))</label>

            """
        }
        var seen: Set<String> = []
        let apis = items.compactMap(\.api).filter { seen.insert($0).inserted }.sorted()
        let options = apis.map { api -> HTML in "<option>\(api)</option>" }
        return """
            <form id="filter" role="search" aria-label="Filter" hidden>
            <label class="grow">Filter <input type="search" name="words" autocomplete="off" \
            placeholder="rule, operation, pointer, file"></label>
            <label>API <select name="api"><option value="">all</option>\(options)</select></label>
            <fieldset><legend>Severity</legend>
            \(boxes)</fieldset>
            <p id="shown" role="status"></p>
            <p class="keys">In the list, <kbd>j</kbd> and <kbd>k</kbd> move to the next and the previous entry.</p>
            </form>
            """
    }

    private func omitted(_ entries: ArraySlice<[Finding]>) -> HTML? {
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
            <p>The other formats list all of them.</p>
            <table><thead><tr><th scope="col">Rule</th><th scope="col">Severity</th>\
            <th scope="col" class="number">Results</th></tr></thead>
            <tbody>
            \(rules)</tbody></table>

            """
    }

    // MARK: Entries

    private func entry(_ entry: [Finding], id: String, _ excerpts: ExcerptReader?) -> HTML {
        let (item, total) = (entry[0], entry.total)
        let count: HTML? = total > 1 ? "<span class=\"count\">\(total) results</span>" : nil
        return """
            <article id="\(id)" class="item \(item.severity.rawValue)" \
            data-severity="\(item.severity.rawValue)" data-api="\(item.api ?? "")" tabindex="-1">
            <p class="rule">\(Self.label(item.severity)) <code>\(item.rule.id)</code> \(count)\
            <a class="permalink" href="#\(id)" aria-label="Link to this entry, \(item.fingerprint)">\
            #\(item.fingerprint.prefix(8))</a></p>
            <h3>\(item.message.excerpt(Self.textLimit))</h3>
            \(context(of: item))\(sides(of: item, excerpts))\(affected(item))\
            \(evidence(of: item))\(places(of: item))\(similar(entry))\(next(item))\
            </article>

            """
    }

    private func context(of item: Finding) -> HTML? {
        let parts = [item.api, item.operation, item.exchange, item.model.map { "model \($0)" }]
            .compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        let items = parts.map { part -> HTML in "<li>\(part.excerpt(Self.textLimit))</li>" }
        return "<ul class=\"where\">\(items)</ul>\n"
    }

    private func sides(of item: Finding, _ excerpts: ExcerptReader?) -> HTML? {
        switch item.sides {
        case .expected(let expected, let found):
            let promised = item.model == nil ? "contract" : "model"
            let first = side("recorded", found, item.location) {
                excerpts?.excerpt(at: $0, pointer: item.pointer, part: item.part)
            }
            let second = side(promised, expected, item.modelLocation ?? item.contractLocation) {
                item.modelLocation == nil
                    ? excerpts?.excerpt(
                        inContract: $0, at: item.contractPointer, name: item.pointer?.tokens.last)
                    : excerpts?.excerpt(at: $0, pointer: nil)
            }
            // Without a comparison, the message already says what was found.
            guard !expected.isEmpty || item.location != nil || item.contractLocation != nil else {
                return nil
            }
            return "<div class=\"sides\">\n\(first)\(second)</div>\n"
        case .change(let direction, let old, let new):
            let first = side("old", old, item.oldLocation) { excerpts?.excerpt(at: $0, pointer: nil) }
            let second = side("new", new, item.location) { excerpts?.excerpt(at: $0, pointer: nil) }
            return """
                <div class="sides">
                \(first)\(second)</div>
                <p class="note">The new side allows \(direction.words).</p>

                """
        }
    }

    /// One side of a comparison: its title and location, the value in words, and the excerpt.
    private func side(
        _ title: String, _ words: String, _ location: SourceLocation?,
        _ read: (SourceLocation) -> SourceExcerpt?
    ) -> HTML? {
        guard location != nil || !words.isEmpty else { return nil }
        let file: HTML? = location.map { "<code>\($0.description)</code>" }
        let excerpt = location.flatMap(read)
        let text: HTML? = words.isEmpty ? nil : "<p>\(words.excerpt(Self.textLimit))</p>\n"
        return """
            <figure class="side">
            <figcaption><b>\(title)</b> \(file)</figcaption>
            \(text)\(excerpt.map(html))</figure>

            """
    }

    private func html(of excerpt: SourceExcerpt) -> HTML {
        // A line without a part of the value has all of its text after it.
        let starts = excerpt.lines.map { $0.value.isEmpty ? $0.before + $0.after : $0.before }
        let indentation = starts.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        let lines = zip(excerpt.lines, starts).map { line, start -> HTML in
            let mark: HTML? =
                line.value.isEmpty ? nil : "<mark>\(line.value)</mark>\(line.after)"
            return """
                <span class="line"><span class="number" aria-hidden="true">\(line.number)</span>\
                <span>\(start.dropFirst(indentation))\(mark)</span></span>
                """
        }
        return "<pre><code>\(lines)</code></pre>\n"
    }

    // MARK: Details of entries

    private func affected(_ item: Finding) -> HTML? {
        guard !item.affected.isEmpty else { return nil }
        let rows = item.affected.map { property -> HTML in
            let location: HTML? = property.location.map { " <code>\($0.description)</code>" }
            return "<li><b>\(property.name)</b>\(location): \(property.reason)</li>\n"
        }
        return "<div class=\"list\"><p><b>Breaks in the app</b></p>\n<ul>\n\(rows)</ul></div>\n"
    }

    private func evidence(of item: Finding) -> HTML? {
        switch item.evidence {
        case .notNeeded: nil
        case .recorded(let location, _, let value):
            "<p class=\"note\"><b>Evidence</b> <code>\(location.description)</code> is <code>\(value)</code></p>\n"
        case .unrecorded(let example?):
            """
            <p class="note"><b>No recording shows it</b>; an example is \
            <code>\(example.text(.compact).excerpt(160))</code></p>

            """
        case .unrecorded(nil): "<p class=\"note\"><b>No recording shows it.</b></p>\n"
        }
    }

    private func places(of item: Finding) -> HTML? {
        list(
            item.others.map(\.words), total: item.others.count, of: "other place")
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
            ? nil : "<p class=\"next\"><b>Next</b> \(prose(item.next.excerpt(Self.textLimit)))</p>\n"
    }
}

extension Direction {
    /// The effect in words: `more values`.
    fileprivate var words: String {
        switch self {
        case .widens: "more values"
        case .narrows: "fewer values"
        case .both: "other values"
        default: "the same values"
        }
    }
}
