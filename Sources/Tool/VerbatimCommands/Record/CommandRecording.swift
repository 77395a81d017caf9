import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// A command whose tests record what they request.
///
/// The command gets the environment in which VerbatimTesting records. Requests of other programs, and of
/// tests without a recording, are not recorded: nothing here is between them and the network.
struct CommandRecording {
    let command: [String]
    let mode: RecordingMode
    /// The folder of the recordings, as on the command line.
    let folder: String
    /// Whether the command line names the folder.
    let isNamed: Bool
    private var snapshot: [RecordingName: Result<[Interaction], ArchiveError>] = [:]
    private var entries: [RecordingJournal.Entry] = []

    init(command: [String], mode: RecordingMode, folder: String, isNamed: Bool) {
        self.command = command
        self.mode = mode
        self.folder = folder
        self.isNamed = isNamed
    }

    /// Runs the command with the streams of this program, and returns its exit code.
    mutating func run(in context: CommandContext) throws -> ExitCode {
        guard ExternalProgram.isSupported else {
            throw EnvironmentError("no other program can be run on this system")
        }
        let url = recordings(in: context)
        let store = RecordingStore(url)
        snapshot = store.snapshot(of: store.names)
        let temporary = try TemporaryFolder("verbatim-journal")
        let journal = RecordingJournal(folder: temporary.url)
        var environment = context.environment
        let variables = [
            "VERBATIM_MODE": mode.rawValue, "VERBATIM_RECORDINGS": url.path(percentEncoded: false),
            RecordingJournal.variable: temporary.url.path(percentEncoded: false),
        ]
        for (name, value) in variables {
            environment[name] = value
            // xcodebuild passes on what begins so, without the beginning.
            environment["TEST_RUNNER_" + name] = value
        }
        let code = try ExternalProgram.runAttached(
            command, environment: environment, in: context.directory.map { URL(filePath: $0) })
        entries = journal.entries()
        return ExitCode(rawValue: code)
    }

    /// Prints a line for each recording, and returns the changes.
    ///
    /// - Parameter code: The exit code of the command.
    func report(in context: CommandContext, of code: ExitCode) -> DriftReport {
        let store = RecordingStore(recordings(in: context))
        let assessment = DriftAssessment(context)
        var drift = DriftReport()
        for (name, entries) in Dictionary(grouping: entries, by: \.name).sorted(by: { $0.key < $1.key }) {
            let interactions = entries.reduce(0) { $0 + $1.interactions }
            let size = RecordingFigures.size(entries.reduce(0) { $0 + $1.bytes })
            let isPublished = entries.contains(where: \.isPublished)
            context.console.note(
                "\(name): \(isPublished ? "published" : "unchanged"), "
                    + "\(String.count(interactions, "interaction")), \(size)")
            guard isPublished else {
                drift.counts.unchanged += 1
                continue
            }
            do throws(ArchiveError) {
                guard let old = try snapshot[name]?.get() else {
                    drift.counts.uncompared += 1
                    continue
                }
                let new = try store.archive(name).interactions
                drift.add(assessment.changes(from: old, to: new, api: name.api), of: name)
            } catch {
                let problem = RecordingResult.notCompared(error.reason)
                context.console.note("  \(problem)")
                drift.counts.uncompared += 1
                drift.problems.append(ReportProblem("\(name): \(problem)"))
            }
        }
        if entries.isEmpty { context.console.note(Self.nothing) }
        if code != .holds {
            drift.problems.append(
                ReportProblem(
                    "the command ended with exit code \(code.rawValue): what it lacks is not recorded"))
        }
        return drift
    }

    private static var nothing: String {
        MessageText(
            "the command recorded nothing: no test with a recording has passed",
            next:
                "use `.recording`, `withRecording` or `startRecording` of VerbatimTesting in the tests; the "
                + "traffic of another program can be exported as a HAR, for \(ToolCommand("import"))"
        ).text
    }

    /// Returns the folder of the recordings, which the environment names unless the command line does.
    private func recordings(in context: CommandContext) -> URL {
        let variable =
            isNamed ? nil : context.environment["VERBATIM_RECORDINGS"].flatMap { $0.isEmpty ? nil : $0 }
        return context.url(variable ?? folder).absoluteURL.standardizedFileURL
    }
}
