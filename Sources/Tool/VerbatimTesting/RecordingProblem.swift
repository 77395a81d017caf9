import Testing
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

    /// Records the problem as an issue of the current test of Swift Testing.
    func record(at location: SourceLocation) {
        Issue.record(
            Comment(rawValue: message), severity: isFailure ? .error : .warning, sourceLocation: location)
    }
}
