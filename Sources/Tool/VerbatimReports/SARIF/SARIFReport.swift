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
    /// The level of a result.
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
