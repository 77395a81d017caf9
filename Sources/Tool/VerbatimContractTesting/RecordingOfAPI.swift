import Synchronization
public import Testing
public import VerbatimAPI
public import VerbatimReplay
public import VerbatimTesting
public import VerbatimURLSession

extension Trait where Self == RecordingTrait {
    /// Replays the recording of a scenario of an API, with its secrets and its rules of matching.
    ///
    ///     @Test(.recording(.weather, "berlin", keeping: .contract))
    ///
    /// - Parameters:
    ///   - api: The API; its models take part if the recording is held to a contract.
    ///   - scenario: The name of the scenario; the recording is `Recordings/<api>/<scenario>.har`.
    public static func recording(
        _ api: API, _ scenario: String, scope: RecordingScope? = nil, mode: RecordingMode? = nil,
        replacing stubs: [Stub] = [], keeping contract: ContractRequirement? = nil,
        exhausted: Player.Exhaustion = .fail, timing: ReplayTiming = .immediate, faults: Faults = [],
        in folder: String? = nil
    ) -> Self {
        RecordingTrait(
            api.name + "/" + scenario,
            RecordingOptions(
                of: api, scope: scope, mode: mode, stubs: stubs, contract: contract, exhausted: exhausted,
                timing: timing, faults: faults, folder: folder))
    }
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
    exhausted: Player.Exhaustion = .fail, timing: ReplayTiming = .immediate, faults: Faults = [],
    in folder: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation, _ body: (URLSession) async throws -> Void
) async throws {
    let options = RecordingOptions(
        of: api, scope: scope, mode: mode, stubs: stubs, contract: contract, exhausted: exhausted,
        timing: timing, faults: faults, folder: folder)
    try await RecordedTest.run(api.name + "/" + scenario, options, at: sourceLocation, body)
}

extension RecordingOptions {
    private static let pacers = Mutex<[String: RequestPacer]>([:])

    /// Creates the arguments of a recording of an API, with its secrets, rules of matching, rate and models.
    init(
        of api: API, scope: RecordingScope?, mode: RecordingMode?, stubs: [Stub],
        contract: ContractRequirement?, exhausted: Player.Exhaustion, timing: ReplayTiming,
        faults: Faults, folder: String?
    ) {
        let required = contract.map { given in
            var contract = given.contract
            contract.api = api
            return ContractRequirement(contract)
        }
        let pacer = api.rate.map { rate in
            Self.pacers.withLock { pacers in
                let pacer = pacers[api.name] ?? RequestPacer(rate: rate, retries: .none)
                pacers[api.name] = pacer
                return pacer
            }
        }
        self.init(
            scope: scope, mode: mode, stubs: stubs, contract: required, redaction: api.redaction(),
            matching: api.matching, exhausted: exhausted, timing: timing, faults: faults, folder: folder,
            pacer: pacer)
    }
}
