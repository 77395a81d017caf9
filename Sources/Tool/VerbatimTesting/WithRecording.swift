public import Testing
public import VerbatimReplay
public import VerbatimURLSession

/// Runs a part of a test on the recording `Recordings/<name>.har`.
///
/// For a test that needs one recording an argument, or more than one; else see ``Testing/Trait/recording(_:mode:redaction:matching:exhausted:pace:in:)``,
/// which has the same parameters. It reports what the trait reports, at the location of the call.
///
/// - Parameters:
///   - mode: Stands before the one of the test's trait, which stands before `VERBATIM_MODE`.
///   - body: Gets the session that is answered; ``Foundation/URLSession/recorded`` is the same one.
/// - Throws: What the body throws.
public func withRecording(
    _ name: String, mode: RecordingMode? = nil, redaction: Redaction = Redaction(),
    matching: MatchingRules = MatchingRules(),
    exhausted: Player.Exhaustion = .fail, pace: Pace = .atOnce, in folder: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @Sendable (URLSession) async throws -> Void
) async throws {
    guard let test = Test.current else { throw RecordingSetup.Failure.noTest(name) }
    let options = Player.Options(redaction: redaction, matching: matching, exhausted: exhausted)
    let setup = RecordingSetup(mode: mode, options: options, pace: pace, folder: folder)
    let run = RecordedTest(test: test, testCase: Test.Case.current, location: sourceLocation)
    try await run.perform(name, setup) { try await body($0.session) }
}
