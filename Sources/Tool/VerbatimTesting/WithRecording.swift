public import Testing
public import VerbatimReplay
public import VerbatimURLSession
public import XCTest

/// Replays the recording `Recordings/<name>.har` for the requests of a part of a test.
///
/// For tests that need several recordings, e.g. one for each argument; otherwise use the trait
/// ``Testing/Trait/recording(_:mode:redaction:matching:exhausted:timing:in:)``, which has the same
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
///   - mode: The mode of the recording; nil uses the mode of the test's trait, then the environment variable
///     `VERBATIM_MODE`.
///   - body: Receives the session of the recording, which is also ``Foundation/URLSession/recorded``.
/// - Throws: The errors of the body.
public func withRecording(
    _ name: String, mode: RecordingMode? = nil, redaction: Redaction = Redaction(),
    matching: MatchingRules = MatchingRules(), exhausted: Player.Exhaustion = .fail,
    timing: ReplayTiming = .immediate, in folder: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @Sendable (URLSession) async throws -> Void
) async throws {
    guard let test = Test.current else { throw RecordingConfiguration.Failure.noTest(name) }
    let options = Player.Options(redaction: redaction, matching: matching, exhausted: exhausted)
    let configuration = RecordingConfiguration(mode: mode, options: options, timing: timing, folder: folder)
    let recorded = RecordedTest(test: test, testCase: Test.Case.current, location: sourceLocation)
    try await recorded.run(name, configuration) { try await body($0.session) }
}

extension XCTestCase {
    /// Replays the recording `Recordings/<name>.har` for the requests of a test, or of a part of one.
    ///
    /// The parameters are those of the trait
    /// ``Testing/Trait/recording(_:mode:redaction:matching:exhausted:timing:in:)``.
    ///
    /// Requests that are not recorded are failures at the location of the call. In a mode that records, the
    /// recording is published if the test has not failed so far. Recorded interactions that the test does not
    /// request are not reported, as XCTest has no warnings.
    ///
    /// - Throws: The errors of the body.
    public func withRecording(
        _ name: String, mode: RecordingMode? = nil, redaction: Redaction = Redaction(),
        matching: MatchingRules = MatchingRules(), exhausted: Player.Exhaustion = .fail,
        timing: ReplayTiming = .immediate, in folder: String? = nil, file: StaticString = #filePath,
        line: UInt = #line, _ body: (URLSession) async throws -> Void
    ) async throws {
        let options = Player.Options(redaction: redaction, matching: matching, exhausted: exhausted)
        let configuration = RecordingConfiguration(
            mode: mode, options: options, timing: timing, folder: folder)
        let scope = try configuration.open(name, for: "\(file)")
        do {
            try await scope.run { try await body(scope.session) }
        } catch {
            report(scope.close(passed: false), file, line)
            throw error
        }
        report(scope.close(passed: testRun?.hasSucceeded ?? true), file, line)
    }

    private func report(_ problems: [RecordingProblem], _ file: StaticString, _ line: UInt) {
        for problem in problems where problem.isFailure { XCTFail(problem.message, file: file, line: line) }
    }
}
