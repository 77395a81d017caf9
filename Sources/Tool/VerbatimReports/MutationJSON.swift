public import VerbatimJSON
public import VerbatimMutation

/// How strong contracts are, as programs read it.
///
/// The shape, which only ever grows (`version` says so if it ever breaks):
/// - `version`: 1
/// - `summary`: a score over all APIs and all operators but `unknown-key`, which no contract has to notice, and
///   `unknownKey` (how many of those there were), `skipped` (interactions that could not be changed), `disagreements`
///   (verdicts on a part of a body that differed from those on the whole), `unusedWaivers`
/// - `apis`: for each `api`, its score, and `operations`: for each `operation` its score and `operators`: for each
///   `operator` its score
/// - `groups`: the mutants that a contract does not notice, alike ones together: `api`, `operation`, `exchange`,
///   `operator`, `fate` (`survived`, `refused` by a model, `seen` in the recordings, `waived`), `count`, `change`, and
///   where they apply `pointer` (with `*` for indices), `location`, `reason` (of the waiver), `witness` (where it was seen),
///   `edit` (`pointer`, `member`, `change`, `location`)
/// - `unusedWaivers`: each with `pointer`, `operator`, `reason`, `location`
///
/// A score is `mutants`, the fractions `caughtByContract`, `caughtByModel`, `caughtByBoth`, `caughtByEither`, and the counts
/// `asWarning` (caught by the contract, only as a warning), `survived`, `seen` and `waived`; the last two are not among
/// the mutants.
public enum MutationJSON {
    /// The reports of some APIs as one JSON value.
    public static func value(of reports: [MutationReport]) -> JSONValue {
        [
            "version": 1,
            "summary": summary(of: reports),
            "apis": .array(reports.map(value)),
            "groups": .array(reports.flatMap { report in report.groups.map { value(of: $0, in: report) } }),
            "unusedWaivers": .array(reports.flatMap(\.unusedWaivers).map(value)),
        ]
    }

    private static func summary(of reports: [MutationReport]) -> JSONValue {
        func sum(_ count: (MutationReport) -> Int) -> JSONValue {
            .number(JSONNumber(reports.map(count).reduce(0, +)))
        }
        return object(
            members(of: MutationScore.sum(of: reports)) + [
                ("unknownKey", sum { $0.score(of: .unknownKey).mutants }), ("skipped", sum { $0.skipped }),
                ("disagreements", sum { $0.disagreements }),
                ("unusedWaivers", sum { $0.unusedWaivers.count }),
            ])
    }

    private static func value(of report: MutationReport) -> JSONValue {
        let operations = report.operations.map { operation in
            let entries = report.scores.filter { $0.operation == operation }
            let operators = entries.map {
                object([("operator", .string($0.mutation.rawValue))] + members(of: $0.score))
            }
            return object(
                [("operation", .string(operation))] + members(of: report.score(of: operation))
                    + [("operators", .array(operators))])
        }
        return object(
            [("api", .string(report.api))] + members(of: report.score) + [("operations", .array(operations))])
    }

    private static func members(of score: MutationScore) -> [(String, JSONValue?)] {
        func number(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }
        func part(_ count: Int) -> JSONValue? { JSONNumber(score.fraction(count)).map(JSONValue.number) }
        return [
            ("mutants", number(score.mutants)), ("caughtByContract", part(score.byContract)),
            ("caughtByModel", part(score.byModel)), ("caughtByBoth", part(score.byBoth)),
            ("caughtByEither", part(score.byEither)), ("asWarning", number(score.asWarning)),
            ("survived", number(score.survived)), ("seen", number(score.seen)),
            ("waived", number(score.waived)),
        ]
    }

    private static func value(of group: MutantGroup, in report: MutationReport) -> JSONValue {
        object(
            [
                ("api", .string(report.api)), ("operation", .string(group.operation)),
                ("exchange", .string(group.exchange)), ("operator", .string(group.mutation.rawValue)),
                ("pointer", group.pointer.map { .string($0.description) }),
                ("count", .number(JSONNumber(group.count))), ("change", .string(group.change)),
                ("location", group.location.map(CheckJSON.value)),
            ] + members(of: group.fate) + [("edit", group.edit.map(value))])
    }

    private static func members(of fate: MutantGroup.Fate) -> [(String, JSONValue?)] {
        switch fate {
        case .survived: [("fate", "survived")]
        case .refused: [("fate", "refused")]
        case .seen(let location): [("fate", "seen"), ("witness", location.map(CheckJSON.value))]
        case .waived(let waiver): [("fate", "waived"), ("reason", .string(waiver.reason))]
        }
    }

    private static func value(of edit: ContractEdit) -> JSONValue {
        let change: JSONValue =
            switch edit.change {
            case .set(let value): ["set": value]
            case .insert(let value): ["insert": value]
            case .remove(let value): ["remove": value]
            }
        return [
            "pointer": .string(edit.pointer.description), "member": .string(edit.member), "change": change,
            "location": CheckJSON.value(of: edit.location),
        ]
    }

    private static func value(of waiver: Waiver) -> JSONValue {
        [
            "pointer": .string(waiver.pointer.description), "operator": .string(waiver.mutation),
            "reason": .string(waiver.reason), "location": CheckJSON.value(of: waiver.location),
        ]
    }

    private static func object(_ members: [(String, JSONValue?)]) -> JSONValue { CheckJSON.object(members) }
}
