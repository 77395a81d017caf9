import Synchronization
public import Testing
public import VerbatimReplay
public import VerbatimURLSession

extension Trait where Self == RecordingTrait {
    /// Replays the recording `Recordings/<name>.har` for the requests of a test.
    ///
    /// Pass ``Foundation/URLSession/recorded`` to the code under test. If it uses `URLSession.shared`, that
    /// is intercepted as well:
    ///
    /// ```swift
    /// import Testing
    /// import VerbatimTesting
    ///
    /// @Test(.recording("weather/berlin"))
    /// func `reads the temperature in Berlin`() async throws {
    ///     let service = WeatherService(session: .recorded)
    ///     #expect(try await service.temperature(in: "Berlin") == 21.5)
    /// }
    /// ```
    ///
    /// To create or update the recording, run the test once with `VERBATIM_MODE=record` in the environment,
    /// and commit the file. Without the variable no request reaches the network.
    ///
    /// A request that is not recorded is an issue of the test; recorded interactions that the test does not
    /// request are a warning.
    ///
    /// - Parameters:
    ///   - name: The name of the recording, `<api>/<scenario>`; nil derives it from the names of the suite
    ///     and the test, e.g. `weathertests/reads-the-temperature-in-berlin`.
    ///   - scope: The test cases that share the recording; nil is ``RecordingScope/suite`` for a named
    ///     recording of a suite, and ``RecordingScope/test`` otherwise.
    ///   - mode: The mode of the recording; nil uses the environment variable `VERBATIM_MODE`, or replays
    ///     if it is not set.
    ///   - redaction: The secrets to keep out of the recording, in addition to credentials and cookies.
    ///   - matching: The rules by which a request matches a recorded one.
    ///   - exhausted: The response to a request that is sent more often than it was recorded.
    ///   - timing: The times at which the pieces of a recorded body arrive.
    ///   - folder: The folder of the recordings; nil is the folder `Recordings` next to the `Package.swift`
    ///     of the test.
    public static func recording(
        _ name: String? = nil, scope: RecordingScope? = nil, mode: RecordingMode? = nil,
        redaction: Redaction = Redaction(),
        matching: MatchingRules = MatchingRules(), exhausted: Player.Exhaustion = .fail,
        timing: ReplayTiming = .immediate, in folder: String? = nil
    ) -> Self {
        let options = Player.Options(redaction: redaction, matching: matching, exhausted: exhausted)
        return RecordingTrait(
            name: name, scope: scope,
            configuration: RecordingConfiguration(
                mode: mode, options: options, timing: timing, folder: folder))
    }
}

/// A trait that replays or records the requests of a test; see
/// ``Testing/Trait/recording(_:scope:mode:redaction:matching:exhausted:timing:in:)``.
///
/// As the trait of a suite, it applies to each test of the suite that does not have its own. Every test case
/// replays from the beginning and, if it shares the recording with others, its own interactions. After the
/// test, requests that are not recorded are issues at the location of the test, and in a replay, recorded
/// interactions that were not requested are warnings. In a mode that records, the recording is published if
/// the test has passed.
public struct RecordingTrait: TestTrait, SuiteTrait, TestScoping {
    let name: String?
    let scope: RecordingScope?
    let configuration: RecordingConfiguration
    private let declaration = Declaration()

    /// The place of a trait in the source, which all its copies share.
    private final class Declaration: Sendable {
        /// The suite or the test that declares the trait: the outermost to which it applies.
        let owner = Mutex<(id: Test.ID, isSuite: Bool)?>(nil)
    }

    /// Whether the trait of a suite also applies to its tests; always true.
    public var isRecursive: Bool { true }

    /// Remembers the suite or the test that declares the trait.
    public func prepare(for test: Test) async throws {
        declaration.owner.withLock { owner in
            let depth = owner?.id.nameComponents.count ?? .max
            if test.id.nameComponents.count < depth { owner = (test.id, test.isSuite) }
        }
    }

    /// Opens the recording, runs the test, closes the recording, and reports its problems.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let traits = test.traits.compactMap { $0 as? RecordingTrait }
        guard traits.last.map({ $0.declaration === declaration }) ?? true else { return try await function() }
        let recorded = RecordedTest(test: test, testCase: testCase, location: test.sourceLocation)
        let owner = declaration.owner.withLock { $0 }
        let count = traits.count { $0.declaration.owner.withLock { $0?.id } == owner?.id }
        guard count < 2 else {
            return recorded.report([RecordingProblem(RecordingTarget.Failure.severalTraits(count))])
        }
        let suite = owner.flatMap { $0.isSuite ? $0.id : nil }
        try await recorded.run(configuration) {
            try RecordingTarget(name, scope, suite: suite, test.id, testCase)
        } _: { _ in
            try await function()
        }
    }
}

/// A test, or a part of one, that replays or records its requests.
struct RecordedTest {
    let test: Test
    let testCase: Test.Case?
    let location: SourceLocation

    func run(
        _ configuration: RecordingConfiguration, target: () throws -> RecordingTarget,
        _ body: @Sendable (OpenRecording) async throws -> Void
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
            throw error
        }
        report(recording.close(passed: !hasFailed.load(ordering: .relaxed)))
    }

    func report(_ problems: [RecordingProblem]) {
        for problem in problems {
            Issue.record(
                Comment(rawValue: problem.message), severity: problem.isFailure ? .error : .warning,
                sourceLocation: location)
        }
    }
}
