import VerbatimAPI
import VerbatimContract
import VerbatimDrift
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// The result of recording an API.
struct RecordingResult: Sendable {
    let api: API
    let origin: RecordingOrigin
    /// The results of the scenarios that ran, in order.
    var ends: [End] = []
    /// The number of scenarios whose recordings are young enough.
    var kept = 0
    /// The reason why no scenario ran.
    var stopped: Stop?

    /// The result of a scenario.
    struct End: Sendable {
        var scenario: String
        var outcome: RecordingOutcome
        /// The values that were redacted, or nil if there are none.
        var redactions: RedactionSummary?
        /// The files that were searched for secrets in part, with the reason.
        var partialSearches: [String] = []
        var figures = RecordingFigures()
        /// The first value that the app cannot decode, if there is one.
        var conflict: ModelConflict?
        /// The changes of the recording that was replaced; nil if none was.
        var changes: [Finding]?
        /// The reason why the recording could not be compared with the one that it replaced.
        var comparisonFailure: String?
        /// What varied when the scenario ran a second time; nil if it did not.
        var variations: ScenarioVariations?

        /// Returns the lines that describe the result.
        func text(_ name: RecordingName, _ origin: RecordingOrigin) -> String {
            let lines =
                ["\(name): \(outcome.text(figures, origin, conflict: conflict, api: name.api))"]
                + (redactions.map { ["  redacted: \($0)".onOneLine] } ?? [])
                + partialSearches.map { "  not all searched for secrets: \($0)".onOneLine }
                + (comparisonFailure.map { ["  \(RecordingResult.notCompared($0))"] } ?? [])
            return lines.joined(separator: "\n")
        }

        /// Returns the reason why there is no new recording, or no comparison; nil if both are there.
        fileprivate func problem(_ name: RecordingName, _ origin: RecordingOrigin) -> ReportProblem? {
            if let comparisonFailure {
                return ReportProblem("\(name): \(RecordingResult.notCompared(comparisonFailure))")
            }
            switch outcome {
            case .unreachable, .failed, .unfinished:
                return .problem(
                    in: "\(name): \(outcome.text(figures, origin, conflict: conflict, api: name.api))")
            case .answered, .unusable, .published, .unchanged, .needsFakes: return nil
            }
        }
    }

    /// A reason why nothing can be recorded.
    enum Stop: Sendable {
        case missingKey(AccessKey)
    }

    /// The changes of the recordings that were replaced, with the numbers of all and the problems.
    var drift: DriftReport {
        var drift = DriftReport()
        for end in ends {
            let name = RecordingName(api: api.name, scenario: end.scenario)
            if let changes = end.changes {
                drift.add(changes, of: name)
            } else if case .published = end.outcome {
                drift.counts.uncompared += 1
            } else if case .unchanged = end.outcome {
                drift.counts.unchanged += 1
            }
            if let problem = end.problem(name, origin) { drift.problems.append(problem) }
        }
        if stopped != nil { drift.problems.append(.problem(in: line)) }
        return drift
    }

    static func notCompared(_ reason: String) -> String {
        "published, but not compared with the last recording: \(reason)"
    }

    /// The result as a line of text.
    var line: String {
        if case .missingKey(let key) = stopped {
            return MessageText(
                "\(api.name): not recorded: \(key.variable) is not set",
                next:
                    "get a key at \(key.source), set \(key.variable), and run \(ToolCommand("record", api.name))"
            ).text
        }
        if case .unreachable(let reason) = ends.last?.outcome {
            let replaced = counts.isEmpty ? "no recording replaced" : "no other recording replaced"
            return "\(api.name): \((counts + ["unreachable (\(reason))", replaced]).joined(separator: ", "))"
        }
        return "\(api.name): \(counts.joined(separator: ", ")) (\(origin.rawValue))"
    }

    private var counts: [String] {
        var published = 0
        var unchanged = 0
        var unfinished = 0
        var needFakes = 0
        var failed = 0
        for end in ends {
            switch end.outcome {
            case .published: published += 1
            case .unchanged: unchanged += 1
            case .unfinished: unfinished += 1
            case .answered, .unusable, .failed: failed += 1
            case .needsFakes: needFakes += 1
            case .unreachable: break
            }
        }
        return [
            ("published", published), ("published but unfinished", unfinished), ("unchanged", unchanged),
            ("young enough", kept), ("only from fake providers", needFakes), ("failed", failed),
        ].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    }
}
