import VerbatimContract
public import VerbatimJSON

/// A report as JSON. Its schema is `report.schema.json` in the documentation.
///
/// Members may be added; any other change of the format increases `version`:
/// - `version`: 2
/// - `command`: `check`, `diff`, `record` or `models`
/// - `error`: only if the command could not run, in place of all other members: `message`, and `problems`,
///   each with `message` and where they are known `location` and `next`
/// - `findings`: each with `rule`, `severity`, `message` (the problem in one sentence), `expected` (empty if
///   the finding is no comparison), `found` and `next`, and where they apply `api`, `operation`, `exchange`,
///   `status`, `model`, `subject`, `pointer` (of the value in the body), `contractPointer`, `location`,
///   `contractLocation`, `modelLocation` (of the property in the app's sources), and `count` (itself and
///   similar ones that are not listed as there are too many); and `fingerprint` (see
///   ``VerbatimContract/Finding/fingerprint``)
///
/// A check has furthermore:
/// - `summary`: the numbers of interactions: `interactions`, `withoutOperation` (with a server of a contract,
///   but none of its operations) and `withoutContract`; and of findings: `breaking`, `warning` and `info`
/// - `operations`: for each operation of the contracts `api`, `operation`, `method`, `path`, `location`,
///   `recorded` (whether it should be recorded), the numbers `interactions`, `failures` (without a complete
///   response), `breaking`, `warning` and `info`, and `statuses` (the number of responses by status)
/// - `coverage`: for each contract `api`; for `operations`, `statuses`, `parameters`, `properties`, `values`
///   and `formats` the numbers `covered` (in a recording) and `total`; and `gaps`, a finding for each part
///   that is in no recording
///
/// A comparison of contracts or recordings, and a recording, which is compared with the last one, have:
/// - `summary`: the number of changes by severity: `breaking`, `warning`, `info`
/// - `changes`: each with `rule`, `severity`, `message` (the change in one sentence), `direction`, `api`,
///   `subject`, `old`, `new`, `next`, `fingerprint`, and where they apply `operation`, `exchange`, `pointer`,
///   `oldLocation`, `newLocation`, `others` (the other places of the same change, each with `severity`,
///   `operation`, `exchange`, `subject` and `pointer`), `affected` (each with `name`, `model`, `reason`,
///   `location`), and either `evidence` (`location`, `pointer` and `value` in a recording) or
///   `unrecorded: true` with an `example` of a value
///
/// A recording has furthermore:
/// - `recordings`: the numbers of those that were `replaced` and compared, `unchanged`, or `uncompared`
/// - `problems`: only if a scenario could not be recorded, or a recording not compared: as those of `error`
///
/// A comparison of models has:
/// - `summary`: the numbers of `properties`, of those that `agreed`, and of the findings by severity:
///   `breaking`, `warning`, `info`
/// - `properties`: for each property of the objects that a model reads `api`, `model`, `property` (its name
///   in documents), `inContract` (`required`, `optional` or `undocumented`), `inModel` (`required`,
///   `optional` or `unread`), `present` (the number of objects that have it), `objects` (the number of those
///   that could), `result` (the id of a rule, or `agreed`), `locations`, each with `operation`, `statuses`
///   (`200-299`) and `pattern` (a JSON Pointer with `*` for any element or property), and where they are
///   known `declaration` (`name` and `location` in the app) and `type` (the Swift type)
///
/// A location is an object with `file` and, where they are known, `line` and `column`, both from 1.
public enum ReportJSON {
    /// Returns the report as one JSON value.
    public static func value(of report: Report) -> JSONValue {
        let members: [(String, JSONValue?)]
        switch report.result {
        case .couldNotRun(let problems): members = [("error", error(problems, report.command))]
        case .completed(let contents):
            members =
                switch contents.subject {
                case .check(let check): self.members(of: check, contents)
                case .changes(let parts): self.members(of: parts, contents)
                case .models(let models): self.members(of: models, contents)
                }
        }
        return .report([("command", .string(report.command.rawValue))] + members)
    }

    /// Returns items as an array.
    static func value(of items: [Finding]) -> JSONValue { .array(items.map(value)) }

    private static func members(
        of parts: ComparedParts, _ contents: ReportContents
    ) -> [(String, JSONValue?)] {
        var recordings: JSONValue?
        if case .lastRecordings(let counts) = parts {
            recordings = JSONValue(members: [
                ("replaced", JSONValue(count: counts.replaced)),
                ("unchanged", JSONValue(count: counts.unchanged)),
                ("uncompared", JSONValue(count: counts.uncompared)),
            ])
        }
        return [
            ("summary", JSONValue(members: contents.counts.members)), ("recordings", recordings),
            ("problems", contents.problems.isEmpty ? .none : .some(value(ofProblems: contents.problems))),
            ("changes", value(of: contents.changes)), ("findings", value(of: contents.findings)),
        ]
    }

    private static func error(_ problems: [Finding], _ command: ReportCommand) -> JSONValue {
        ["message": .string("\(command.noun) could not run"), "problems": value(ofProblems: problems)]
    }

    private static func value(ofProblems problems: [Finding]) -> JSONValue {
        .array(
            problems.map { problem in
                JSONValue(members: [
                    ("message", .string(problem.message)), ("location", problem.location.map(JSONValue.init)),
                    ("next", problem.next.isEmpty ? nil : .string(problem.next)),
                ])
            })
    }
}
