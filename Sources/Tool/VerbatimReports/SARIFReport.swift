import VerbatimContract
public import VerbatimJSON

/// A report as SARIF 2.1.0, as GitHub's code scanning reads it.
///
/// Similar items are one result with their number. The first location is the recorded value, or the new side
/// of a change; the contract and the properties of the app that break are related locations that the message
/// links. Items that have no location in the repository are at the first line of a contract or recording, as
/// GitHub shows no result without one.
///
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/,
/// https://docs.github.com/code-security/reference/code-scanning/sarif-files/sarif-support-for-code-scanning
public struct SARIFReport {
    /// The number of results: GitHub keeps 5,000 of a run.
    static let resultLimit = 5_000

    private let version: String
    let files: SourceFiles

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - version: The version of the tool.
    ///   - files: The files of the locations.
    public init(version: String, files: SourceFiles) {
        self.version = version
        self.files = files
    }

    /// Returns the report as one JSON value.
    public func value(of report: Report) -> JSONValue {
        let all = report.items.worstFirst.entries
        let listed = all.prefix(Self.resultLimit)
        let rules = OrderedGroups(grouping: listed, by: \.[0].rule).keys
        let indices = Dictionary(uniqueKeysWithValues: zip(rules, rules.indices))
        var hashes: [String: Int] = [:]
        let results = listed.map { entry in
            let hash = entry[0].fingerprint
            hashes[hash, default: 0] += 1
            return result(entry, rule: indices[entry[0].rule] ?? 0, hash: "\(hash):\(hashes[hash] ?? 1)")
        }
        let run = JSONValue(members: [
            ("tool", ["driver": driver(rules)]),
            ("automationDetails", ["id": .string("verbatim/\(report.command.rawValue)/")]),
            ("invocations", [invocation(of: report, omitted: all.dropFirst(listed.count).joined().total)]),
            ("columnKind", "utf16CodeUnits"),
            ("results", .array(results)),
        ])
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
        ]
    }

    // MARK: Tool

    private func driver(_ rules: [Rule]) -> JSONValue {
        [
            "name": "verbatim", "version": .string(version), "rules": .array(rules.map(value)),
        ]
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
                "problem.severity": .string(rule.severity.problemSeverity),
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
    var level: String {
        switch self {
        case .breaking: "error"
        case .warning: "warning"
        case .info, .off: "note"
        }
    }

    fileprivate var problemSeverity: String {
        switch self {
        case .breaking: "error"
        case .warning: "warning"
        case .info, .off: "recommendation"
        }
    }
}

extension SARIFReport {
    /// Returns an entry as one result.
    ///
    /// - Parameters:
    ///   - rule: The index of the rule.
    ///   - hash: The fingerprint with the number of its occurrence, which is unique in the run.
    func result(_ entry: [Finding], rule: Int, hash: String) -> JSONValue {
        let item = entry[0]
        let location = location(of: item)
        let related = relatedLocations(of: item)
        let links = related.enumerated().map { "[\($1.name)](\($0 + 1))" }
        return JSONValue(members: [
            ("ruleId", .string(item.rule.id)), ("ruleIndex", JSONValue(count: rule)),
            ("level", .string(item.severity.level)),
            ("message", ["text": .string(message(of: entry, links: links))]),
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
            ("occurrenceCount", JSONValue(count: entry.total)),
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
    private func message(of entry: [Finding], links: [String]) -> String {
        let (item, count) = (entry[0], entry.total)
        let exchange = item.exchange.map { " (\($0))" } ?? ""
        let others = count > 1 ? ", and \(count - 1) more like it" : ""
        let isOutside = item.location.map { files.path(of: $0.file) == nil } ?? false
        let place = isOutside ? item.location.map { " At \($0)." } ?? "" : ""
        let affected = item.affected.prefix(3).map { " Breaks \($0.name): \($0.reason)." }.joined()
        let next = item.next.isEmpty ? "" : " Next: \(item.next)."
        let text =
            "\(item.message.excerpt(1_000))\(exchange.excerpt(300))\(others).\(place)\(affected)\(next)"
        return text.onOneLine.escapingLinks + (links.isEmpty ? "" : " See \(links.list("and")).")
    }

    // MARK: Locations

    private struct RelatedLocation {
        let name: String
        let physical: JSONValue
    }

    /// The contract, the model, and the properties of the app that break.
    private func relatedLocations(of item: Finding) -> [RelatedLocation] {
        let sides = [("the contract", item.contractLocation), ("the model", item.modelLocation)]
        let promises = sides.compactMap { name, location in
            location.flatMap(physical).map { RelatedLocation(name: name, physical: $0.value) }
        }
        let affected = item.affected.prefix(10).compactMap { property in
            property.location.flatMap(physical).map {
                RelatedLocation(name: property.name.onOneLine.withoutBrackets, physical: $0.value)
            }
        }
        guard case .recorded(let evidence, _, _) = item.evidence, let value = physical(evidence) else {
            return promises + affected
        }
        return promises + affected
            + [RelatedLocation(name: "the recorded value", physical: value.value)]
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
    fileprivate var uriReference: String {
        utf8.map { byte -> String in
            switch byte {
            case _ where byte.isLetterOrDigit || "-._~/".utf8.contains(byte):
                return String(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                return "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }.joined()
    }
}
