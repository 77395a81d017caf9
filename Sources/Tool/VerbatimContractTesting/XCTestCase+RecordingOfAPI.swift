#if canImport(XCTest)
    public import VerbatimAPI
    public import VerbatimReplay
    public import VerbatimTesting
    public import VerbatimURLSession
    public import XCTest

    extension XCTestCase {
        /// Replays the recording of a scenario of an API for the requests of a test, or of a part of one,
        /// with the secrets, the rules of matching and the models of the API.
        ///
        /// - Throws: The errors of the body.
        public func withRecording(
            _ api: API, _ scenario: String, scope: RecordingScope = .case, mode: RecordingMode? = nil,
            replacing stubs: [Stub] = [], keeping contract: ContractRequirement? = nil,
            exhausted: Player.Exhaustion = .fail, timing: ReplayTiming = .immediate, faults: Faults = [],
            in folder: String? = nil, file: StaticString = #filePath, line: UInt = #line,
            isolation: isolated (any Actor)? = #isolation, _ body: (URLSession) async throws -> Void
        ) async throws {
            let options = RecordingOptions(
                of: api, scope: scope, mode: mode, stubs: stubs, contract: contract, exhausted: exhausted,
                timing: timing, faults: faults, folder: folder)
            try await run(api.name + "/" + scenario, options, file, line, body)
        }
    }
#endif
