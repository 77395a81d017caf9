package import VerbatimContract
package import VerbatimJSON
import VerbatimModels

/// A report as JSON. `report.schema.json` in the documentation describes its members.
///
/// Members may be added; any other change of the format increases `version`.
package enum ReportJSON {
    package static func value(of report: Report) -> JSONValue {
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

    init(_ pointer: JSONPointer) { self = .string(pointer.description) }

    /// Creates an object with `file` and, where they are known, `line` and `column`, both from 1.
    package init(_ location: SourceLocation) {
        self.init(members: [
            ("file", .string(location.file)),
            ("line", location.line.map(JSONValue.init(count:))),
            ("column", location.column.map(JSONValue.init(count:))),
        ])
    }
}
