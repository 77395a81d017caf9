import VerbatimJSON
import VerbatimMutation

/// The scores of mutants as a table and sentences, for reports that people read.
///
///     operation   mutants  killed by contract  killed by model  killed  survived  equivalent  waived
///     shop item        47               76.5%            61.7%   95.7%         2           -       1
///     shop (all)       47               76.5%            61.7%   95.7%         2           -       1
///     not counted: 1 mutant with an unknown key, which breaks no client
struct MutationScores {
    private let reports: [MutationReport]
    private let sum: MutationScore

    init(_ reports: [MutationReport]) {
        self.reports = reports
        sum = MutationScore.sum(of: reports)
    }

    static let numberColumns = Set(1...7)

    /// The headings, and the cells of each operation and of each API.
    var rows: [[String]] {
        let headings = [
            "operation", "mutants", "killed by contract", "killed by model", "killed", "survived",
            "equivalent", "waived",
        ]
        return [headings]
            + reports.flatMap { report in
                report.operations.map { Self.cells("\(report.api) \($0)", report.score(of: $0)) }
                    + [Self.cells("\(report.api) (all)", report.score)]
            }
    }

    private static func cells(_ name: String, _ score: MutationScore) -> [String] {
        let parts = [score.killedByContract, score.killedByModel, score.killed].map {
            score.mutants == 0 ? "-" : percent(score.fraction($0))
        }
        return [name, String(score.mutants)] + parts
            + [score.survived, score.equivalent, score.waived].map { $0 == 0 ? "-" : String($0) }
    }

    /// Returns a percentage with one decimal, rounded down, so that 100.0% means all.
    private static func percent(_ fraction: Double) -> String {
        let tenths = Int(exactly: (fraction * 1_000).rounded(.down)) ?? 0
        return "\(tenths / 10).\(tenths % 10)%"
    }

    /// The table and the notes; each line has a line break.
    func text(width: Int?) -> String {
        TextTable(rows, numberColumns: Self.numberColumns, width: width).text
            + notes.map { $0 + "\n" }.joined()
    }

    /// The outcome as a sentence: `19 of 2712 mutants survived.`
    var sentence: String {
        let unused = reports.reduce(0) { $0 + $1.unusedWaivers.count }
        let parts = [
            (sum.survived, "\(sum.survived) of \(String.count(sum.mutants, "mutant")) survived."),
            (unused, "\(String.count(unused, "waiver")) \(unused == 1 ? "waives" : "waive") nothing."),
        ].filter { $0.0 > 0 }.map(\.1)
        return parts.isEmpty ? "No mutant survived." : parts.joined(separator: " ")
    }

    /// The total: `2712 mutants: 99.2% killed, 99.2% by the contract (85 by a warning only)`.
    var total: String {
        "\(String.count(sum.mutants, "mutant")): \(Self.percent(sum.fraction(sum.killed))) killed, "
            + "\(Self.percent(sum.fraction(sum.killedByContract))) by the contract "
            + "(\(sum.killedByWarning) by a warning only)"
    }

    /// What is not in the scores, a sentence each.
    var notes: [String] {
        func sum(_ count: (MutationReport) -> Int) -> Int { reports.reduce(0) { $0 + count($1) } }
        let unknown = sum { $0.score(of: .unknownKey).mutants }
        let (omitted, disagreements) = (sum { $0.omittedValues }, sum { $0.disagreements })
        let notes = [
            (
                unknown,
                "not counted: \(String.count(unknown, "mutant")) with an unknown key, which breaks no client"
            ),
            (
                omitted,
                "not mutated: \(String.count(omitted, "value")) of bodies that are large or have many findings"
            ),
            (
                disagreements,
                "\(String.count(disagreements, "result")) for a reduced body differed from that for the whole "
                    + "body, which counts: this is a bug in verbatim, please report it"
            ),
        ]
        return notes.filter { $0.0 > 0 }.map(\.1)
    }
}
