import VerbatimContract
import VerbatimJSON

extension ReportText {
    /// Returns a table of the operations, the summary, and the coverage.
    ///
    ///     3 interactions, 1 without a contract: 1 breaking, 0 warning, 1 info
    ///     covered: 9 of 12 operations, 14 of 30 statuses, 21 of 44 parameters, 280 of 410 properties
    func text(of check: CheckReport, _ counts: SeverityCounts) -> String {
        OperationTable(colored: isColored, width: width).text(of: check)
            + "\(check.subjectText): \(counts.text)\n" + text(of: check.coverage(listingGaps: listsGaps))
    }

    /// Returns the total of all contracts in one line, after the gaps of each; empty if the contracts are.
    private func text(of coverage: [Coverage]) -> String {
        guard let totals = coverage.totalText else { return "" }
        return (listsGaps ? coverage.map(gaps).joined() + "\n" : "") + "covered: \(totals)\n"
    }

    private func gaps(of coverage: Coverage) -> String {
        guard !coverage.gaps.isEmpty, let counts = [coverage].totalText else { return "" }
        let gaps = coverage.gaps.map { gap in
            let location = gap.contractLocation?.description ?? coverage.api
            return "  " + "\(location): \(gap.part ?? gap.rule.id)".onOneLine + "\n"
        }
        return "\nthe recordings of \(coverage.api.onOneLine) cover \(counts), but not:\n" + gaps.joined()
    }
}

extension CheckReport {
    /// The numbers of interactions: `3 interactions, 1 without a contract`.
    var subjectText: String {
        let unmatched = [
            (undocumentedOperations, "without an operation"), (undocumentedAPIs, "without a contract"),
        ]
        let counts = unmatched.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return ([String.count(interactions, "interaction")] + counts).joined(separator: ", ")
    }
}

extension [Coverage] {
    /// The sums by kind, without kinds that do not occur: `9 of 12 operations, 14 of 30 statuses`; nil if
    /// none does.
    var totalText: String? {
        let sums = Coverage.Kind.allCases.map { kind in
            (kind, covered: reduce(0) { $0 + $1[kind].covered }, total: reduce(0) { $0 + $1[kind].total })
        }
        let texts = sums.filter { $0.total > 0 }.map { "\($0.covered) of \($0.total) \($0.0.rawValue)" }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}
