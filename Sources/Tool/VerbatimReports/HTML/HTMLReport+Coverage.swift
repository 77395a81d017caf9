import VerbatimContract
import VerbatimJSON

extension HTMLReport {
    /// The number of gaps of an API that are listed.
    private static let gapLimit = 200
    /// The number of operations of an API that have a row in the picture.
    private static let operationLimit = 300

    /// The parts of the contracts that recordings contain: in numbers, as a picture, and as a list of gaps.
    func coverage(of check: CheckReport) -> Section? {
        let all = check.coverage().filter { coverage in
            Coverage.Kind.allCases.contains { coverage[$0].total > 0 }
        }
        guard !all.isEmpty else { return nil }
        let kinds = Coverage.Kind.allCases
        let headings = kinds.map { kind -> HTML in "<th scope=\"col\">\(kind.rawValue)</th>" }
        let rows = all.map { coverage -> HTML in
            let cells = kinds.map { kind in Self.meter(coverage[kind]) }
            return "<tr><th scope=\"row\">\(coverage.api)</th>\(cells)</tr>\n"
        }
        let covered = all.reduce(0) { $0 + $1[.properties].covered }
        let total = all.reduce(0) { $0 + $1[.properties].total }
        return Section(
            id: "coverage", title: "Coverage",
            note: total > 0 ? "\(covered * 100 / total)% of properties" : "",
            content: """
                <p>The parts of the contracts that recordings contain. A part that no recording contains may be \
                correct, but nothing proves it.</p>
                \(Self.scroll("Coverage by API and kind of part", """
                <table class="coverage">
                <thead><tr><th scope="col">API</th>\(headings)</tr></thead>
                <tbody>
                \(rows)</tbody></table>
                """))
                \(all.map { picture(of: $0, check.operations.filter { [api = $0.api] in $0.api == api }) })
                """)
    }

    /// A cell with a bar and its numbers.
    private static func meter(_ count: Coverage.Count) -> HTML {
        guard count.total > 0 else { return "<td class=\"none\">\u{2013}</td>" }
        return """
            <td>\(bar([(count.covered, "done")], of: count.total))<span>\(count.covered) of \(count.total)\
            </span></td>
            """
    }

    /// A bar of parts; it repeats numbers that are beside it.
    static func bar(_ parts: [(count: Int, style: String)], of total: Int) -> HTML {
        var start = 0
        let rects = parts.map { part -> HTML in
            // Not full unless all are counted.
            let width = part.count * 1000 / max(total, 1)
            defer { start += width }
            return "<rect class=\"\(part.style)\" x=\"\(start)\" width=\"\(width)\" height=\"8\"/>"
        }
        return """
            <svg class="bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">\
            <rect class="rest" width="1000" height="8"/>\(rects)</svg>
            """
    }

    // MARK: The picture

    private func picture(of coverage: Coverage, _ tallies: [OperationTally]) -> HTML {
        let gaps = OrderedGroups(grouping: coverage.gaps.filter { $0.rule == .statusUnrecorded }) {
            $0.operation
        }
        let rows = tallies.prefix(Self.operationLimit).map { tally -> HTML in
            let recorded = tally.statuses.sorted { $0.key < $1.key }.map { status, count -> HTML in
                "<li class=\"done\">\(status)<span class=\"hidden\"> recorded</span></li>"
            }
            let missing = gaps[tally.id, default: []].map { gap -> HTML in
                "<li class=\"missing\">\(gap.statusName)<span class=\"hidden\"> not recorded</span></li>"
            }
            let none: HTML? =
                tally.interactions > 0
                ? nil
                : tally.isRecorded
                    ? "<li class=\"missing\">not recorded</li>"
                    : "<li class=\"off\">not to be recorded</li>"
            return """
                <tr><th scope="row">\(tally.id)</th><td><ul class="statuses">\(recorded)\(missing)\(none)</ul>\
                </td></tr>

                """
        }
        return """
            <h3>\(coverage.api)</h3>
            \(strip(of: coverage))<table class="picture">
            <caption class="hidden">Statuses of the operations of \(coverage.api)</caption>
            <thead class="hidden"><tr><th scope="col">Operation</th><th scope="col">Statuses</th></tr></thead>
            <tbody>
            \(rows)</tbody></table>
            \(Self.more(tallies.count - rows.count, "operation"))\(list(of: coverage.gaps))
            """
    }

    /// The lines of the contract from its start to its end, with a stroke for each gap.
    private func strip(of coverage: Coverage) -> HTML? {
        let lines = coverage.gaps.compactMap(\.contractLocation?.line)
        guard let last = lines.max(), let file = coverage.gaps.first?.contractLocation?.file else {
            return nil
        }
        var strokes = ""
        for place in Set(lines.map { $0 * 1000 / (last + 1) }).sorted() { strokes += "M\(place) 0v16" }
        let gaps = String.count(coverage.gaps.count, "gap")
        return """
            <figure class="strip">
            <svg viewBox="0 0 1000 16" preserveAspectRatio="none" role="img" \
            aria-label="\(gaps) in \(file), lines 1 to \(last)">\
            <rect class="done" width="1000" height="16"/><path class="gap" d="\(strokes)"/></svg>
            <figcaption><span><code>\(file)</code>: each stroke is one of \(gaps), at its line</span>\
            <span>1\u{2013}\(last)</span></figcaption>
            </figure>

            """
    }

    private func list(of gaps: [Finding]) -> HTML? {
        guard !gaps.isEmpty else { return nil }
        let rows = gaps.prefix(Self.gapLimit).map { gap -> HTML in
            let location: HTML? = gap.contractLocation.map { "<code>\($0.description)</code>" }
            return "<li>\(gap.part ?? gap.rule.id) \(location)</li>\n"
        }
        let rest: HTML? = gaps.count > rows.count ? "<li>and \(gaps.count - rows.count) more</li>\n" : nil
        return """
            <details><summary>\(String.count(gaps.count, "gap"))</summary>
            <ul class="gaps">
            \(rows)\(rest)</ul></details>

            """
    }
}

extension Finding {
    /// The status that a gap is about, as the contract writes it: `404`, `4XX`, `default`.
    fileprivate var statusName: String {
        subject.contractPointer?.tokens.last ?? "other"
    }
}
