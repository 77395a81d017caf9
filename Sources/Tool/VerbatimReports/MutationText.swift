import VerbatimContract
import VerbatimJSON
public import VerbatimMutation

/// How strong contracts are, as people read it: what survived, the scores by operation, and a line that sums up.
///
///     survived: empty at '/items/*/title' is noticed by neither the contract nor a model: '/items/0/title' is ""
///       at Recordings/shop/list.har:12:9 (GET /items -> 200)
///       and 3 more like it
///       next: say "minLength": 1 at '/components/schemas/Item/properties/title' (Contracts/shop.json:40:21), or say why not in 'x-mutation-waivers' there
public struct MutationText: Sendable {
    private let style: TextStyle

    /// Creates the words of a report; colours only when they are asked for.
    public init(colored: Bool = false) {
        style = TextStyle(isColored: colored)
    }

    /// The survivors, what only a model refused, unused waivers, an empty line, the table, and the sums.
    public func text(of reports: [MutationReport]) -> String {
        let told = reports.map(told).joined()
        return told + (told.isEmpty ? "" : "\n") + table(of: reports) + sums(of: reports)
    }

    // MARK: What was not noticed

    private func told(of report: MutationReport) -> String {
        let survivors = merged(report.survivors).map { text(of: $0, "survived", .breaking) }
        let refused = merged(report.groups.filter { $0.fate == .refused && $0.mutation.isScored }).map {
            text(of: $0, "refused", .warning)
        }
        return (survivors + refused + report.unusedWaivers.map(text)).joined()
    }

    /// Groups that are the same to a reader: one kind at one location, with one change that helps.
    private func merged(_ groups: [MutantGroup]) -> [(first: MutantGroup, count: Int)] {
        var merged: [(first: MutantGroup, count: Int)] = []
        for group in groups {
            if let index = merged.firstIndex(where: { $0.first.isLike(group) }) {
                merged[index].count += group.count
            } else {
                merged.append((group, group.count))
            }
        }
        return merged
    }

    private func text(of group: (first: MutantGroup, count: Int), _ fate: String, _ severity: Severity)
        -> String
    {
        let mutant = group.first
        let value = mutant.pointer.map { " at '\($0)'" } ?? ""
        let who = fate == "survived" ? "neither the contract nor a model" : "a model, but not the contract"
        var lines = [
            "\(style.colored(fate, as: severity)): \(mutant.mutation.rawValue)\(value) is noticed by \(who): "
                + mutant.change
        ]
        let location = mutant.location.map { "\($0) (\(mutant.exchange))" } ?? mutant.exchange
        lines.append("  at \(location)")
        if group.count > 1 { lines.append("  and \(group.count - 1) more like it") }
        lines.append("  next: \(next(mutant))")
        return lines.joined(separator: "\n") + "\n"
    }

    /// What to do about it; what a model refuses is a mistake of the answer, so nobody can waive it.
    private func next(_ mutant: MutantGroup) -> String {
        let isWaivable = mutant.fate == .survived
        guard let edit = mutant.edit else {
            return "no change that all recordings keep makes the contract notice it"
                + (isWaivable ? "; if the API may answer so, say why in 'x-mutation-waivers'" : "")
        }
        return "\(edit) at '\(edit.pointer)' (\(edit.location))"
            + (isWaivable ? ", or say there why not in 'x-mutation-waivers'" : "")
    }

    private func text(of waiver: Waiver) -> String {
        """
        \(style.colored("waiver-unused", as: .warning)): '\(waiver.mutation)' at '\(waiver.pointer)' waives no mutant
          at \(waiver.location)
          next: take it out, or correct its name or location

        """
    }

    // MARK: Scores

    private func table(of reports: [MutationReport]) -> String {
        let head = ["operation", "mutants", "contract", "model", "either", "survived", "seen", "waived"]
        let rows = reports.flatMap { report in
            report.operations.map { cells("\(report.api) \($0)", report.score(of: $0)) }
                + [cells("\(report.api) (all)", report.score)]
        }
        return TextTable([head] + rows, numbers: Set(1...7)).text
    }

    private func cells(_ name: String, _ score: MutationScore) -> [String] {
        let parts = [score.byContract, score.byModel, score.byEither].map {
            score.mutants == 0 ? "-" : Self.percent(score.fraction($0))
        }
        return [name, String(score.mutants)] + parts
            + [score.survived, score.seen, score.waived].map { $0 == 0 ? "-" : String($0) }
    }

    /// One decimal, rounded down: 100 % is all of them.
    private static func percent(_ fraction: Double) -> String {
        let tenths = Int((fraction * 1_000).rounded(.down))
        return "\(tenths / 10).\(tenths % 10)%"
    }

    private func sums(of reports: [MutationReport]) -> String {
        let score = MutationScore.sum(of: reports)
        let unknown = reports.reduce(0) { $0 + $1.score(of: .unknownKey).mutants }
        var lines = [
            "\(score.mutants) mutants: \(Self.percent(score.fraction(score.byContract))) noticed by the contract "
                + "(\(score.asWarning) only as a warning), \(Self.percent(score.fraction(score.byEither))) by the "
                + "contract or a model"
        ]
        if unknown > 0 {
            lines.append("not counted: \(unknown) with a key nobody knows, which breaks nobody")
        }
        let disagreements = reports.reduce(0) { $0 + $1.disagreements }
        if disagreements > 0 {
            lines.append(
                "\(disagreements) verdicts on a part of a body differed from those on the whole, which count: a fault of verbatim, please report it"
            )
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension MutantGroup {
    fileprivate func isLike(_ other: MutantGroup) -> Bool {
        operation == other.operation && mutation == other.mutation && pointer == other.pointer
            && edit == other.edit
    }
}
