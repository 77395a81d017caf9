import Synchronization
public import Testing
public import VerbatimReplay
public import VerbatimURLSession

/// Replays the recording `Recordings/<name>.har` for the requests of a part of a test.
///
/// For tests that need several recordings, e.g. one for each argument; otherwise use the trait
/// `.recording` of ``RecordingTrait``, which has the same parameters:
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
    keeping contract: ContractRequirement? = nil, ignoring volatile: Set<String> = [], secrets: [Secret] = [],
    redaction: Redaction = Redaction(), matching: MatchingRules = MatchingRules(),
    exhausted: Player.Exhaustion = .fail, timing: ReplayTiming = .immediate, faults: Faults = [],
    in folder: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation, _ body: (URLSession) async throws -> Void
) async throws {
    let options = RecordingOptions(
        scope: scope, mode: mode, stubs: stubs, contract: contract, ignoring: volatile, secrets: secrets,
        redaction: redaction, matching: matching,
        exhausted: exhausted, timing: timing, faults: faults, folder: folder)
    try await RecordedTest.run(name, options, at: sourceLocation, body)
}

/// A test of Swift Testing, or a part of one, that replays or records its requests.
package struct RecordedTest {
    let test: Test
    let testCase: Test.Case?
    let location: SourceLocation

    /// Runs a part of the current test on a recording.
    package static func run(
        _ name: String, _ options: RecordingOptions, at location: SourceLocation,
        isolation: isolated (any Actor)? = #isolation, _ body: (URLSession) async throws -> Void
    ) async throws {
        guard let test = Test.current else { throw RecordingOptions.Failure.noTest(name) }
        let testCase = Test.Case.current
        try await RecordedTest(test: test, testCase: testCase, location: location).run(options) {
            try RecordingTarget(named: name, options.scope ?? .case, test.id, testCase)
        } _: {
            try await body($0.session)
        }
    }

    /// Opens a recording, runs the test, closes the recording, and reports its problems.
    ///
    /// - Parameter isPart: Whether the body is a part of the test. Then a request without an answer, which is
    ///   an issue of the test, also ends it with an error that is not another issue.
    func run(
        _ options: RecordingOptions, isPart: Bool = true, target: () throws -> RecordingTarget,
        isolation: isolated (any Actor)? = #isolation, _ body: (OpenRecording) async throws -> Void
    ) async throws {
        let recording: OpenRecording
        do {
            recording = try options.open(try target(), for: location.filePath)
        } catch {
            report(RecordingReport(error))
            return
        }
        let hasFailed = Atomic(false)
        let observer: IssueHandlingTrait = .compactMapIssues { issue in
            if issue.isFailure { hasFailed.store(true, ordering: .relaxed) }
            return issue
        }
        do {
            try await withoutActuallyEscaping(body) { body in
                _ = isolation
                // The caller waits: while the body runs, nothing else uses what it captures.
                nonisolated(unsafe) let body = body
                try await observer.provideScope(for: test, testCase: testCase) {
                    try await recording.run { try await body(recording) }
                }
            }
        } catch {
            report(recording.close(passed: false))
            guard recording.reports(error) else { throw error }
            if isPart { try await endTest() }
            return
        }
        report(recording.close(passed: !hasFailed.load(ordering: .relaxed)))
    }

    /// Throws the error of a failed requirement that is reported: Swift Testing does not report it again.
    private func endTest() async throws {
        let silence: IssueHandlingTrait = .compactMapIssues { _ in nil }
        try await silence.provideScope(for: test, testCase: testCase) { try #require(Bool(false)) }
    }

    func report(_ report: RecordingReport) {
        report.printNotes()
        for problem in report.problems { problem.record(at: location) }
        for file in report.attachments {
            // Swift Testing keeps it if `--attachments-path` is given.
            Attachment.record(Array(file.contents), named: file.name, sourceLocation: location)
        }
    }
}
