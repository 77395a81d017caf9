import Synchronization
import Testing

/// A test of Swift Testing, or a part of one, that replays or records its requests.
struct RecordedTest {
    let test: Test
    let testCase: Test.Case?
    let location: SourceLocation

    /// Opens a recording, runs the test, closes the recording, and reports its problems.
    ///
    /// - Parameter isPart: Whether the body is a part of the test. Then a request without an answer, which is
    ///   an issue of the test, also ends it with an error that is not another issue.
    func run(
        _ configuration: RecordingConfiguration, isPart: Bool = true,
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
            guard recording.reports(error) else { throw error }
            if isPart { try await endTest() }
            return
        }
        report(recording.close(passed: !hasFailed.load(ordering: .relaxed)))
    }

    /// Throws the error of a requirement that failed and has been reported, which Swift Testing does not
    /// report again.
    private func endTest() async throws {
        let silence: IssueHandlingTrait = .compactMapIssues { _ in nil }
        try await silence.provideScope(for: test, testCase: testCase) { try #require(Bool(false)) }
    }

    func report(_ problems: [RecordingProblem]) {
        report(RecordingReport(problems))
    }

    private func report(_ report: RecordingReport) {
        for problem in report.problems { problem.record(at: location) }
        for attachment in report.attachments { attachment.record(at: location) }
    }
}
