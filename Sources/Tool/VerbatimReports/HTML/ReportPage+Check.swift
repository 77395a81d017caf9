import VerbatimContract
import VerbatimJSON

// MARK: - Operations and statuses

extension ReportPage {
    /// The number of operations that have a row.
    private static let rowLimit = 1000
    private static let gapLimit = 200

    /// The operations as rows, the statuses as columns: responses in the color of the worst finding.
    func heatMap(of check: CheckReport, _ contents: ReportContents) -> HTML {
        let tallies = check.operations.filter { $0.interactions > 0 || $0.isRecorded }
        let map = HeatMap(check, contents, anchors: anchorsByFingerprint)
        let columns = map.columns
        let headings = columns.map { status -> HTML in "<th scope=\"col\">\(status)</th>" }
        let listed = tallies.prefix(Self.rowLimit)
        let bodies = OrderedGroups(grouping: listed, by: \.api).pairs.map { api, tallies -> HTML in
            let rows = tallies.map { tally -> HTML in
                let cells = columns.map { map.cell(tally, $0) }
                return """
                    <tr><th scope="row" title="\(tally.method) \(tally.path)">\(tally.shortName)</th>\(cells)</tr>

                    """
            }
            return """
                <tbody>
                <tr class="group"><th scope="rowgroup" colspan="\(columns.count + 1)">\(api)</th></tr>
                \(rows)</tbody>

                """
        }
        let unasked = check.operations.count - tallies.count
        let note: HTML? =
            unasked > 0
            ? """
            <p class="note">\(String.count(unasked, "more operation")) with <code>x-recorded: false</code></p>

            """ : nil
        return Self.section(
            "operations", "Every operation and status",
            """
            \(Self.scroll("Responses by operation and status", """
            <table class="heat">
            <thead><tr><th scope="col"><span class="hidden">Operation</span></th>\(headings)</tr></thead>
            \(bodies)</table>

            """))\(Self.more(tallies.count - listed.count, "operation"))\(note)\
            <p class="note legend"><span class="ok">2</span> responses that hold <span class="missing">○</span> \
            in the contract, in no recording</p>

            """)
    }

    private var anchorsByFingerprint: [String: String] {
        let pairs = zip(causes, anchors).flatMap { cause, anchor in cause.fingerprints.map { ($0, anchor) } }
        return Dictionary(pairs) { first, _ in first }
    }
}

/// The fields of the table of operations and statuses.
private struct HeatMap {
    private struct Field: Hashable {
        let api: String?
        let operation: String?
        let status: String
    }

    private let found: [Field: [Finding]]
    private let missing: Set<Field>
    private let anchors: [String: String]
    /// The statuses that occur, in order.
    let columns: [String]

    init(_ check: CheckReport, _ contents: ReportContents, anchors: [String: String]) {
        self.anchors = anchors
        found = Dictionary(grouping: contents.items.filter { $0.status != nil }) {
            Field(api: $0.api, operation: $0.operation, status: "\($0.status ?? 0)")
        }.mapValues(\.worstFirst)
        let gaps = check.coverage().flatMap(\.gaps).filter { $0.rule == .statusUnrecorded }
        missing = Set(gaps.map { Field(api: $0.api, operation: $0.operation, status: $0.statusName) })
        let recorded = check.operations.flatMap { $0.statuses.keys.map(String.init) }
        columns = Set(recorded + missing.map(\.status)).sorted { one, other in
            (one.count == 3 ? one : "~" + one) < (other.count == 3 ? other : "~" + other)
        }
    }

    func cell(_ tally: OperationTally, _ status: String) -> HTML {
        let field = Field(api: tally.api, operation: tally.id, status: status)
        let count = Int(status).flatMap { tally.statuses[$0] } ?? 0
        guard count > 0 else {
            return missing.contains(field)
                ? """
                <td class="missing"><span aria-hidden="true">○</span>\
                <span class="hidden">not recorded</span></td>
                """ : "<td></td>"
        }
        let worst = found[field]?.first { $0.severity >= .warning }
        guard let worst else { return "<td class=\"ok\">\(count)</td>" }
        let words = "\(tally.id) \(status): \(String.count(count, "response")), \(worst.severity.word)"
        return """
            <td class="\(worst.severity.rawValue)"><a href="#\(anchors[worst.fingerprint] ?? "causes")" \
            aria-label="\(words)">\(ReportPage.shape(worst.severity))\(count)</a></td>
            """
    }
}

extension OperationTally {
    /// The id of the operation without the name of the API, which is above it.
    fileprivate var shortName: Substring { id.hasPrefix("\(api).") ? id.dropFirst(api.count + 1) : id[...] }
}

extension Finding {
    /// The status that a gap is about, as the contract writes it: `404`, `4XX`, `default`.
    fileprivate var statusName: String { subject.contractPointer?.tokens.last ?? "other" }
}

// MARK: - Proof

extension ReportPage {
    /// The parts of the contracts that recordings contain, and those that none does.
    func proof(of check: CheckReport) -> HTML? {
        let kinds = Coverage.Kind.allCases
        let all = check.coverage().filter { coverage in kinds.contains { coverage[$0].total > 0 } }
        guard !all.isEmpty else { return nil }
        let sums = kinds.map { kind in
            (kind.rawValue, all.reduce(0) { $0 + $1[kind].covered }, all.reduce(0) { $0 + $1[kind].total })
        }
        let apis = all.map { coverage -> HTML in
            let counts = kinds.map { ($0.rawValue, coverage[$0].covered, coverage[$0].total) }
            let gaps = String.count(coverage.gaps.count, "gap")
            return """
                <details><summary>\(coverage.api): \(gaps)</summary>
                \(Self.bars(counts))\(list(of: coverage.gaps))</details>

                """
        }
        return Self.section("proof", "Proven by recordings", "\(Self.bars(sums))\(apis)")
    }

    private static func bars(_ counts: [(name: String, covered: Int, total: Int)]) -> HTML {
        let rows = counts.filter { $0.total > 0 }.map { name, covered, total -> HTML in
            // Not full unless all are counted.
            """
            <li><span>\(name)</span>\
            <svg class="bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">\
            <rect class="rest" width="1000" height="8"/>\
            <rect class="done" width="\(covered * 1000 / total)" height="8"/></svg>\
            <span class="number">\(covered) of \(total)</span></li>

            """
        }
        return "<ul class=\"bars\">\n\(rows)</ul>\n"
    }

    private func list(of gaps: [Finding]) -> HTML? {
        guard !gaps.isEmpty else { return nil }
        let rows = gaps.prefix(Self.gapLimit).map { gap -> HTML in
            let location = gap.contractLocation.map { excerpts.link(to: $0) }
            return "<li>\(gap.part ?? gap.rule.id) \(location)</li>\n"
        }
        let rest: HTML? = gaps.count > rows.count ? "<li>and \(gaps.count - rows.count) more</li>\n" : nil
        return "<ul class=\"gaps\">\n\(rows)\(rest)</ul>\n"
    }
}
