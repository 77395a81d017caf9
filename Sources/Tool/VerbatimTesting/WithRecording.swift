import Foundation
public import Testing
public import VerbatimReplay
public import VerbatimURLSession
public import XCTest

/// Replays the recording `Recordings/<name>.har` for the requests of a part of a test.
///
/// For tests that need several recordings, e.g. one for each argument; otherwise use the trait
/// ``Testing/Trait/recording(_:scope:mode:redaction:matching:exhausted:timing:in:)``, which has the same
/// parameters:
///
/// ```swift
/// @Test(arguments: ["berlin", "lima"])
/// func `reads the temperature`(city: String) async throws {
///     try await withRecording("weather/\(city)") { session in
///         let service = WeatherService(session: session)
///         ...
///     }
/// }
/// ```
///
/// Problems are reported at the location of the call.
///
/// - Parameters:
///   - name: The name of the recording, `<api>/<scenario>`.
///   - scope: The test cases that may record into the file; by default only the current one.
///   - mode: The mode of the recording; nil uses the mode of the test's trait, then the environment variable
///     `VERBATIM_MODE`.
///   - body: Receives the session of the recording, which is also ``Foundation/URLSession/recorded``.
/// - Throws: The errors of the body.
public func withRecording(
    _ name: String, scope: RecordingScope = .case, mode: RecordingMode? = nil,
    redaction: Redaction = Redaction(), matching: MatchingRules = MatchingRules(),
    exhausted: Player.Exhaustion = .fail,
    timing: ReplayTiming = .immediate, in folder: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @Sendable (URLSession) async throws -> Void
) async throws {
    guard let test = Test.current else { throw RecordingConfiguration.Failure.noTest(name) }
    let options = Player.Options(redaction: redaction, matching: matching, exhausted: exhausted)
    let configuration = RecordingConfiguration(mode: mode, options: options, timing: timing, folder: folder)
    let recorded = RecordedTest(test: test, testCase: Test.Case.current, location: sourceLocation)
    try await recorded.run(configuration) {
        try RecordingTarget(named: name, scope, test.id, Test.Case.current)
    } _: {
        try await body($0.session)
    }
}

extension XCTestCase {
    /// Replays the recording `Recordings/<name>.har` for the requests of a test, or of a part of one.
    ///
    /// The parameters are those of the trait
    /// ``Testing/Trait/recording(_:scope:mode:redaction:matching:exhausted:timing:in:)``; a recording that
    /// several tests of the class record has the scope ``RecordingScope/suite``.
    ///
    /// Requests that are not recorded are failures at the location of the call. In a mode that records, the
    /// recording is published if the test has not failed so far. Warnings, such as those of recorded
    /// interactions that the test does not request, are printed, as XCTest has none.
    ///
    /// - Throws: The errors of the body.
    public func withRecording(
        _ name: String, scope: RecordingScope = .case, mode: RecordingMode? = nil,
        redaction: Redaction = Redaction(), matching: MatchingRules = MatchingRules(),
        exhausted: Player.Exhaustion = .fail, timing: ReplayTiming = .immediate, in folder: String? = nil,
        file: StaticString = #filePath, line: UInt = #line, _ body: (URLSession) async throws -> Void
    ) async throws {
        let options = Player.Options(redaction: redaction, matching: matching, exhausted: exhausted)
        let configuration = RecordingConfiguration(
            mode: mode, options: options, timing: timing, folder: folder)
        let target = RecordingTarget(named: name, scope, xctest: self.name)
        let recording = try configuration.open(target, for: "\(file)")
        do {
            try await recording.run { try await body(recording.session) }
        } catch {
            report(recording.close(passed: false), file, line)
            throw error
        }
        // `hasSucceeded` is false as long as the test runs.
        report(recording.close(passed: testRun?.totalFailureCount ?? 0 == 0), file, line)
    }

    private func report(_ problems: [RecordingProblem], _ file: StaticString, _ line: UInt) {
        for problem in problems {
            if problem.isFailure {
                XCTFail(problem.message, file: file, line: line)
            } else {
                let text = "\(file):\(line): warning: \(problem.message)\n"
                // A warning that cannot be printed does not fail the test.
                _ = try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
            }
        }
    }
}
