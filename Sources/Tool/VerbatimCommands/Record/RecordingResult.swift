import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// The result of recording an API.
struct RecordingResult: Sendable {
    let api: API
    let origin: RecordingOrigin
    /// The results of the scenarios that ran, in order.
    var ends: [End] = []
    /// The reason why no scenario ran.
    var stopped: Stop?

    /// The result of a scenario.
    struct End: Sendable {
        var scenario: String
        var outcome: RecordingOutcome
        /// The values that were redacted, or nil if there are none.
        var redactions: RedactionSummary?
    }

    /// A reason why nothing can be recorded.
    enum Stop: Sendable {
        case missingKey(AccessKey)
    }

    /// Whether a scenario has no new recording, or not everything about it is in order.
    var hasFailed: Bool {
        stopped != nil
            || ends.contains {
                switch $0.outcome {
                case .unreachable, .failed, .unfinished: true
                case .answered, .unusable, .published, .unchanged, .needsFakes: false
                }
            }
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
            ("only from fake providers", needFakes), ("failed", failed),
        ].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    }
}
