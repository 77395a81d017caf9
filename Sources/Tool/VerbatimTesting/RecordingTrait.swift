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
    ///   - mode: The mode of the recording; nil uses the environment variable `VERBATIM_MODE`, or replays
    ///     if it is not set.
    ///   - redaction: The secrets to keep out of the recording, in addition to credentials and cookies.
    ///   - matching: The rules by which a request matches a recorded one.
    ///   - exhausted: The response to a request that is sent more often than it was recorded.
    ///   - timing: The times at which the pieces of a recorded body arrive.
    ///   - folder: The folder of the recordings; nil is the folder `Recordings` next to the `Package.swift`
    ///     of the test.
    public static func recording(
        _ name: String? = nil, mode: RecordingMode? = nil, redaction: Redaction = Redaction(),
        matching: MatchingRules = MatchingRules(), exhausted: Player.Exhaustion = .fail,
        timing: ReplayTiming = .immediate, in folder: String? = nil
    ) -> Self {
        let options = Player.Options(redaction: redaction, matching: matching, exhausted: exhausted)
        return RecordingTrait(
            name: name,
            configuration: RecordingConfiguration(
                mode: mode, options: options, timing: timing, folder: folder))
    }
}

/// A trait that replays or records the requests of a test; see
/// ``Testing/Trait/recording(_:mode:redaction:matching:exhausted:timing:in:)``.
///
/// As the trait of a suite, it applies to each test of the suite that does not have its own, and opens the
/// recording for every test separately. After the test, requests that are not recorded are issues at the
/// location of the test, and recorded interactions that were not requested are warnings. In a mode that
/// records, the recording is published if the test has passed.
public struct RecordingTrait: TestTrait, SuiteTrait, TestScoping {
    let name: String?
    let configuration: RecordingConfiguration
    private let identity = Identity()

    private final class Identity: Sendable {}

    /// Whether the trait of a suite also applies to its tests; always true.
    public var isRecursive: Bool { true }

    /// Opens the recording, runs the test, closes the recording, and reports its problems.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard isInnermost(of: test) else { return try await function() }
        let recorded = RecordedTest(test: test, testCase: testCase, location: test.sourceLocation)
        try await recorded.run(name ?? test.recordingName, configuration) { _ in try await function() }
    }

    /// Returns whether no other recording trait of the test or an inner suite overrides this one.
    private func isInnermost(of test: Test) -> Bool {
        let innermost = test.traits.lazy.compactMap { $0 as? RecordingTrait }.last
        return innermost.map { $0.identity === identity } ?? true
    }
}

/// A test, or a part of one, that replays or records its requests.
struct RecordedTest {
    let test: Test
    let testCase: Test.Case?
    let location: SourceLocation

    func run(
        _ name: String, _ configuration: RecordingConfiguration,
        _ body: @Sendable (RecordingScope) async throws -> Void
    ) async throws {
        let scope: RecordingScope
        do {
            scope = try configuration.open(name, for: location.filePath)
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
                try await scope.run { try await body(scope) }
            }
        } catch {
            report(scope.close(passed: false))
            throw error
        }
        report(scope.close(passed: !hasFailed.load(ordering: .relaxed)))
    }

    private func report(_ problems: [RecordingProblem]) {
        for problem in problems {
            Issue.record(
                Comment(rawValue: problem.message), severity: problem.isFailure ? .error : .warning,
                sourceLocation: location)
        }
    }
}

extension Test {
    /// The names of the suites and the test in lower case, with hyphens between words:
    /// `books/finds-a-book` for the test ``` `finds a book`() ``` of the suite `Books`.
    fileprivate var recordingName: String {
        id.nameComponents.map(\.asFileName).joined(separator: "/")
    }
}

extension String {
    fileprivate var asFileName: String {
        prefix { $0 != "(" }.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }
}
