import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// A command whose tests record what they request.
///
/// The command gets the environment in which VerbatimTesting records. Requests of other programs, and of
/// tests without a recording, are not recorded: nothing here is between them and the network.
struct CommandRecording {
    private let command: [String]
    private let mode: RecordingMode
    private let folder: URL
    private let context: CommandContext
    private let isVerbose: Bool

    /// - Parameters:
    ///   - folder: The folder of the recordings, if the command line names it; the environment may do so as
    ///     well.
    ///   - isVerbose: Whether every recording is printed.
    init(
        _ command: [String], mode: RecordingMode, in context: CommandContext, folder: String?, isVerbose: Bool
    ) {
        self.isVerbose = isVerbose
        self.command = command
        self.mode = mode
        self.context = context
        let variable = context.environment["VERBATIM_RECORDINGS"].flatMap { $0.isEmpty ? nil : $0 }
        self.folder =
            context.url(folder ?? variable ?? context.folders.recordings).absoluteURL.standardizedFileURL
    }

    /// Runs the command with the streams of this program, and returns a run for each recording.
    func runs() async throws -> ([ScenarioRun], ExitCode) {
        guard ExternalProgram.isSupported else {
            throw EnvironmentError("no other program can be run on this system")
        }
        let store = RecordingStore(folder)
        let old = store.snapshot(of: store.names)
        let temporary = try TemporaryFolder("verbatim-journal")
        let code = try await run(environment: environment(temporary.url))
        let assessment = DriftAssessment(context)
        let entries = OrderedGroups(grouping: RecordingJournal(folder: temporary.url).entries(), by: \.name)
        let runs = entries.pairs.map { name, entries in
            let count = entries.reduce(0) { $0 + $1.interactions }
            let isPublished = entries.contains(where: \.isPublished)
            let unpublished = entries.lazy.compactMap(\.unpublished).first.map { URL(filePath: $0) }
            let ending = unpublished.map { failed(name, $0) }
            var run = ScenarioRun(
                name,
                ending ?? (isPublished ? .published(interactions: count) : .unchanged(interactions: count)))
            run.figures.bytes = entries.reduce(0) { $0 + $1.bytes }
            if let unpublished {
                run.compare(with: old[name], unpublished: unpublished, assessment)
            } else if isPublished {
                run.compare(with: old[name], in: store, assessment)
            }
            if isVerbose || run.isNotable { context.console.note(run.text) }
            return run
        }
        if runs.isEmpty { context.console.note(Self.nothing) }
        return (runs, ExitCode(rawValue: code))
    }

    /// Returns the ending of a test that failed and left what it recorded.
    private func failed(_ name: RecordingName, _ file: URL) -> ScenarioRun.Ending {
        let contracts = context.url(context.folders.contracts)
        let hasContract = (try? ContractSet.fileName(of: name.api, in: contracts)) != nil
        let command = ToolCommand.$readsUnpublished.withValue(true) {
            hasContract
                ? "if the API changed for good, run \(ToolCommand("review", name.api))"
                : "run \(ToolCommand("diff"))"
        }
        return .failed(
            "its test failed, and left what it recorded in \(file.displayPath)",
            next: "\(command), make the test pass, and record again")
    }

    /// Runs the command; returns its exit code, that of a shell if there is no such program.
    private func run(environment: [String: String]) async throws -> Int32 {
        let directory = context.directory.map { URL(filePath: $0, directoryHint: .isDirectory) }
        guard ExternalProgram.exists(command[0], environment: environment, in: directory) else {
            context.console.note("the command `\(command[0])` is not found")
            return 127
        }
        return try await ExternalProgram.runAttached(command, environment: environment, in: directory)
    }

    private func environment(_ journal: URL) -> [String: String] {
        var environment = context.environment
        let variables = [
            "VERBATIM_MODE": mode.rawValue, "VERBATIM_RECORDINGS": folder.path(percentEncoded: false),
            RecordingJournal.variable: journal.path(percentEncoded: false),
        ]
        for (name, value) in variables {
            environment[name] = value
            // xcodebuild passes on what begins so, without the beginning.
            environment["TEST_RUNNER_" + name] = value
        }
        return environment
    }

    /// Returns what is wrong if the command ended with an exit code.
    func problem(of code: ExitCode) -> Finding? {
        code == .holds
            ? nil
            : .couldNotRun("the command ended with exit code \(code.rawValue): what it lacks is not recorded")
    }

    private static var nothing: String {
        MessageText(
            "the command recorded nothing: no test with a recording has passed",
            next:
                "use `.recording`, `withRecording` or `startRecording` of VerbatimTesting in the tests; the "
                + "traffic of another program can be exported as a HAR, for \(ToolCommand("import"))"
        ).text
    }
}
