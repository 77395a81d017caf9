public import VerbatimJSON
public import VerbatimMutation

/// The strength of contracts as JSON.
///
/// Members may be added; any other change of the format increases `version`:
/// - `version`: 2
/// - `command`: `mutate`
/// - `error`: as in ``ReportJSON``, if the mutation could not run
/// - `summary`: the score of all APIs and all operators but `unknown-key`, which no contract has to kill, and
///   `unknownKey` (the number of those mutants), `skipped` (the number of interactions that cannot be
///   mutated), `omittedValues` (the number of values of very large bodies that are not mutated, if any),
///   `disagreements` (the number of mutants for which a reduced body led to another result),
///   `unusedWaivers`
/// - `apis`: for each `api`, its score, and `operations`: for each `operation` its score and `operators`: for
///   each `operator` its score
/// - `groups`: the mutants that the contract does not kill, similar ones together: `api`, `operation`,
///   `exchange`, `operator`, `status` (`survived`, `killed`, `equivalent` or `waived`), `count`, `change`,
///   and where they apply `pointer` (with `*` for indices), `location`, `killedBy` (`model`), `reason` (of
///   the waiver), `evidence` (the `location` of a recorded value that shows that the mutant is equivalent),
///   `edit` (`pointer`, `keyword`, `change`, `location`)
/// - `unusedWaivers`: each with `pointer`, `operator`, `reason`, `location`
///
/// A score is `mutants`, the fractions `killedByContract`, `killedByModel`, `killedByBoth` and `killed` (by
/// the contract or a model), and the counts `killedByWarning` (by the contract, with a warning only),
/// `survived`, `equivalent` and `waived`; `mutants` does not include the last two.
public enum MutationJSON {
    /// Returns the reports of APIs as one JSON value.
    public static func value(of reports: [MutationReport]) -> JSONValue {
        .report([
            ("command", "mutate"), ("summary", summary(of: reports)),
            ("apis", .array(reports.map(value))),
            ("groups", .array(reports.flatMap { report in report.groups.map { value(of: $0, in: report) } })),
            ("unusedWaivers", .array(reports.flatMap(\.unusedWaivers).map(value))),
        ])
    }

    private static func summary(of reports: [MutationReport]) -> JSONValue {
        func sum(_ count: (MutationReport) -> Int) -> JSONValue {
            JSONValue(count: reports.map(count).reduce(0, +))
        }
        let isOmitting = reports.contains { $0.omittedValues > 0 }
        return JSONValue(
            members: members(of: MutationScore.sum(of: reports)) + [
                ("unknownKey", sum { $0.score(of: .unknownKey).mutants }), ("skipped", sum { $0.skipped }),
                ("omittedValues", isOmitting ? .some(sum { $0.omittedValues }) : .none),
                ("disagreements", sum { $0.disagreements }),
                ("unusedWaivers", sum { $0.unusedWaivers.count }),
            ])
    }

    private static func value(of report: MutationReport) -> JSONValue {
        let operations = report.operations.map { operation in
            let operators = report.scores.filter { $0.operation == operation }.map { entry in
                JSONValue(
                    members: [("operator", .string(entry.mutationOperator.rawValue))]
                        + members(of: entry.score))
            }
            return JSONValue(
                members: [("operation", .string(operation))] + members(of: report.score(of: operation))
                    + [("operators", .array(operators))])
        }
        return JSONValue(
            members: [("api", .string(report.api))] + members(of: report.score)
                + [("operations", .array(operations))])
    }

    private static func members(of score: MutationScore) -> [(String, JSONValue?)] {
        func fraction(_ count: Int) -> JSONValue? { JSONNumber(score.fraction(count)).map(JSONValue.number) }
        return [
            ("mutants", JSONValue(count: score.mutants)),
            ("killedByContract", fraction(score.killedByContract)),
            ("killedByModel", fraction(score.killedByModel)),
            ("killedByBoth", fraction(score.killedByBoth)),
            ("killed", fraction(score.killed)),
            ("killedByWarning", JSONValue(count: score.killedByWarning)),
            ("survived", JSONValue(count: score.survived)),
            ("equivalent", JSONValue(count: score.equivalent)),
            ("waived", JSONValue(count: score.waived)),
        ]
    }

    private static func value(of group: MutantGroup, in report: MutationReport) -> JSONValue {
        JSONValue(
            members: [
                ("api", .string(report.api)),
                ("operation", .string(group.operation)),
                ("exchange", .string(group.exchange)),
                ("operator", .string(group.mutationOperator.rawValue)),
                ("pointer", group.pointer.map { .string($0.description) }),
                ("count", JSONValue(count: group.count)),
                ("change", .string(group.change)),
                ("location", group.location.map(JSONValue.init)),
            ] + members(of: group.status) + [("edit", group.edit.map(value))])
    }

    private static func members(of status: MutantStatus) -> [(String, JSONValue?)] {
        switch status {
        case .survived: [("status", "survived")]
        case .killedByModel: [("status", "killed"), ("killedBy", "model")]
        case .equivalent(let location):
            [
                ("status", "equivalent"),
                ("evidence", location.map { JSONValue(members: [("location", JSONValue($0))]) }),
            ]
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
            "location": JSONValue(edit.location),
        ]
    }

    private static func value(of waiver: Waiver) -> JSONValue {
        [
            "pointer": .string(waiver.pointer.description), "operator": .string(waiver.operatorName),
            "reason": .string(waiver.reason), "location": JSONValue(waiver.location),
        ]
    }
}
