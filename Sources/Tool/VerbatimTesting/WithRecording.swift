import Foundation
public import Testing
public import VerbatimAPI
public import VerbatimReplay
public import VerbatimURLSession

/// Replays the recording `Recordings/<name>.har` for the requests of a part of a test.
///
/// For tests that need several recordings, e.g. one for each argument; otherwise use the trait
/// ``Testing/Trait/recording(_:scope:mode:replacing:keeping:redaction:matching:exhausted:timing:in:)``, which
/// has the same parameters:
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
/// - Throws: The errors of the body. The error of a request without an answer, which is reported with its
///   reason, is replaced by an `ExpectationFailedError`, which ends the test and is not reported again.
public func withRecording(
    _ name: String, scope: RecordingScope = .case, mode: RecordingMode? = nil, replacing stubs: [Stub] = [],
    keeping contract: ContractRequirement? = nil, redaction: Redaction = Redaction(),
    matching: MatchingRules = MatchingRules(), exhausted: Player.Exhaustion = .fail,
    timing: ReplayTiming = .immediate, in folder: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @Sendable (URLSession) async throws -> Void
) async throws {
    let configuration = RecordingConfiguration(
        mode, redaction, matching, exhausted, timing, stubs, contract, folder)
    try await run(configuration, name, scope, sourceLocation, body)
}

/// Replays the recording of a scenario of an API for the requests of a part of a test, with the secrets, the
/// rules of matching and the models of the API.
///
/// - Parameters:
///   - api: The API.
///   - scenario: The name of the scenario; the recording is `Recordings/<api>/<scenario>.har`.
///   - body: Receives the session of the recording, which is also ``Foundation/URLSession/recorded``.
/// - Throws: The errors of the body.
public func withRecording(
    _ api: API, _ scenario: String, scope: RecordingScope = .case, mode: RecordingMode? = nil,
    replacing stubs: [Stub] = [], keeping contract: ContractRequirement? = nil,
    exhausted: Player.Exhaustion = .fail, timing: ReplayTiming = .immediate, in folder: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @Sendable (URLSession) async throws -> Void
) async throws {
    let configuration = RecordingConfiguration(
        mode, api.redaction(), api.matching, exhausted, timing, stubs, contract, folder, of: api)
    try await run(configuration, api.name + "/" + scenario, scope, sourceLocation, body)
}

private func run(
    _ configuration: RecordingConfiguration, _ name: String, _ scope: RecordingScope,
    _ location: SourceLocation, _ body: @Sendable (URLSession) async throws -> Void
) async throws {
    guard let test = Test.current else { throw RecordingConfiguration.Failure.noTest(name) }
    let recorded = RecordedTest(test: test, testCase: Test.Case.current, location: location)
    try await recorded.run(configuration) {
        try RecordingTarget(named: name, scope, test.id, Test.Case.current)
    } _: {
        try await body($0.session)
    }
}
