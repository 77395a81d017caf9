import VerbatimContract
import VerbatimJSON
import VerbatimMutation

extension ReportJSON {
    static func members(of reports: [MutationReport], _ contents: ReportContents) -> [(String, JSONValue?)] {
        func mutants(_ isIncluded: (MutantGroup) -> Bool) -> [JSONValue] {
            reports.flatMap(\.groups).filter(isIncluded).map(value)
        }
        let waivers = contents.items.filter { $0.mutation == nil }.map(value)
        return [
            ("summary", summary(of: reports, contents.counts)), ("apis", .array(reports.map(value))),
            ("findings", .array(mutants { $0.finding.severity != .off } + waivers)),
            ("excluded", .array(mutants { $0.finding.severity == .off })),
        ]
    }

    private static func summary(of reports: [MutationReport], _ counts: SeverityCounts) -> JSONValue {
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
            ] + counts.members)
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

    /// The finding about mutants, with what became of them and the edit of the part of the contract.
    private static func value(of group: MutantGroup) -> JSONValue {
        var value = value(of: group.finding)
        value["result"] = .string(group.status.name)
        if case .waived(let waiver) = group.status { value["reason"] = .string(waiver.reason) }
        value["edit"] = group.edit.map { edit in
            let change: JSONValue =
                switch edit.change {
                case .set(let value): ["set": value]
                case .insert(let value): ["insert": value]
                case .remove(let value): ["remove": value]
                }
            return ["keyword": .string(edit.keyword), "change": change]
        }
        return value
    }
}

extension MutantStatus {
    fileprivate var name: String {
        switch self {
        case .killedByModel: "killed"
        case .survived: "survived"
        case .equivalent: "equivalent"
        case .waived: "waived"
        }
    }
}
