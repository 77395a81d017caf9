package import Foundation
package import VerbatimHAR
import VerbatimJSON
package import VerbatimReplay
package import VerbatimURLSession

/// The test cases that share a recording.
///
/// In a recording every test case has its own interactions: it records and replays these, so that test cases
/// that run at the same time, also in several processes, neither overwrite nor confuse each other.
public enum RecordingScope: Sendable, Hashable, CaseIterable {
    /// Each test case has its own recording, whose name ends with the arguments: `weather/cities-berlin`.
    case `case`
    /// All test cases of a test share one recording.
    case test
    /// All tests of a suite share one recording.
    case suite
}

/// A contract to which the interactions of a test are held, replayed or live: `keeping: .contract`.
///
/// The module `VerbatimContractTesting` brings its values.
public struct ContractRequirement: Sendable {
    package let source: any RecordingRequirement

    package init(_ source: any RecordingRequirement) { self.source = source }
}

/// What a test requires of the interactions of its recording.
package protocol RecordingRequirement: Sendable {
    /// - Parameter recordings: The folder beside which the contracts are; nil if there is none on this
    ///   machine.
    func check(of recording: String, testFolder: URL, recordings: URL?) throws -> any RecordingCheck
}

/// The check of the interactions of a test.
package protocol RecordingCheck: Sendable {
    /// Returns what is wrong with the interactions of a test that has ended.
    ///
    /// - Parameters:
    ///   - old: The recorded interactions with which those of the test are compared, if it recorded any.
    ///   - headers: The names of the response headers that are not compared with them.
    func report(
        on summary: ReplaySummary, comparedWith old: [Interaction]?, ignoring headers: Set<String>
    ) throws -> RecordingReport
}

/// The arguments of `.recording`, `withRecording` and `startRecording`.
package struct RecordingOptions: Sendable {
    package var scope: RecordingScope?
    package var mode: RecordingMode?
    package var stubs: [Stub] = []
    package var contract: ContractRequirement?
    package var redaction = Redaction()
    package var matching = MatchingRules()
    package var exhausted = Player.Exhaustion.fail
    package var timing = ReplayTiming.immediate
    package var faults: Faults = []
    package var folder: String?
    /// Paces the requests to the network; nil sends each at once.
    package var pacer: RequestPacer?
    /// Whether there is no recording, but only stubs.
    var isInMemory = false

    package init(
        scope: RecordingScope? = nil, mode: RecordingMode? = nil, stubs: [Stub] = [],
        contract: ContractRequirement? = nil, ignoring volatile: Set<String> = [], secrets: [Secret] = [],
        redaction: Redaction = Redaction(), matching: MatchingRules = MatchingRules(),
        exhausted: Player.Exhaustion = .fail, timing: ReplayTiming = .immediate, faults: Faults = [],
        folder: String? = nil, pacer: RequestPacer? = nil
    ) {
        self.scope = scope
        self.mode = mode
        self.stubs = stubs
        self.contract = contract
        self.redaction = redaction.adding(secrets)
        self.matching = matching.ignoring(volatile)
        self.exhausted = exhausted
        self.timing = timing
        self.faults = faults
        self.folder = folder
        self.pacer = pacer
    }

    /// Opens the recording of a test case.
    func open(_ target: RecordingTarget, for testFile: String) throws -> OpenRecording {
        let folders = RecordingsFolders(folder, testFile: testFile)
        let (player, recordings) =
            isInMemory
            ? (Player(archive: Archive(), name: target.name), folders.ofContracts)
            : try player(target, in: folders)
        let check = try contract?.source.check(
            of: target.name, testFolder: URL(fileURLWithPath: testFile).deletingLastPathComponent(),
            recordings: recordings)
        let package = folders.primary?.deletingLastPathComponent()
        return OpenRecording(
            player, timing, stubs: stubs, faults: faults, check,
            tool: package.flatMap(ToolCommand.tool(ofPackageAt:)))
    }

    /// Returns the player of a recording, and the folder that has the recording.
    private func player(
        _ target: RecordingTarget, in folders: RecordingsFolders
    ) throws -> (Player, folder: URL) {
        let mode =
            try mode ?? OpenRecording.current?.mode
            ?? RecordingMode(environment: ProcessInfo.processInfo.environment)
        let folder =
            mode == .record || mode == .extend
            ? try folders.forRecording(target.name) : try folders.forReplay(target.name, target.file)
        var options = Player.Options(
            redaction: redaction, matching: matching, exhausted: exhausted,
            refreshLog: RefreshLog(in: folder), testCase: target.testCase, command: target.command)
        options.pacer = pacer
        options.unpublished = try target.file(
            in: URL(
                filePath: RecordingStore.unpublishedPath(beside: folder.path), directoryHint: .isDirectory))
        let file = try target.file(in: folder)
        // Each recording has connections that end with it: Foundation on Linux keeps a processor busy with
        // those that a server has closed.
        let player = try Player(
            recording: file, mode: mode, options: options,
            transport: mode == .replay ? nil : URLSessionTransport())
        return (player, folder)
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
            throw RecordingOptions.Failure.unknownMode(name)
        }
        self = mode
    }
}

extension RecordingOptions {
    /// An error that occurs before a recording is opened.
    enum Failure: Error, CustomStringConvertible {
        case unknownMode(String)
        case noSources(String, testFile: String)
        case noRecordings(String, testFile: String, folders: [URL])
        case noTest(String)

        var description: String { message.text }

        private var message: MessageText {
            switch self {
            case .unknownMode(let name):
                let modes = RecordingMode.allCases.map(\.rawValue).joined(separator: ", ")
                return MessageText(
                    "mode-unknown: unknown mode '\(name)' in VERBATIM_MODE; the modes are \(modes)",
                    next: "run `VERBATIM_MODE=replay swift test`, or unset the variable, which also replays")
            case .noSources(let name, let file):
                return MessageText(
                    "recordings-read-only: '\(name)' cannot be recorded without the sources of the test",
                    at: file,
                    next:
                        "record where the sources are, or set VERBATIM_RECORDINGS to the folder to record into"
                )
            case .noRecordings(let name, let file, let folders):
                let searched = folders.map { "searched: " + $0.path }
                return MessageText(
                    "recordings-not-found: no folder on this machine has the recording '\(name)'", at: file,
                    details: searched + ["searched: above the test, no package, project or repository"],
                    next: "add the folder 'Recordings' to the test bundle, or set VERBATIM_RECORDINGS")
            case .noTest(let name):
                return MessageText(
                    "recording-outside-test: 'withRecording' was called for '\(name)' outside a test",
                    next: "call it in the task of the test, not in a detached task")
            }
        }
    }
}
