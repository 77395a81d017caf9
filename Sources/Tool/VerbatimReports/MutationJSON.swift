public import VerbatimJSON
public import VerbatimMutation

/// The strength of contracts as JSON for programs.
///
/// The shape only ever grows; `version` increases if it has to change otherwise:
/// - `version`: 2
/// - `summary`: the score of all APIs and all operators but `unknown-key`, which no contract has to kill, and
///   `unknownKey` (the number of those mutants), `skipped` (the number of interactions that cannot be
///   mutated), `disagreements` (the number of mutants for which a reduced body led to another result),
///   `unusedWaivers`
/// - `apis`: for each `api`, its score, and `operations`: for each `operation` its score and `operators`: for
///   each `operator` its score
/// - `groups`: the mutants that the contract does not kill, similar ones together: `api`, `operation`,
///   `exchange`, `operator`, `status` (`survived`, `killed`, `equivalent` or `waived`), `count`, `change`,
///   and where they apply `pointer` (with `*` for indices), `location`, `killedBy` (`model`), `reason` (of
///   the waiver), `evidence` (the location of a recorded value that shows that the mutant is equivalent),
///   `edit` (`pointer`, `keyword`, `change`, `location`)
/// - `unusedWaivers`: each with `pointer`, `operator`, `reason`, `location`
///
/// A score is `mutants`, the fractions `killedByContract`, `killedByModel`, `killedByBoth` and `killed` (by
/// the contract or a model), and the counts `killedByWarning` (by the contract, with a warning only),
/// `survived`, `equivalent` and `waived`; `mutants` does not include the last two.
public enum MutationJSON {
    /// The reports of APIs as one JSON value.
    public static func value(of reports: [MutationReport]) -> JSONValue {
        [
            "version": 2,
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
                object([("operator", .string($0.mutationOperator.rawValue))] + members(of: $0.score))
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
            ("mutants", number(score.mutants)), ("killedByContract", part(score.killedByContract)),
            ("killedByModel", part(score.killedByModel)), ("killedByBoth", part(score.killedByBoth)),
            ("killed", part(score.killed)), ("killedByWarning", number(score.killedByWarning)),
            ("survived", number(score.survived)), ("equivalent", number(score.equivalent)),
            ("waived", number(score.waived)),
        ]
    }

    private static func value(of group: MutantGroup, in report: MutationReport) -> JSONValue {
        object(
            [
                ("api", .string(report.api)), ("operation", .string(group.operation)),
                ("exchange", .string(group.exchange)), ("operator", .string(group.mutationOperator.rawValue)),
                ("pointer", group.pointer.map { .string($0.description) }),
                ("count", .number(JSONNumber(group.count))), ("change", .string(group.change)),
                ("location", group.location.map(CheckJSON.value)),
            ] + members(of: group.status) + [("edit", group.edit.map(value))])
    }

    private static func members(of status: MutantStatus) -> [(String, JSONValue?)] {
        switch status {
        case .survived: [("status", "survived")]
        case .killed(let killer): [("status", "killed"), ("killedBy", .string(killer.rawValue))]
        case .equivalent(let location):
            [("status", "equivalent"), ("evidence", location.map(CheckJSON.value))]
        case .waived(let waiver): [("status", "waived"), ("reason", .string(waiver.reason))]
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
            "pointer": .string(edit.pointer.description), "keyword": .string(edit.keyword), "change": change,
            "location": CheckJSON.value(of: edit.location),
        ]
    }

    private static func value(of waiver: Waiver) -> JSONValue {
        [
            "pointer": .string(waiver.pointer.description), "operator": .string(waiver.operatorName),
            "reason": .string(waiver.reason), "location": CheckJSON.value(of: waiver.location),
        ]
    }

    private static func object(_ members: [(String, JSONValue?)]) -> JSONValue { CheckJSON.object(members) }
}
