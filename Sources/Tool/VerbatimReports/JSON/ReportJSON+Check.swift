import VerbatimContract
import VerbatimJSON

extension ReportJSON {
    static func members(of check: CheckReport, _ contents: ReportContents) -> [(String, JSONValue?)] {
        [
            ("summary", summary(of: check, contents.counts)),
            ("operations", .array(check.operations.map(value))),
            ("findings", value(of: contents.items)),
            ("coverage", .array(check.coverage().map(value))),
        ]
    }

    private static func summary(of report: CheckReport, _ counts: SeverityCounts) -> JSONValue {
        JSONValue(
            members: [
                ("interactions", JSONValue(count: report.interactions)),
                ("withoutOperation", JSONValue(count: report.undocumentedOperations)),
                ("withoutContract", JSONValue(count: report.undocumentedAPIs)),
            ] + counts.members)
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
                + [("gaps", value(of: coverage.gaps))])
    }
}
