public import VerbatimContract
public import VerbatimJSON

/// A whole check as programs read it.
///
/// The shape, which only ever grows (`version` says so if it ever breaks):
/// - `version`: 1
/// - `summary`: `interactions`, `undocumented` (of no operation), `unclaimed` (of no contract), and the findings by
///   severity: `breaking`, `warning`, `info`
/// - `operations`: for each operation of the contracts `api`, `operation`, `method`, `path`, `recorded` (whether
///   recordings are expected), `interactions`, `failures` (no whole response), `statuses` (a count for each),
///   `breaking`, `warning`, `info`, `location`
/// - `findings`: each with `rule`, `severity`, `expected`, `found`, `next`, and where they apply `api`, `operation`,
///   `exchange`, `model`, `subject`, `pointer` (of the value in the body), `contractPointer`, `location`, `contractLocation`
/// - `coverage`: for each contract `api`; `operations`, `statuses`, `parameters`, `properties`, `values` and `formats`,
///   each with `shown` and `declared`; and `gaps`, what no recording shows, as findings
///
/// A location is an object with `file` and, where they are known, `line` and `column`, both from 1.
public enum CheckJSON {
    /// The check as one JSON value.
    public static func value(of report: CheckReport) -> JSONValue {
        [
            "version": 1,
            "summary": summary(of: report),
            "operations": .array(report.operations.map(value)),
            "findings": .array(report.findings.map(value)),
            "coverage": .array(report.coverage().map(value)),
        ]
    }

    private static func value(of coverage: Coverage) -> JSONValue {
        let counts = Coverage.Kind.allCases.map { kind in
            let count = coverage[kind]
            return (
                kind.rawValue, object([("shown", number(count.covered)), ("declared", number(count.total))])
            )
        }
        let gaps = JSONValue.array(coverage.gaps.map(value))
        return object([("api", .string(coverage.api))] + counts + [("gaps", gaps)])
    }

    /// The finding as a JSON value.
    public static func value(of finding: Finding) -> JSONValue {
        object([
            ("rule", .string(finding.rule.id)),
            ("severity", .string(finding.severity.rawValue)),
            ("api", finding.api.map(JSONValue.string)),
            ("operation", finding.operation.map(JSONValue.string)),
            ("exchange", finding.exchange.map(JSONValue.string)),
            ("model", finding.model.map(JSONValue.string)),
            ("subject", finding.subject.map(JSONValue.string)),
            ("pointer", finding.pointer.map(JSONValue.string)),
            ("contractPointer", finding.contractPointer.map(JSONValue.string)),
            ("expected", .string(finding.expected)),
            ("found", .string(finding.found)),
            ("location", finding.location.map(value)),
            ("contractLocation", finding.contractLocation.map(value)),
            ("next", .string(finding.next)),
        ])
    }

    private static func summary(of report: CheckReport) -> JSONValue {
        let counts = [Severity.breaking, .warning, .info].map { ($0.rawValue, number(report.count($0))) }
        return object(
            [
                ("interactions", number(report.interactions)),
                ("undocumented", number(report.undocumentedOperations)),
                ("unclaimed", number(report.undocumentedAPIs)),
            ] + counts)
    }

    private static func value(of tally: OperationTally) -> JSONValue {
        let statuses = tally.statuses.sorted { $0.key < $1.key }.map { (String($0.key), number($0.value)) }
        let counts = [Severity.breaking, .warning, .info].map { severity in
            (severity.rawValue, number(tally.findings[severity, default: 0]))
        }
        return object(
            [
                ("api", .string(tally.api)),
                ("operation", .string(tally.id)),
                ("method", .string(tally.method)),
                ("path", .string(tally.path)),
                ("recorded", .bool(tally.isRecorded)),
                ("interactions", number(tally.interactions)),
                ("failures", number(tally.failures)),
                ("statuses", object(statuses)),
            ] + counts + [("location", value(of: tally.location))])
    }

    static func value(of location: SourceLocation) -> JSONValue {
        object([
            ("file", .string(location.file)), ("line", location.line.map(number)),
            ("column", location.column.map(number)),
        ])
    }

    private static func number(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }

    /// An object of the members that are there.
    static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
    }
}
