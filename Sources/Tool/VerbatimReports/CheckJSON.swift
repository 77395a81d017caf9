public import VerbatimContract
public import VerbatimJSON

/// The report of a check as JSON.
///
/// Members may be added; any other change of the format increases `version`:
/// - `version`: 2
/// - `summary`: the numbers of interactions: `interactions`, `withoutOperation` (with a server of a contract,
///   but none of its operations) and `withoutContract`; and of findings: `breaking`, `warning` and `info`
/// - `operations`: for each operation of the contracts `api`, `operation`, `method`, `path`, `location`,
///   `recorded` (whether it should be recorded), the numbers `interactions`, `failures` (without a complete
///   response), `breaking`, `warning` and `info`, and `statuses` (the number of responses by status)
/// - `findings`: each with `rule`, `severity`, `message` (the problem in one sentence), `expected` (empty if
///   the finding is no comparison), `found` and `next`, and where they apply `api`, `operation`, `exchange`,
///   `model`, `subject`, `pointer` (of the value in the body), `contractPointer`, `location`,
///   `contractLocation`, and `count` (itself and similar ones that are not listed as there are too many)
/// - `coverage`: for each contract `api`; for `operations`, `statuses`, `parameters`, `properties`, `values`
///   and `formats` the numbers `covered` (in a recording) and `total`; and `gaps`, a finding for each part
///   that is in no recording
///
/// A location is an object with `file` and, where they are known, `line` and `column`, both from 1.
public enum CheckJSON {
    /// Returns the report as one JSON value.
    public static func value(of report: CheckReport) -> JSONValue {
        .report([
            ("summary", summary(of: report)),
            ("operations", .array(report.operations.map(value))),
            ("findings", FindingJSON.value(of: report.findings)),
            ("coverage", .array(report.coverage().map(value))),
        ])
    }

    private static func summary(of report: CheckReport) -> JSONValue {
        JSONValue(
            members: [
                ("interactions", JSONValue(count: report.interactions)),
                ("withoutOperation", JSONValue(count: report.undocumentedOperations)),
                ("withoutContract", JSONValue(count: report.undocumentedAPIs)),
            ] + SeverityCounts(report.findings).members)
    }

    private static func value(of tally: OperationTally) -> JSONValue {
        let statuses = tally.statuses.sorted { $0.key < $1.key }.map { status, count in
            (String(status), JSONValue(count: count))
        }
        return JSONValue(
            members: [
                ("api", .string(tally.api)),
                ("operation", .string(tally.id)),
                ("method", .string(tally.method)),
                ("path", .string(tally.path)),
                ("recorded", .bool(tally.isRecorded)),
                ("interactions", JSONValue(count: tally.interactions)),
                ("failures", JSONValue(count: tally.failures)),
                ("statuses", JSONValue(members: statuses)),
            ] + SeverityCounts(tally.findings).members + [("location", JSONValue(tally.location))])
    }

    private static func value(of coverage: Coverage) -> JSONValue {
        let counts = Coverage.Kind.allCases.map { kind -> (String, JSONValue?) in
            let count = coverage[kind]
            let members: [(String, JSONValue?)] = [
                ("covered", JSONValue(count: count.covered)), ("total", JSONValue(count: count.total)),
            ]
            return (kind.rawValue, JSONValue(members: members))
        }
        return JSONValue(
            members: [("api", .string(coverage.api))] + counts
                + [("gaps", FindingJSON.value(of: coverage.gaps))])
    }
}
