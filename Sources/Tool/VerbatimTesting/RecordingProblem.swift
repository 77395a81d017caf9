import VerbatimHAR
import VerbatimReplay

/// What a test with a recording is to be told, in words.
struct RecordingProblem: Sendable {
    let text: String
    let isFailure: Bool

    init(text: String, isFailure: Bool) {
        self.text = text
        self.isFailure = isFailure
    }

    /// The recording could not be opened or published.
    init(_ error: any Error) {
        self.init(text: "\(error)", isFailure: true)
    }

    /// Recorded interactions the test did not ask for.
    init(unused summary: ReplaySummary) throws(RecordingError) {
        let count = summary.unused.count
        let shown = try summary.unused.load(first: 5).map { "\n  unused: \($0.line)" }.joined()
        let more = count > 5 ? "\n  unused: and \(count - 5) more" : ""
        let text = """
            recording-unused: \(count) of \(count + summary.used.count) interactions of '\(summary.name)' were not \
            asked for\(shown)\(more)
              next: let the test ask for them, or record it again with `VERBATIM_MODE=record swift test`
            """
        self.init(text: text, isFailure: false)
    }
}

extension Interaction {
    fileprivate var line: String {
        let location = location.map { " (\($0.archive):\($0.line))" } ?? ""
        return "'\(request.method) \(request.url)'\(location)"
    }
}

extension RecordingSetup {
    /// Why a recording could not be looked for.
    enum Failure: Error, CustomStringConvertible {
        case unknownMode(String)
        case noPackage(String)
        case noTest(String)

        var description: String {
            switch self {
            case .unknownMode(let name):
                let modes = RecordingMode.allCases.map(\.rawValue).joined(separator: ", ")
                return """
                    mode-unknown: 'VERBATIM_MODE' is '\(name)', the modes are \(modes)
                      next: run `VERBATIM_MODE=replay swift test`, or without the variable, which means the same
                    """
            case .noPackage(let file):
                return """
                    recordings-not-found: there is no 'Package.swift' above the test, so no 'Recordings' beside it
                      at \(file)
                      next: say where they are with `in:`
                    """
            case .noTest(let name):
                return """
                    recording-outside-test: 'withRecording' for '\(name)' does not run in a test
                      next: call it in the test's own task, not in a detached one
                    """
            }
        }
    }
}
