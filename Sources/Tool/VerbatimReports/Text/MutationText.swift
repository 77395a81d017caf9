import VerbatimContract
import VerbatimJSON
public import VerbatimMutation

/// The strength of contracts as text: the survivors, the scores by operation, and a summary.
///
///     survived: empty at '/items/*/title': '/items/0/title' is ""
///       at Recordings/shop/list.har:12:9 (GET /items -> 200)
///       and 3 more like it
///       next: set "minLength": 1 at '/components/schemas/Item/properties/title'
///         (Contracts/shop.json:40:21), or, if such a response is valid, add the reason to …
public struct MutationText: Sendable {
    private let style: TextStyle
    private let width: Int?

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - colored: Whether the text is colored for a terminal.
    ///   - width: The width of the terminal in columns, or nil if it does not matter.
    public init(colored: Bool = false, width: Int? = nil) {
        style = TextStyle(isColored: colored)
        self.width = width
    }

    /// Returns the survivors, the mutants that only a model kills, unused waivers, the table and the summary;
    /// each line has a line break.
    public func text(of reports: [MutationReport]) -> String {
        let entries = reports.flatMap(entries).map { $0.text + "\n" }.joined()
        return entries + (entries.isEmpty ? "" : "\n") + table(of: reports) + summary(of: reports)
    }

    // MARK: Mutants

    /// Returns the survivors, the mutants that only a model kills, and the unused waivers.
    func entries(of report: MutationReport) -> [ReportEntry] {
        let killedByModel = report.groups.filter {
            $0.status == .killedByModel && $0.mutationOperator.isScored
        }
        return entries(of: report.survivors, "survived", .breaking)
            + entries(of: killedByModel, "killed by a model only", .warning)
            + report.unusedWaivers.map(entry)
    }

    private func entries(of mutants: [MutantGroup], _ status: String, _ severity: Severity) -> [ReportEntry] {
        OrderedGroups(grouping: mutants, by: SimilarMutantKey.init).values.map { alike in
            let mutant = alike[0]
            let others = alike.reduce(0) { $0 + $1.count } - 1
            let pointer = mutant.pointer.map { " at '\($0)'" } ?? ""
            let subject = mutant.mutationOperator.rawValue + pointer
            return ReportEntry(
                label: style.colored(status, as: severity), headline: "\(subject): \(mutant.change)",
                location: mutant.location.map { "\($0) (\(mutant.exchange))" } ?? mutant.exchange,
                others: others, next: next(mutant))
        }
    }

    /// The properties that similar mutants share.
    private struct SimilarMutantKey: Hashable {
        let operation: String
        let mutationOperator: MutationOperator
        let pointer: JSONPointer?
        let edit: ContractEdit?

        init(_ group: MutantGroup) {
            operation = group.operation
            mutationOperator = group.mutationOperator
            pointer = group.pointer
            edit = group.edit
        }
    }

    /// Returns the next step. A mutant that a model kills is not waivable: the app cannot read the response.
    private func next(_ mutant: MutantGroup) -> String {
        let isWaivable = mutant.status == .survived
        guard let edit = mutant.edit else {
            return "no edit of the contract kills it and keeps all recordings valid"
                + (isWaivable ? "; if such a response is valid, add the reason to 'x-mutation-waivers'" : "")
        }
        return "\(edit) at '\(edit.pointer)' (\(edit.location))"
            + (isWaivable
                ? ", or, if such a response is valid, add the reason to 'x-mutation-waivers' there" : "")
    }

    private func entry(for waiver: Waiver) -> ReportEntry {
        ReportEntry(
            label: style.colored("waiver-unused", as: .warning),
            headline: "'\(waiver.operatorName)' at '\(waiver.pointer)' waives no mutant",
            location: waiver.location.description, next: "remove it, or correct its operator or its position")
    }

    // MARK: Scores

    private func table(of reports: [MutationReport]) -> String {
        TextTable(rows(of: reports), numberColumns: Set(1...7), width: width).text
    }

    /// Returns the headings, and the cells of each operation and of each API.
    func rows(of reports: [MutationReport]) -> [[String]] {
        let headings = [
            "operation", "mutants", "killed by contract", "killed by model", "killed", "survived",
            "equivalent", "waived",
        ]
        return [headings]
            + reports.flatMap { report in
                report.operations.map { cells("\(report.api) \($0)", report.score(of: $0)) }
                    + [cells("\(report.api) (all)", report.score)]
            }
    }

    private func cells(_ name: String, _ score: MutationScore) -> [String] {
        let parts = [score.killedByContract, score.killedByModel, score.killed].map {
            score.mutants == 0 ? "-" : Self.percent(score.fraction($0))
        }
        return [name, String(score.mutants)] + parts
            + [score.survived, score.equivalent, score.waived].map { $0 == 0 ? "-" : String($0) }
    }

    /// Returns a percentage with one decimal, rounded down, so that 100.0% means all.
    private static func percent(_ fraction: Double) -> String {
        let tenths = Int((fraction * 1_000).rounded(.down))
        return "\(tenths / 10).\(tenths % 10)%"
    }

    /// Returns the totals; each line has a line break.
    func summary(of reports: [MutationReport]) -> String {
        let score = MutationScore.sum(of: reports)
        let unknown = reports.reduce(0) { $0 + $1.score(of: .unknownKey).mutants }
        let disagreements = reports.reduce(0) { $0 + $1.disagreements }
        var lines = [
            "\(String.count(score.mutants, "mutant")): \(Self.percent(score.fraction(score.killed))) killed, "
                + "\(Self.percent(score.fraction(score.killedByContract))) by the contract "
                + "(\(score.killedByWarning) by a warning only)"
        ]
        if unknown > 0 {
            lines.append(
                "not counted: \(String.count(unknown, "mutant")) with an unknown key, which breaks no client")
        }
        let omitted = reports.reduce(0) { $0 + $1.omittedValues }
        if omitted > 0 {
            lines.append("not mutated: \(String.count(omitted, "value")) of large bodies")
        }
        if disagreements > 0 {
            lines.append(
                "\(String.count(disagreements, "result")) for a reduced body differed from that for the whole body, "
                    + "which counts: this is a bug in verbatim, please report it")
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
