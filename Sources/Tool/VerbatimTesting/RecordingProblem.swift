import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// An issue of a test that concerns its recording.
struct RecordingProblem: Sendable {
    /// The text, in which nothing but line feeds has an effect.
    let message: String
    /// Whether the test fails; otherwise the problem is a warning.
    let isFailure: Bool

    init(message: String, isFailure: Bool) {
        // A report of tests is read in terminals and by build servers.
        self.message = message.printable()
        self.isFailure = isFailure
    }

    /// Creates the problem of a recording that cannot be opened or published.
    init(_ error: any Error) {
        self.init(message: "\(error)", isFailure: true)
    }

    /// Creates the problem of recorded interactions that the test did not request.
    init(unusedIn summary: ReplaySummary) throws(RecordingError) {
        let count = summary.unused.count
        let listed = try summary.unused.load(first: 5).map { "unused: \($0.line)" }
        let more = count > 5 ? ["unused: and \(count - 5) more"] : []
        let message = MessageText(
            """
            recording-unused: the test did not request \(count) of \(count + summary.used.count) interactions of \
            '\(summary.name)'
            """,
            details: listed + more,
            next: "request them in the test, or record again with `VERBATIM_MODE=record swift test`")
        self.init(message: message.text, isFailure: false)
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
                return MessageText(
                    "mode-unknown: unknown mode '\(name)' in VERBATIM_MODE; the modes are \(modes)",
                    next: "run `VERBATIM_MODE=replay swift test`, or unset the variable, which also replays"
                ).text
            case .noPackage(let file):
                return MessageText(
                    "recordings-not-found: no folder above the test contains a 'Package.swift'", at: file,
                    next: "pass the folder of the recordings as `in:`"
                ).text
            case .noTest(let name):
                return MessageText(
                    "recording-outside-test: 'withRecording' was called for '\(name)' outside a test",
                    next: "call it in the task of the test, not in a detached task"
                ).text
            }
        }
    }
}
