import VerbatimContract
import VerbatimJSON
import VerbatimMutation

/// The strength of contracts as a report of Stryker's mutation testing elements, for their viewer.
///
/// The files are the recorded bodies. The mutants that the contract does not kill are at their values; those
/// that it kills are not kept one by one, and are listed as killed at the beginning of the first file of
/// their operation, by operator, so that the score is that of `verbatim mutate`.
///
/// https://github.com/stryker-mutator/mutation-testing-elements/tree/master/packages/report-schema
struct StrykerReport {
    /// The number of bytes of a file whose text is part of the report.
    private static let sourceLimit = 1 << 20

    let version: String
    let files: SourceFiles

    /// Returns the report as one JSON value. Of one that could not run, each problem is a mutant with a
    /// run-time error: without mutants, it would have the best score.
    func value(of report: Report) -> JSONValue {
        guard case .completed(let contents) = report.result, case .mutation(let reports) = contents.subject
        else {
            let problems = report.items.enumerated().map { number, problem in
                JSONValue(members: [
                    ("id", .string(String(number + 1))), ("mutatorName", .string(problem.rule.id)),
                    ("location", Self.location(nil)), ("status", "RuntimeError"),
                    ("statusReason", .string(problem.message)),
                ])
            }
            return value(of: [
                ("verbatim mutate", ["language": "json", "source": "", "mutants": .array(problems)])
            ])
        }
        var mutants = OrderedGroups<String, [JSONValue]>()
        var number = 0
        func add(_ file: String, times: Int, _ members: [(String, JSONValue?)]) {
            for _ in 0..<times {
                number += 1
                mutants[file, default: []].append(
                    JSONValue(members: [("id", .string(String(number)))] + members))
            }
        }
        for report in reports {
            var firstFiles: [String: String] = [:]
            for group in report.groups where group.mutationOperator.isScored {
                let finding = group.finding
                let operation = finding.operation ?? ""
                let file = finding.location?.file ?? "\(report.api)/\(operation)"
                if firstFiles[operation] == nil { firstFiles[operation] = file }
                add(file, times: finding.count, members(of: group))
            }
            for entry in report.scores where entry.mutationOperator.isScored {
                let file = firstFiles[entry.operation] ?? "\(report.api)/\(entry.operation)"
                add(file, times: entry.score.killedByContract, killed(entry))
            }
        }
        let values = mutants.pairs.map { file, mutants in
            (files.path(of: file) ?? file, value(of: file, mutants))
        }
        return value(of: values)
    }

    private func value(of file: String, _ mutants: [JSONValue]) -> JSONValue {
        let text = files.text(of: file).flatMap { $0.bytes.count <= Self.sourceLimit ? $0.bytes : nil } ?? []
        return [
            "language": "json", "source": .string(String(decoding: text, as: UTF8.self)),
            "mutants": .array(mutants),
        ]
    }

    private func value(of files: [(String, JSONValue)]) -> JSONValue {
        [
            "schemaVersion": "2", "thresholds": ["high": 100, "low": 80],
            "framework": ["name": "verbatim", "version": .string(version)],
            "files": .object(JSONObject(files)),
        ]
    }

    // MARK: Mutants

    private func members(of group: MutantGroup) -> [(String, JSONValue?)] {
        let (status, reason) = Self.status(group.status)
        let finding = group.finding
        let exchange = finding.exchange.map { " (\($0))" } ?? ""
        return [
            ("mutatorName", .string(group.mutationOperator.rawValue)),
            ("location", Self.location(finding.location.flatMap { files.region(of: $0) })),
            ("status", .string(status)), ("statusReason", reason.map(JSONValue.string)),
            ("description", .string("\(finding.message)\(exchange)".excerpt(1_000))),
        ]
    }

    private func killed(_ entry: MutationReport.Entry) -> [(String, JSONValue?)] {
        [
            ("mutatorName", .string(entry.mutationOperator.rawValue)), ("location", Self.location(nil)),
            ("status", "Killed"), ("statusReason", "the contract has a finding"),
            ("description", .string("a mutant of \(entry.operation)".onOneLine)),
        ]
    }

    private static func status(_ status: MutantStatus) -> (name: String, reason: String?) {
        switch status {
        case .killedByModel: ("Killed", "by the model")
        case .survived: ("Survived", nil)
        case .equivalent: ("Ignored", "equivalent: the recordings show that the API responds so")
        case .waived(let waiver): ("Ignored", "waived: \(waiver.reason)")
        }
    }

    private static func location(_ region: SourceRegion?) -> JSONValue {
        let columns = region?.columns ?? 1..<2
        func position(_ column: Int) -> JSONValue {
            ["line": JSONValue(count: region?.line ?? 1), "column": JSONValue(count: column)]
        }
        return ["start": position(columns.lowerBound), "end": position(columns.upperBound)]
    }
}
