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

/// A row of the matrix.
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
