import Foundation
import Synchronization
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimURLSession

/// The parameters of a trait or of `withRecording`.
struct RecordingConfiguration: Sendable {
    var mode: RecordingMode?
    var options = Player.Options()
    var timing: ReplayTiming = .immediate
    var folder: String?
    /// The API of the recording, whose models take part in a check.
    var api: API?
    var stubs: [Stub] = []
    var contract: ContractRequirement?
    /// Whether there is no recording, but only stubs.
    var isInMemory = false

    init(
        _ mode: RecordingMode?, _ redaction: Redaction, _ matching: MatchingRules,
        _ exhausted: Player.Exhaustion, _ timing: ReplayTiming, _ stubs: [Stub],
        _ contract: ContractRequirement?, _ folder: String?, of api: API? = nil
    ) {
        self.mode = mode
        options = Player.Options(redaction: redaction, matching: matching, exhausted: exhausted)
        self.timing = timing
        self.stubs = stubs
        self.contract = contract
        self.folder = folder
        self.api = api
    }

    /// Creates the parameters of a test without a recording.
    init(stubs: [Stub]) {
        self.stubs = stubs
        isInMemory = true
    }

    /// Opens the recording of a test case.
    ///
    /// - Parameters:
    ///   - target: The name of the recording, and the test case.
    ///   - testFile: The source file of the test, from which the folder is found.
    func open(_ target: RecordingTarget, for testFile: String) throws -> OpenRecording {
        let responses = isInMemory ? Player(archive: Archive(), name: target.name) : nil
        let folders = RecordingsFolders(folder, testFile: testFile)
        let player = try responses ?? player(target, in: folders)
        let sources = URL(fileURLWithPath: testFile).deletingLastPathComponent()
        let check = try contract.map { contract in
            try ContractCheck(
                contract, of: api ?? contract.api, recording: target.name, testFolder: sources,
                recordings: folders.primary)
        }
        return OpenRecording(player, timing, stubs: stubs, check)
    }

    private static let pacers = Mutex<[String: RequestPacer]>([:])

    /// Returns the pacer that all tests of an API share; nil for one without a rate.
    private static func pacer(of api: API) -> RequestPacer? {
        guard let rate = api.rate else { return nil }
        return pacers.withLock { pacers in
            let pacer = pacers[api.name] ?? RequestPacer(rate: rate, retries: .none)
            pacers[api.name] = pacer
            return pacer
        }
    }

    private func player(_ target: RecordingTarget, in folders: RecordingsFolders) throws -> Player {
        let mode =
            try mode ?? OpenRecording.current?.mode
            ?? RecordingMode(environment: ProcessInfo.processInfo.environment)
        let folder =
            mode == .record || mode == .extend
            ? try folders.forRecording(target.name)
            : try folders.forReplay(target.name, target.file)
        var options = options
        options.refreshLog = RefreshLog(in: folder)
        options.pacer = api.flatMap(Self.pacer)
        options.testCase = target.testCase
        options.command = target.command
        let file = try target.file(in: folder)
        // Each recording has connections that end with it: Foundation on Linux keeps a processor busy with
        // those that a server has closed.
        return mode == .replay && target.testCase.group != nil
            ? try Player(sharedRecording: file, for: target.testCase, options: options)
            : try Player(
                recording: file, mode: mode, options: options,
                transport: mode == .replay ? nil : URLSessionTransport())
    }
}

extension RecordingMode {
    /// Creates the mode that `VERBATIM_MODE` names; without the variable, ``replay``.
    init(environment: [String: String]) throws {
        guard let name = environment["VERBATIM_MODE"], !name.isEmpty else {
            self = .replay
            return
        }
        guard let mode = RecordingMode(rawValue: name) else {
            throw RecordingConfiguration.Failure.unknownMode(name)
        }
        self = mode
    }
}

extension RecordingConfiguration {
    /// An error that occurs before a recording is opened.
    enum Failure: Error, CustomStringConvertible {
        case unknownMode(String)
        case noSources(String, testFile: String)
        case noRecordings(String, testFile: String, folders: [URL])
        case noTest(String)

        var description: String {
            switch self {
            case .unknownMode(let name):
                let modes = RecordingMode.allCases.map(\.rawValue).joined(separator: ", ")
                return MessageText(
                    "mode-unknown: unknown mode '\(name)' in VERBATIM_MODE; the modes are \(modes)",
                    next: "run `VERBATIM_MODE=replay swift test`, or unset the variable, which also replays"
                ).text
            case .noSources(let name, let file):
                return MessageText(
                    "recordings-read-only: '\(name)' cannot be recorded without the sources of the test",
                    at: file,
                    next:
                        "record where the sources are, or set VERBATIM_RECORDINGS to the folder to record into"
                ).text
            case .noRecordings(let name, let file, let folders):
                let searched = folders.map { "searched: " + $0.path }
                return MessageText(
                    "recordings-not-found: no folder on this machine has the recording '\(name)'", at: file,
                    details: searched + ["searched: above the test, no package, project or repository"],
                    next: "add the folder 'Recordings' to the test bundle, or set VERBATIM_RECORDINGS"
                ).text
            case .noTest(let name):
                return MessageText(
                    "recording-outside-test: 'withRecording' was called for '\(name)' outside a test",
                    next: "call it in the task of the test, not in a detached task"
                ).text
            }
        }
    }
}
