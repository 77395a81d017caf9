import VerbatimContract
import VerbatimJSON
public import VerbatimMutation

/// The strength of contracts as text for people: survivors, scores by operation, and a summary.
///
///     survived: empty at '/items/*/title': '/items/0/title' is ""
///       at Recordings/shop/list.har:12:9 (GET /items -> 200)
///       and 3 more like it
///       next: set "minLength": 1 at '/components/schemas/Item/properties/title' (Contracts/shop.json:40:21),
///         or add the reason why the API may respond so to 'x-mutation-waivers' there
public struct MutationText: Sendable {
    private let style: TextStyle

    /// Creates a report writer.
    public init(colored: Bool = false) {
        style = TextStyle(isColored: colored)
    }

    /// The survivors, the mutants that only a model kills, unused waivers, an empty line, the table, and the
    /// summary.
    public func text(of reports: [MutationReport]) -> String {
        let mutants = reports.map(mutants).joined()
        return mutants + (mutants.isEmpty ? "" : "\n") + table(of: reports) + summary(of: reports)
    }

    // MARK: Mutants

    private func mutants(of report: MutationReport) -> String {
        let killedByModel = report.groups.filter {
            $0.status == .killed(by: .model) && $0.mutationOperator.isScored
        }
        let survivors = merged(report.survivors).map { text(of: $0, "survived", .breaking) }
        let others = merged(killedByModel).map { text(of: $0, "killed by a model only", .warning) }
        return (survivors + others + report.unusedWaivers.map(text)).joined()
    }

    /// Merges groups with the same operator, pointer and edit.
    private func merged(_ groups: [MutantGroup]) -> [(first: MutantGroup, count: Int)] {
        OrderedGroups(grouping: groups, by: MergeKey.init).values.compactMap { groups in
            groups.first.map { ($0, groups.reduce(0) { $0 + $1.count }) }
        }
    }

    private struct MergeKey: Hashable {
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

    private func text(of group: (first: MutantGroup, count: Int), _ status: String, _ severity: Severity)
        -> String
    {
        let mutant = group.first
        let pointer = mutant.pointer.map { " at '\($0)'" } ?? ""
        let location = mutant.location.map { "\($0) (\(mutant.exchange))" } ?? mutant.exchange
        var lines = [
            "\(style.colored(status, as: severity)): \(mutant.mutationOperator.rawValue)\(pointer): \(mutant.change)",
            "  at \(location)",
        ]
        if group.count > 1 { lines.append("  and \(group.count - 1) more like it") }
        lines.append("  next: \(next(mutant))")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The next step. A mutant that a model kills is not waivable, as the app cannot read such a response.
    private func next(_ mutant: MutantGroup) -> String {
        let isWaivable = mutant.status == .survived
        guard let edit = mutant.edit else {
            return "no edit of the contract kills it and keeps all recordings valid"
                + (isWaivable
                    ? "; if the API may respond so, add the reason to 'x-mutation-waivers'" : "")
        }
        return "\(edit) at '\(edit.pointer)' (\(edit.location))"
            + (isWaivable
                ? ", or add the reason why the API may respond so to 'x-mutation-waivers' there" : "")
    }

    private func text(of waiver: Waiver) -> String {
        """
        \(style.colored("waiver-unused", as: .warning)): '\(waiver.operatorName)' at '\(waiver.pointer)' waives no mutant
          at \(waiver.location)
          next: remove it, or correct its operator or its position

        """
    }

    // MARK: Scores

    private func table(of reports: [MutationReport]) -> String {
        let head = [
            "operation", "mutants", "killed by contract", "killed by model", "killed", "survived",
            "equivalent",
            "waived",
        ]
        let rows = reports.flatMap { report in
            report.operations.map { cells("\(report.api) \($0)", report.score(of: $0)) }
                + [cells("\(report.api) (all)", report.score)]
        }
        return TextTable([head] + rows, numbers: Set(1...7)).text
    }

    private func cells(_ name: String, _ score: MutationScore) -> [String] {
        let parts = [score.killedByContract, score.killedByModel, score.killed].map {
            score.mutants == 0 ? "-" : Self.percent(score.fraction($0))
        }
        return [name, String(score.mutants)] + parts
            + [score.survived, score.equivalent, score.waived].map { $0 == 0 ? "-" : String($0) }
    }

    /// A percentage with one decimal, rounded down, so that 100.0% means all.
    private static func percent(_ fraction: Double) -> String {
        let tenths = Int((fraction * 1_000).rounded(.down))
        return "\(tenths / 10).\(tenths % 10)%"
    }

    private func summary(of reports: [MutationReport]) -> String {
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
        if disagreements > 0 {
            lines.append(
                "\(String.count(disagreements, "result")) for a reduced body differed from that for the whole, "
                    + "which counts: this is a bug in verbatim, please report it")
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
