import Synchronization
public import Testing
public import VerbatimReplay
public import VerbatimURLSession

extension Trait where Self == RecordingTrait {
    /// Replays the recording that has the names of the suite and the test.
    ///
    /// It is `Recordings/weathertests/reads-the-temperature-in-berlin.har`, for instance.
    public static var recording: Self { .recording(nil) }

    /// Replays the recording `Recordings/<name>.har` for the requests of a test.
    ///
    /// The code under test may use any `URLSession`; one that accepts a session gets
    /// ``Foundation/URLSession/recorded``, which also works in detached tasks and on dispatch queues:
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
    ///   - stubs: The hand-made answers in place of recorded ones. They answer in every mode, and are not
    ///     recorded.
    ///   - contract: The contract to which all interactions of the test are held, `.contract`; its values are
    ///     in the module `VerbatimContractTesting`.
    ///   - volatile: The names of query items, form fields and members of JSON bodies that differ from run to
    ///     run, and are not compared: `["nonce", "/user/time"]`. A JSON Pointer is a member of a body only.
    ///   - secrets: The names of secrets to keep out of the recording, in addition to credentials and
    ///     cookies: `["member_no"]`.
    ///   - redaction: The secrets with their values and locations, and the names that are not secret.
    ///   - matching: The rules by which a request matches a recorded one.
    ///   - exhausted: The response to a request that is sent more often than it was recorded.
    ///   - timing: The times at which the pieces of a recorded body arrive.
    ///   - faults: The faults that requests meet, such as `[FaultRule(.status(503), every: 3)]`.
    ///   - folder: The folder of the recordings, absolute or relative to that of the test's file; nil is that
    ///     of the variable `VERBATIM_RECORDINGS`, or else `Recordings` in the nearest folder above the test
    ///     that has a `Package.swift`, a project or workspace of Xcode, or a `.git`.
    public static func recording(
        _ name: String? = nil, scope: RecordingScope? = nil, mode: RecordingMode? = nil,
        replacing stubs: [Stub] = [], keeping contract: ContractRequirement? = nil,
        ignoring volatile: Set<String> = [], secrets: [Secret] = [], redaction: Redaction = Redaction(),
        matching: MatchingRules = MatchingRules(), exhausted: Player.Exhaustion = .fail,
        timing: ReplayTiming = .immediate, faults: Faults = [], in folder: String? = nil
    ) -> Self {
        RecordingTrait(
            name,
            RecordingOptions(
                scope: scope, mode: mode, stubs: stubs, contract: contract, ignoring: volatile,
                secrets: secrets, redaction: redaction,
                matching: matching, exhausted: exhausted, timing: timing, faults: faults, folder: folder))
    }

    /// Answers the requests of a test without a recording.
    ///
    ///     @Test(.stub(.get("/items", status: 503), .get("/items/*", json: #"{"id": 1}"#)))
    ///
    /// Other requests fail, and are issues of the test; a stub that answers none is a warning. No request
    /// reaches the network, whatever `VERBATIM_MODE` says.
    public static func stub(_ stubs: Stub...) -> Self {
        var options = RecordingOptions(scope: .test, stubs: stubs)
        options.isInMemory = true
        return RecordingTrait(nil, options)
    }
}

/// A trait that replays or records the requests of a test: `.recording` and `.stub`.
///
/// As the trait of a suite, it applies to each test of the suite that does not have its own. Every test case
/// replays from the beginning and, if it shares the recording with others, its own interactions. After the
/// test, requests that are not recorded are issues at the location of the test, and in a replay, recorded
/// interactions that were not requested are warnings. In a mode that records, the recording is published if
/// the test has passed.
public struct RecordingTrait: TestTrait, SuiteTrait, TestScoping {
    let name: String?
    let options: RecordingOptions
    private let declaration = Declaration()

    package init(_ name: String?, _ options: RecordingOptions) {
        self.name = name
        self.options = options
    }

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
    ///
    /// - Throws: The error of the test, unless it is that of a request without an answer, which is reported
    ///   with its reason.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let traits = test.traits.compactMap { $0 as? RecordingTrait }
        guard traits.last.map({ $0.declaration === declaration }) ?? true else { return try await function() }
        let recorded = RecordedTest(test: test, testCase: testCase, location: test.sourceLocation)
        let owner = declaration.owner.withLock { $0 }
        let count = traits.count { $0.declaration.owner.withLock { $0?.id } == owner?.id }
        guard count < 2 else {
            return recorded.report(RecordingReport(RecordingTarget.Failure.severalTraits(count)))
        }
        let suite = owner.flatMap { $0.isSuite ? $0.id : nil }
        try await recorded.run(options, isPart: false) {
            try RecordingTarget(name, options.scope, suite: suite, test.id, testCase)
        } _: { _ in
            try await function()
        }
    }
}
