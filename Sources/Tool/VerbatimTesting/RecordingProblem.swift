import VerbatimHAR
import VerbatimReplay

/// An issue of a test that concerns its recording.
struct RecordingProblem: Sendable {
    let message: String
    /// Whether the test fails; otherwise the problem is a warning.
    let isFailure: Bool

    init(message: String, isFailure: Bool) {
        self.message = message
        self.isFailure = isFailure
    }

    /// Creates the problem of a recording that cannot be opened or published.
    init(_ error: any Error) {
        self.init(message: "\(error)", isFailure: true)
    }

    /// Creates the problem of recorded interactions that the test did not request.
    init(unusedIn summary: ReplaySummary) throws(RecordingError) {
        let count = summary.unused.count
        let listed = try summary.unused.load(first: 5).map { "\n  unused: \($0.line)" }.joined()
        let more = count > 5 ? "\n  unused: and \(count - 5) more" : ""
        let message = """
            recording-unused: the test did not request \(count) of \(count + summary.used.count) interactions of \
            '\(summary.name)'\(listed)\(more)
              next: request them in the test, or record again with `VERBATIM_MODE=record swift test`
            """
        self.init(message: message, isFailure: false)
    }
}

extension Interaction {
    fileprivate var line: String {
        let location = location.map { " (\($0.archive):\($0.line))" } ?? ""
        return "'\(request.method) \(request.url)'\(location)"
    }
}

extension RecordingConfiguration {
    /// An error that occurs before a recording is opened.
    enum Failure: Error, CustomStringConvertible {
        case unknownMode(String)
        case noPackage(String)
        case noTest(String)

        var description: String {
            switch self {
            case .unknownMode(let name):
                let modes = RecordingMode.allCases.map(\.rawValue).joined(separator: ", ")
                return """
                    mode-unknown: unknown mode '\(name)' in VERBATIM_MODE; the modes are \(modes)
                      next: run `VERBATIM_MODE=replay swift test`, or unset the variable, which also replays
                    """
            case .noPackage(let file):
                return """
                    recordings-not-found: no folder above the test contains a 'Package.swift'
                      at \(file)
                      next: pass the folder of the recordings as `in:`
                    """
            case .noTest(let name):
                return """
                    recording-outside-test: 'withRecording' was called for '\(name)' outside a test
                      next: call it in the task of the test, not in a detached task
                    """
            }
        }
    }
}
