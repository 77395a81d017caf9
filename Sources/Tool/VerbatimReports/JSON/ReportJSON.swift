package import VerbatimContract
public import VerbatimJSON
import VerbatimModels

/// A report as JSON. Its schema is `report.schema.json` in the documentation.
///
/// Members may be added; any other change of the format increases `version`:
/// - `version`: 2
/// - `command`: `check`, `diff`, `record`, `models` or `mutate`
/// - `error`: only if the command could not run, in place of all other members: `message`, and `problems`,
///   each with `message` and where they are known `location` and `next`
/// - `verdict`: the numbers of causes by severity: `breaking`, `warning`, `info`
/// - `causes`: what happened at the providers, the most severe first, each with `id` (the same from one run
///   to the next), `severity`, `kind` (see ``VerbatimContract/Cause/Kind``), `title` (a sentence), `names`
///   (of properties or headers), `count` (of values), `exchanges`, `recordings`, `affected` (the properties
///   of the app that it breaks), `findings` (the fingerprints of its findings), and where they apply `api`,
///   `since` (the `day` on which the recordings changed so, and its `commit` if there is one), `versions`
///   (the shipped versions of the app that are `broken` by it, and those that are `spared`), `fix` and `code`
/// - `findings`: each with `rule`, `severity`, `message` (the problem in one sentence), `expected` (empty if
///   the finding is no comparison), `found` and `next`, and where they apply `api`, `operation`, `exchange`,
///   `status`, `model`, `subject`, `pointer` (of the value in the body), `contractPointer`, `location`,
///   `contractLocation`, `modelLocation` (of the property in the app's sources), `instance` (a part of a
///   document that was generated from the contract), and `count` (itself and similar ones that are not listed
///   as there are too many); and `fingerprint` (see ``VerbatimContract/Finding/fingerprint``)
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
///   `breaking`, `warning`, `info`; with the contract alone also of its `instances`
/// - `properties`: for each property of the objects that a model reads `api`, `model`, `property` (its name
///   in documents), `inContract` (`required`, `optional` or `undocumented`), `inModel` (`required`,
///   `optional` or `unread`), `present` (the number of objects that have it), `objects` (the number of those
///   that could), `result` (the id of a rule, or `agreed`), `locations`, each with `operation`, `statuses`
///   (`200-299`) and `pattern` (a JSON Pointer with `*` for any element or property), and where they are
///   known `declaration` (`name` and `location` in the app) and `type` (the Swift type)
///
/// A mutation has:
/// - `summary`: the score of all APIs and all operators but `unknown-key`, which no contract has to kill;
///   `unknownKey` (the number of those mutants), `skipped` (the number of interactions that cannot be
///   mutated), `omittedValues` (the number of values of very large bodies that are not mutated, if any),
///   `disagreements` (the number of mutants for which a reduced body led to another result),
///   `unusedWaivers`, and the numbers of findings by severity
/// - `apis`: for each `api`, its score, and `operations`: for each `operation` its score and `operators`: for
///   each `operator` its score. A score is `mutants`, the fractions `killedByContract`, `killedByModel`,
///   `killedByBoth` and `killed` (by the contract or a model), and the counts `killedByWarning` (by the
///   contract, with a warning only), `survived`, `equivalent` and `waived`; `mutants` does not include the
///   last two
/// - `findings`: those about mutants have furthermore `operator`, `result` (`survived`, `killed` by a model,
///   `equivalent` or `waived`) and, if one kills them and keeps all recordings valid, an `edit` (`keyword`,
///   `change`) at `contractPointer`
/// - `excluded`: in the same form, of severity `off`, the mutants that no contract has to kill, with the
///   `reason` of a waiver, or the `evidence` of a recorded value that shows that they are equivalent
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
                case .mutation(let reports): self.members(of: reports, contents)
                }
        }
        var causes: [(String, JSONValue?)] = []
        if case .completed(let contents) = report.result {
            let counts = SeverityCounts(
                contents.causes.reduce(into: [:]) { $0[$1.severity, default: 0] += 1 })
            causes = [
                ("verdict", JSONValue(members: counts.members)),
                ("causes", .array(contents.causes.map(value))),
            ]
        }
        return .report([("command", .string(report.command.rawValue))] + causes + members)
    }

    private static func value(of cause: Cause) -> JSONValue {
        JSONValue(members: [
            ("id", .string(cause.id)),
            ("severity", .string(cause.severity.rawValue)),
            ("kind", .string(cause.kind.rawValue)),
            ("title", .string(cause.title)),
            ("api", cause.api.map(JSONValue.string)),
            ("names", .array(cause.names.map(JSONValue.string))),
            ("count", JSONValue(count: cause.count)),
            (
                "since",
                cause.since.map { since in
                    JSONValue(members: [
                        ("day", .string(since.day)), ("commit", since.commit.map(JSONValue.string)),
                    ])
                }
            ),
            ("exchanges", .array(cause.exchanges.map(JSONValue.string))),
            ("recordings", .array(cause.recordings.map(JSONValue.string))),
            ("affected", .array(cause.affected.map(value))),
            ("findings", .array(cause.fingerprints.map(JSONValue.string))),
            ("versions", cause.versions.map(value)),
            ("fix", cause.fix.isEmpty ? nil : .string(cause.fix)),
            ("code", cause.code.map(JSONValue.string)),
        ])
    }

    private static func value(of versions: VersionEffect) -> JSONValue {
        [
            "broken": .array(versions.versions.filter(versions.broken.contains).map(JSONValue.string)),
            "spared": .array(versions.spared.map(JSONValue.string)),
        ]
    }

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

    static func members(of models: ModelsReport, _ contents: ReportContents) -> [(String, JSONValue?)] {
        let agreed = models.properties.count { $0.agreement.rule == nil }
        let counts: [(String, JSONValue?)] = [
            ("properties", JSONValue(count: models.properties.count)), ("agreed", JSONValue(count: agreed)),
            ("instances", models.instances.map(JSONValue.init(count:))),
        ]
        return [
            ("summary", JSONValue(members: counts + contents.counts.members)),
            ("properties", .array(models.properties.map(value))),
            ("findings", value(of: contents.items)),
        ]
    }

    private static func value(of property: ModelsReport.Property) -> JSONValue {
        JSONValue(members: [
            ("api", .string(property.api)),
            ("model", .string(property.model)),
            ("property", .string(property.name)),
            ("declaration", property.declaration.map(JSONValue.init)),
            ("type", property.type.map(JSONValue.string)),
            ("inContract", .string(property.agreement.contract.rawValue)),
            ("inModel", .string(property.agreement.model.rawValue)),
            ("present", JSONValue(count: property.presentCount)),
            ("objects", JSONValue(count: property.objectCount)),
            ("result", .string(property.agreement.rule?.id ?? "agreed")),
            ("locations", .array(property.locations.map(value))),
        ])
    }

    private static func value(of location: ModelsReport.Location) -> JSONValue {
        [
            "operation": .string(location.operation), "statuses": .string(location.statusRange),
            "pattern": .string(location.pattern),
        ]
    }
}

extension ModelsReport.Location {
    /// The statuses: `200-299`.
    var statusRange: String { "\(statuses.lowerBound)-\(statuses.upperBound)" }
}

extension JSONValue {
    /// Creates an object with `name` and `location`.
    init(_ declaration: SourceIndex.Property) {
        self = ["name": .string(declaration.name), "location": JSONValue(declaration.location)]
    }
}

extension ReportJSON {
    static func value(of item: Finding) -> JSONValue {
        let direction: JSONValue?
        let sides: [(String, JSONValue?)]
        switch item.sides {
        case .expected(let expected, let found):
            direction = nil
            sides = [
                ("expected", .string(expected)), ("found", .string(found)),
                ("location", item.location.map(JSONValue.init)),
                ("contractLocation", item.contractLocation.map(JSONValue.init)),
                ("modelLocation", item.modelLocation.map(JSONValue.init)),
            ]
        case .change(let effect, let old, let new):
            direction = .string(effect.description)
            sides = [
                ("old", .string(old)), ("new", .string(new)),
                ("oldLocation", item.oldLocation.map(JSONValue.init)),
                ("newLocation", item.location.map(JSONValue.init)),
            ]
        }
        return JSONValue(
            members: [
                ("rule", .string(item.rule.id)),
                ("severity", .string(item.severity.rawValue)),
                ("message", .string(item.message)),
                ("direction", direction),
                ("api", item.api.map(JSONValue.string)),
                ("operation", item.operation.map(JSONValue.string)),
                ("exchange", item.exchange.map(JSONValue.string)),
                ("status", item.status.map(JSONValue.init(count:))),
                ("model", item.model.map(JSONValue.string)),
                ("operator", item.mutation.map(JSONValue.string)),
                ("subject", item.part.map(JSONValue.string)),
                ("pointer", item.pointer.map(JSONValue.init)),
                ("contractPointer", item.contractPointer.map(JSONValue.init)),
            ] + sides + [
                ("others", item.others.isEmpty ? nil : .array(item.others.map(value))),
                ("affected", item.affected.isEmpty ? nil : .array(item.affected.map(value))),
            ] + members(of: item.evidence) + [
                ("next", .string(item.next)),
                ("count", item.count > 1 ? .some(JSONValue(count: item.count)) : .none),
                ("fingerprint", .string(item.fingerprint)),
            ])
    }

    private static func value(of place: Finding.Place) -> JSONValue {
        JSONValue(members: [
            ("severity", .string(place.severity.rawValue)),
            ("operation", place.subject.operation.map(JSONValue.string)),
            ("exchange", place.subject.exchange.map(JSONValue.string)),
            ("subject", place.subject.part.map(JSONValue.string)),
            ("pointer", place.subject.pointer.map(JSONValue.init)),
        ])
    }

    private static func value(of property: AffectedProperty) -> JSONValue {
        JSONValue(members: [
            ("name", .string(property.name)),
            ("model", .string(property.model)),
            ("reason", .string(property.reason)),
            ("location", property.location.map(JSONValue.init)),
        ])
    }

    private static func members(of evidence: Finding.Evidence) -> [(String, JSONValue?)] {
        switch evidence {
        case .notNeeded: return []
        case .unrecorded(let example): return [("unrecorded", true), ("example", example)]
        case .instance(let value): return [("instance", value)]
        case .recorded(let location, let pointer, let value):
            let evidence = JSONValue(members: [
                ("location", JSONValue(location)),
                ("pointer", pointer.map(JSONValue.init)),
                ("value", .string(value)),
            ])
            return [("evidence", evidence)]
        }
    }
}

extension JSONValue {
    /// Creates a report: the version of its format, then its members.
    static func report(_ members: [(String, JSONValue?)]) -> JSONValue {
        JSONValue(members: [("version", 2)] + members)
    }

    /// Creates the text of a pointer.
    init(_ pointer: JSONPointer) {
        self = .string(pointer.description)
    }

    /// Creates an object with `file` and, where they are known, `line` and `column`, both from 1.
    package init(_ location: SourceLocation) {
        self.init(members: [
            ("file", .string(location.file)),
            ("line", location.line.map(JSONValue.init(count:))),
            ("column", location.column.map(JSONValue.init(count:))),
        ])
    }
}
