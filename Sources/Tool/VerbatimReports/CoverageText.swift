import VerbatimContract

/// What recordings show of contracts, as people read it.
///
///     shown: 9 of 12 operations, 14 of 30 statuses, 21 of 44 parameters, 280 of 410 properties, 30 of 82 values, 20 of 24 formats
struct CoverageText {
    /// Whether everything that is not shown is listed before the sums.
    let listsGaps: Bool

    /// The sums in a line, ended by a line break; nothing when nothing is declared.
    func text(of coverage: [Coverage]) -> String {
        let sums = Coverage.Kind.allCases.compactMap { kind -> String? in
            let declared = coverage.reduce(0) { $0 + $1[kind].total }
            let shown = coverage.reduce(0) { $0 + $1[kind].covered }
            return declared == 0 ? nil : "\(shown) of \(declared) \(kind.rawValue)"
        }
        guard !sums.isEmpty else { return "" }
        return (listsGaps ? list(coverage) : "") + "shown: " + sums.joined(separator: ", ") + "\n"
    }

    private func list(_ coverage: [Coverage]) -> String {
        coverage.filter { !$0.gaps.isEmpty }.map { coverage in
            let counts = Coverage.Kind.allCases.filter { coverage[$0].total > 0 }.map { kind in
                "\(coverage[kind].covered)/\(coverage[kind].total) \(kind.rawValue)"
            }
            let gaps = coverage.gaps.map { gap in
                "  \(gap.contractLocation?.description ?? coverage.api): \(gap.subject ?? gap.rule.id)\n"
            }
            return "\n\(coverage.api) shows \(counts.joined(separator: ", ")); no recording shows\n"
                + gaps.joined()
        }.joined() + "\n"
    }
}
