import Synchronization
import Testing

/// A test of Swift Testing, or a part of one, that replays or records its requests.
struct RecordedTest {
    let test: Test
    let testCase: Test.Case?
    let location: SourceLocation

    /// Opens a recording, runs the test, closes the recording, and reports its problems.
    ///
    /// - Parameter rethrowsMisses: Whether the error of a request without an answer, which is an issue of the
    ///   test, is thrown as well, for the code after a part of the test.
    func run(
        _ configuration: RecordingConfiguration, rethrowsMisses: Bool = true,
        target: () throws -> RecordingTarget, _ body: @Sendable (OpenRecording) async throws -> Void
    ) async throws {
        let recording: OpenRecording
        do {
            recording = try configuration.open(try target(), for: location.filePath)
        } catch {
            report([RecordingProblem(error)])
            return
        }
        let hasFailed = Atomic(false)
        let observer: IssueHandlingTrait = .compactMapIssues { issue in
            if issue.isFailure { hasFailed.store(true, ordering: .relaxed) }
            return issue
        }
        do {
            try await observer.provideScope(for: test, testCase: testCase) {
                try await recording.run { try await body(recording) }
            }
        } catch {
            report(recording.close(passed: false))
            if rethrowsMisses || !recording.reports(error) { throw error }
            return
        }
        report(recording.close(passed: !hasFailed.load(ordering: .relaxed)))
    }

    func report(_ problems: [RecordingProblem]) {
        report(RecordingReport(problems))
    }

    private func report(_ report: RecordingReport) {
        for problem in report.problems {
            Issue.record(
                Comment(rawValue: problem.message), severity: problem.isFailure ? .error : .warning,
                sourceLocation: location)
        }
        for attachment in report.attachments { attachment.record(at: location) }
    }
}
