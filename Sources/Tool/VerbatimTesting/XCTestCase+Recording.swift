public import VerbatimReplay
public import VerbatimURLSession
public import XCTest

extension XCTestCase {
    /// Runs a part of a test on the recording `Recordings/<name>.har`.
    ///
    /// What the Swift Testing trait does, for XCTest: requests without an answer are failures at the location of the call, and a
    /// recording is published if the test has not failed so far. Recorded interactions nobody asked for are not told:
    /// XCTest knows no warnings.
    ///
    /// - Throws: What the body throws.
    public func withRecording(
        _ name: String, mode: RecordingMode? = nil, redaction: Redaction = Redaction(),
        matching: MatchingRules = MatchingRules(),
        exhausted: Player.Exhaustion = .fail, pace: Pace = .atOnce, in folder: String? = nil,
        file: StaticString = #filePath,
        line: UInt = #line, _ body: (URLSession) async throws -> Void
    ) async throws {
        let options = Player.Options(redaction: redaction, matching: matching, exhausted: exhausted)
        let setup = RecordingSetup(mode: mode, options: options, pace: pace, folder: folder)
        let scope = try setup.open(name, near: "\(file)")
        do {
            try await RecordingScope.$current.withValue(scope) { try await body(scope.session) }
        } catch {
            report(scope.close(passed: false), file, line)
            throw error
        }
        report(scope.close(passed: testRun?.hasSucceeded ?? true), file, line)
    }

    private func report(_ problems: [RecordingProblem], _ file: StaticString, _ line: UInt) {
        for problem in problems where problem.isFailure { XCTFail(problem.text, file: file, line: line) }
    }
}
