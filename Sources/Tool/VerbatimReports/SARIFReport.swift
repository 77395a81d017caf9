import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// A report as SARIF 2.1.0, as GitHub's code scanning reads it.
///
/// Each cause is one result with the number of its findings. The location is the recorded value that shows
/// it, or the new side of a change; the contract and the properties of the app that break are related
/// locations that the message links. A cause that has no location in the repository is at the first line of
/// a contract or recording, as GitHub shows no result without one.
///
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/,
/// https://docs.github.com/code-security/reference/code-scanning/sarif-files/sarif-support-for-code-scanning
struct SARIFReport {
    /// The number of results: GitHub keeps 5,000 of a run.
    static let resultLimit = 5_000

    let version: String
    let files: SourceFiles

    func value(of report: Report) -> JSONValue {
        let all = report.causes.filter { !$0.findings.isEmpty }
        let listed = all.prefix(Self.resultLimit)
        let rules = OrderedGroups(grouping: listed, by: \.findings[0].rule).keys
        let indices = Dictionary(zip(rules, rules.indices)) { first, _ in first }
        var hashes: [String: Int] = [:]
        let results = listed.map { cause in
            hashes[cause.id, default: 0] += 1
            return result(
                cause, rule: indices[cause.findings[0].rule] ?? 0,
                hash: "\(cause.id):\(hashes[cause.id] ?? 1)")
        }
        let omitted = all.dropFirst(listed.count).count
        let run = JSONValue(members: [
            ("tool", ["driver": driver(rules)]),
            ("automationDetails", ["id": .string("verbatim/\(report.command.rawValue)/")]),
            ("invocations", [invocation(of: report, omitted: omitted)]),
            ("columnKind", "utf16CodeUnits"),
            ("results", .array(results)),
        ])
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
        ]
    }

    // MARK: Tool

    private func driver(_ rules: [Rule]) -> JSONValue {
        ["name": "verbatim", "version": .string(version), "rules": .array(rules.map(value))]
    }

    private func value(of rule: Rule) -> JSONValue {
        let help = rule.explanation
        return [
            "id": .string(rule.id),
            "shortDescription": ["text": .string(rule.summary.excerpt(1_000))],
            "fullDescription": ["text": .string(rule.reason.excerpt(1_000))],
            "help": ["text": .string(help.text), "markdown": .string(help.markdown)],
            "defaultConfiguration": ["level": .string(rule.severity.level)],
            "properties": [
                "tags": ["api"], "precision": "very-high",
                "problem.severity": .string(
                    rule.severity.level == "note" ? "recommendation" : rule.severity.level),
            ],
        ]
    }

    /// Returns whether the command ran, and what is left out.
    private func invocation(of report: Report, omitted: Int) -> JSONValue {
        let problems = report.problems
        var notes = problems.map { Self.notification($0.message, level: "error") }
        if omitted > 0 {
            notes.append(Self.notification("\(omitted) more results are left out", level: "warning"))
        }
        return JSONValue(members: [
            ("executionSuccessful", .bool(problems.isEmpty)),
            ("toolExecutionNotifications", notes.isEmpty ? nil : .array(notes)),
        ])
    }

    private static func notification(_ text: String, level: String) -> JSONValue {
        ["level": .string(level), "message": ["text": .string(text.excerpt(1_000))]]
    }
}

extension Severity {
    /// The severity as compilers and SARIF name it.
    var level: String {
        switch self {
        case .breaking: "error"
        case .warning: "warning"
        case .info, .off: "note"
        }
    }
}

extension SARIFReport {
    /// - Parameters:
    ///   - rule: The index of the rule.
    ///   - hash: The fingerprint with the number of its occurrence, which is unique in the run.
    func result(_ cause: Cause, rule: Int, hash: String) -> JSONValue {
        let item = cause.shown ?? cause.findings[0]
        let location = location(of: item)
        let related = relatedLocations(of: cause, shownBy: item)
        let links = related.enumerated().map { "[\($1.name)](\($0 + 1))" }
        return JSONValue(members: [
            ("ruleId", .string(cause.findings[0].rule.id)), ("ruleIndex", JSONValue(count: rule)),
            ("level", .string(cause.severity.level)),
            ("message", ["text": .string(message(of: cause, shownBy: item, links: links))]),
            ("locations", [["physicalLocation": location.value]]),
            (
                "relatedLocations",
                related.isEmpty
                    ? nil
                    : .array(
                        related.enumerated().map { number, location in
                            [
                                "id": JSONValue(count: number + 1), "physicalLocation": location.physical,
                                "message": ["text": .string(location.name)],
                            ]
                        })
            ),
            ("occurrenceCount", JSONValue(count: cause.findings.total)),
            ("partialFingerprints", fingerprints(hash, isOwn: location.needsHash)),
        ])
    }

    /// GitHub computes `primaryLocationLineHash` from the text of the line, which is the same for all results
    /// on one line: there it needs another one.
    private func fingerprints(_ hash: String, isOwn: Bool) -> JSONValue {
        JSONValue(members: [
            ("primaryLocationLineHash", isOwn ? .some(.string(hash)) : .none),
            ("verbatimFingerprint/v1", .string(hash)),
        ])
    }

    /// Returns plain text in which brackets of recorded text are no links.
    private func message(of cause: Cause, shownBy item: Finding, links: [String]) -> String {
        let isOutside = item.location.map { files.path(of: $0.file) == nil } ?? false
        let place = isOutside ? item.location.map { " At \($0)." } ?? "" : ""
        let affected = cause.affected.prefix(3).map { " Breaks \($0.name): \($0.reason)." }.joined()
        let fix = cause.fix.isEmpty ? "" : " Fix: \(cause.fix)."
        let text =
            "\(cause.title.excerpt(1_000)) (\(cause.extent.excerpt(300)); \(cause.ruleNames)).\(place)\(affected)\(fix)"
        return text.onOneLine.escapingLinks + (links.isEmpty ? "" : " See \(links.list("and")).")
    }

    // MARK: Locations

    private struct RelatedLocation {
        let name: String
        let physical: JSONValue
    }

    /// The contract, the properties of the app that break, or else the model, and the value of a change.
    private func relatedLocations(of cause: Cause, shownBy item: Finding) -> [RelatedLocation] {
        func related(_ name: String, _ location: SourceLocation?) -> RelatedLocation? {
            location.flatMap(physical).map {
                RelatedLocation(name: name.onOneLine.withoutBrackets, physical: $0.value)
            }
        }
        let affected = cause.affected.prefix(10).compactMap { related($0.name, $0.location) }
        let model = affected.isEmpty ? related("the model", item.modelLocation) : nil
        var evidence: SourceLocation?
        if case .recorded(let location, _, _) = item.evidence { evidence = location }
        let contract = item.contractLocation ?? cause.findings.lazy.compactMap(\.contractLocation).first
        return [related("the contract", contract), model].compactMap(\.self) + affected
            + [related("the recorded value", evidence)].compactMap(\.self)
    }

    /// A location as SARIF, and whether its line does not tell results apart.
    private struct PhysicalLocation {
        let value: JSONValue
        let needsHash: Bool
    }

    private func location(of item: Finding) -> PhysicalLocation {
        let known = [item.location, item.contractLocation].lazy.compactMap { $0.flatMap(self.physical) }.first
        if let known { return known }
        // The old side of what was removed: its file, as its lines are those of another revision.
        let file = item.oldLocation.map { String($0.file.split(separator: ":").last ?? "") }
        let path = file.flatMap(files.path) ?? "Contracts"
        return PhysicalLocation(value: Self.value(path, SourceRegion(line: 1, columns: nil)), needsHash: true)
    }

    private func physical(_ location: SourceLocation) -> PhysicalLocation? {
        guard let path = files.path(of: location.file) else { return nil }
        let region = files.region(of: location) ?? SourceRegion(line: 1, columns: nil)
        let isWhole = location.column == nil || files.text(of: location.file)?.hasOneLine != false
        return PhysicalLocation(value: Self.value(path, region), needsHash: isWhole)
    }

    private static func value(_ path: String, _ region: SourceRegion) -> JSONValue {
        // GitHub requires all four; of an unknown region it is the empty one at the beginning of the line.
        let columns = region.columns ?? 1..<1
        return [
            "artifactLocation": ["uri": .string(path.uriReference)],
            "region": [
                "startLine": JSONValue(count: region.line),
                "startColumn": JSONValue(count: columns.lowerBound),
                "endLine": JSONValue(count: region.line), "endColumn": JSONValue(count: columns.upperBound),
            ],
        ]
    }
}

extension String {
    /// The text with backslashes before what begins a link in a message of SARIF, section 3.11.6.
    fileprivate var escapingLinks: String {
        replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
    }

    fileprivate var withoutBrackets: String { filter { !"[]\\".contains($0) } }

    /// The path as a relative reference of RFC 3986, in which all but unreserved characters are escaped.
    fileprivate var uriReference: String { PercentEncoding.encode(self).replacing("%2F", with: "/") }
}
