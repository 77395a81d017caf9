import VerbatimContract
import VerbatimJSON

extension HTMLReport {
    /// The number of rows of the matrix.
    private static let rowLimit = 1000

    /// The operations with their statuses as rows, the kinds of checks as columns.
    func matrix(of report: Report, _ check: CheckReport) -> Section? {
        let cases = report.cases.filter { $0.kind != nil }
        guard !cases.isEmpty else { return nil }
        let rows = OrderedGroups(grouping: cases, by: MatrixRow.init)
        let listed = rows.pairs.prefix(Self.rowLimit).map { ($0, $1) }
        let apis = OrderedGroups(grouping: listed) { $0.0.api }
        let tallies = Dictionary(check.operations.map { (MatrixRow($0), $0) }) { first, _ in first }
        let bodies = apis.pairs.map { api, rows in body(of: api, rows, tallies) }
        let headings = CheckKind.ofResponse.map { kind -> HTML in
            "<th scope=\"col\" class=\"cell\">\(kind.rawValue)</th>"
        }
        return Section(
            id: "matrix", title: "Checks", note: "\(String.count(rows.count, "row"))",
            content: """
                <p>Every operation and status that was recorded, and the worst result of each kind of check. A \
                dash means that there was nothing to check.</p>
                \(Self.scroll("Checks by operation and status", """
                <table class="matrix">
                <thead><tr><th scope="col">Operation</th><th scope="col">Status</th>\
                <th scope="col" class="number">Responses</th>\(headings)</tr></thead>
                \(bodies)</table>
                """))
                \(Self.more(rows.count - listed.count, "row"))
                """)
    }

    /// Returns a table that is scrolled if it is wider than the page, also with the keyboard.
    static func scroll(_ label: String, _ table: HTML) -> HTML {
        "<div class=\"scroll\" role=\"region\" aria-label=\"\(label)\" tabindex=\"0\">\n\(table)</div>"
    }

    private func body(
        of api: String?, _ rows: [(MatrixRow, [ReportCase])], _ tallies: [MatrixRow: OperationTally]
    ) -> HTML {
        let operations = rows.filter { $0.0.operation != nil && $0.0.status != nil }
        let whole = rows.filter { $0.0.operation == nil || $0.0.status == nil }.flatMap { $0.1 }
            .filter { !$0.items.isEmpty }
        let groups = OrderedGroups(grouping: operations) { $0.0.withoutStatus }
        let lines = groups.pairs.flatMap { operation, rows in
            rows.enumerated().map { index, row in
                self.row(row.0, row.1, tallies[operation], count: index == 0 ? rows.count : 0)
            }
        }
        return """
            <tbody>
            <tr class="group"><th scope="rowgroup" colspan="\(3 + CheckKind.ofResponse.count)">\
            \(api ?? "without a contract")</th></tr>
            \(lines)\(whole.map(self.whole))</tbody>

            """
    }

    /// A row for a status.
    ///
    /// - Parameter count: The number of rows of the operation if this is the first one, or 0.
    private func row(_ row: MatrixRow, _ cases: [ReportCase], _ tally: OperationTally?, count: Int) -> HTML {
        let byKind = Dictionary(cases.map { ($0.kind, $0) }) { first, _ in first }
        let cells = CheckKind.ofResponse.map { kind in cell(byKind[kind]) }
        let path: HTML? = tally.map { " <span class=\"path\">\($0.method) \($0.path)</span>" }
        let name: HTML? =
            count == 0
            ? nil : "<th scope=\"rowgroup\" rowspan=\"\(count)\">\(row.operation ?? "")\(path)</th>"
        let status = row.status ?? 0
        return """
            <tr>\(name)<th scope="row">\(status)</th>\
            <td class="number">\(tally?.statuses[status] ?? 0)</td>\(cells)</tr>

            """
    }

    private func cell(_ one: ReportCase?) -> HTML {
        guard let one else { return "<td class=\"cell none\">\u{2013}</td>" }
        guard let worst = one.items.first else { return "<td class=\"cell ok\">ok</td>" }
        let count = one.items.reduce(0) { $0 + ($1.severity == worst.severity ? $1.count : 0) }
        return """
            <td class="cell \(worst.severity.rawValue)"><a href="#f-\(worst.fingerprint)">\(count) \
            \(worst.severity.rawValue)</a></td>
            """
    }

    /// The results about an API or an operation as a whole, in a row of their own.
    private func whole(_ one: ReportCase) -> HTML {
        let subject = one.subject ?? "the API as a whole"
        let counts = SeverityCounts(items: one.items)
        let texts = SeverityCounts.severities.filter { counts[$0] > 0 }.map { severity -> HTML in
            "<span class=\"\(severity.rawValue)\">\(counts[severity]) \(severity.rawValue)</span> "
        }
        return """
            <tr><th scope="row">\(subject)</th><td colspan="2">\(one.kind?.rawValue ?? "")</td>\
            <td colspan="\(CheckKind.ofResponse.count)">\(texts)</td></tr>

            """
    }
}

private struct MatrixRow: Hashable {
    let api: String?
    let operation: String?
    let status: Int?

    init(_ one: ReportCase) {
        (api, operation, status) = (one.api, one.subject, one.status)
    }

    /// The row of an operation without a status.
    init(_ tally: OperationTally) {
        (api, operation, status) = (tally.api, tally.id, nil)
    }

    private init(api: String?, operation: String?) {
        (self.api, self.operation, status) = (api, operation, nil)
    }

    var withoutStatus: MatrixRow { MatrixRow(api: api, operation: operation) }
}

extension HTMLReport {
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
