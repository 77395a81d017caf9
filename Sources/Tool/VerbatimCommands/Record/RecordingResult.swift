import VerbatimAPI
import VerbatimReplay

/// How the recording of one API went.
struct RecordingResult: Sendable {
    let api: API
    let origin: RecordingOrigin
    /// The scenarios that were run, in order.
    var ends: [End] = []
    /// Why none was run.
    var stopped: Stop?

    /// How one scenario ended.
    struct End: Sendable {
        var scenario: String
        var verdict: RecordingVerdict
    }

    /// Why nothing could be recorded.
    enum Stop: Sendable {
        case missingKey(AccessKey)
    }

    /// Whether something that was to be recorded was not.
    var hasFailed: Bool {
        stopped != nil
            || ends.contains {
                switch $0.verdict {
                case .unreachable, .failed: true
                case .answered, .unusable, .published, .unchanged: false
                }
            }
    }

    /// The result in one line.
    var line: String {
        if case .missingKey(let key) = stopped {
            return
                "\(api.name): not recorded, \(key.variable) is not set; get a key at \(key.source) and run "
                + "`\(key.variable)=... make record API=\(api.name)`"
        }
        if case .unreachable(let reason) = ends.last?.verdict {
            return "\(api.name): not recorded, out of reach: \(reason); the old recordings stay"
        }
        return "\(api.name): \(counts.joined(separator: ", ")) (\(origin.rawValue))"
    }

    private var counts: [String] {
        var published = 0
        var unchanged = 0
        var failed = 0
        for end in ends {
            switch end.verdict {
            case .published: published += 1
            case .unchanged: unchanged += 1
            case .answered, .unusable, .unreachable, .failed: failed += 1
            }
        }
        return [("published", published), ("unchanged", unchanged), ("failed", failed)]
            .filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    }
}
