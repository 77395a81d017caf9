import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimReplay
import VerbatimReports

extension CommandContext {
    /// The format of HTML for a check, with the history of the recordings if they are in a repository.
    var htmlReport: HTMLReport { HTMLReport(day: Date().isoDay, history: recordingHistory) }

    /// Returns a reader of the history of the recordings of some APIs, or of all.
    func historyReader(of apis: Set<String>? = nil) -> RecordingHistoryReader {
        RecordingHistoryReader(
            folder: url(folders.recordings), apis: apis, today: Date().isoDay,
            assessment: DriftAssessment(self, of: apis), redact: console.redactor.redact)
    }

    /// Begins to look for recordings of some APIs, or of all, that are not committed.
    func uncommittedFiles(of apis: Set<String>? = nil) -> UncommittedFiles? {
        try? UncommittedFiles(of: apis, in: Git(folder: url(folders.recordings)))
    }

    /// Returns the changes of the recordings of some APIs, or of all, that are not committed. A check does
    /// not depend on them: without them, its causes say less.
    ///
    /// - Parameter files: The files that were looked for; nil to look for them now.
    func uncommittedChanges(of apis: Set<String>? = nil, in files: UncommittedFiles? = nil) -> [Finding] {
        // Most recordings are committed: then nothing else is read.
        guard let files = try? (files ?? uncommittedFiles(of: apis))?.paths(of: apis), !files.isEmpty
        else { return [] }
        return (try? historyReader(of: apis).uncommittedChanges()) ?? []
    }

    /// Returns the report of a check, with the changes of the recordings by which its causes began. The check
    /// does not depend on them: without the history, its causes say less.
    func report(
        _ check: CheckReport, of apis: [API], uncommitted: UncommittedFiles? = nil,
        failsFrom severity: Severity = .breaking
    ) -> Report {
        let names = Set(apis.map(\.name))
        let history = uncommittedChanges(of: names, in: uncommitted)
        let report = Report(check, history: history, failsFrom: severity)
        guard case .completed(let contents) = report.result else { return report }
        let changes = changes(explaining: contents.causes, of: names)
        guard !changes.isEmpty else { return report }
        return Report(check, history: history + changes, failsFrom: severity)
    }

    /// Returns the changes of the recordings by which causes began, of those that the changes which are not
    /// committed do not explain; notes are not looked up. Without the history, there are no changes.
    func changes(explaining causes: [Cause], of apis: Set<String>? = nil) -> [Finding] {
        let causes = causes.filter { $0.history.isEmpty && $0.severity >= .warning && !$0.recordings.isEmpty }
        // Most checks hold: then neither the history nor the contracts are read for it.
        return causes.isEmpty ? [] : (try? historyReader(of: apis).changes(explaining: causes)) ?? []
    }

    /// The history of the recordings. A check does not depend on it: without it, the report says less.
    private var recordingHistory: RecordingHistory? {
        do {
            return try historyReader().history()
        } catch {
            console.problem("the report has no history of the recordings: \(error)")
            return nil
        }
    }

    /// The files that reports refer to, with their paths in the repository that contains the working
    /// directory, or else in the project.
    var sourceFiles: SourceFiles {
        let repository = repositoryRoot.resolvingSymlinksInPath().path(percentEncoded: false)
        let prefix = repository.hasSuffix("/") ? repository : repository + "/"
        let redactor = console.redactor
        return SourceFiles(
            path: { file in
                let path = url(file).resolvingSymlinksInPath().path(percentEncoded: false)
                guard path.hasPrefix(prefix), FileManager.default.fileExists(atPath: path) else { return nil }
                return String(path.dropFirst(prefix.count))
            },
            address: { location in self.address(of: location, in: prefix) },
            absolutePath: { url($0).standardizedFileURL.path(percentEncoded: false) },
            read: { file in
                let url = url(file)
                guard partial == nil || isOpen(url, below: prefix) else { return nil }
                // `HEAD~1:Contracts/itunes.json`, as a comparison with a revision has it.
                guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else {
                    return Git(folder: self.url(".")).contents(of: file).map { [UInt8]($0) }
                }
                let size = (try? url.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? .max
                // In a larger file, locations have lines only.
                guard size <= Self.sourceSizeLimit else { return nil }
                return (try? Data(contentsOf: url)).map { [UInt8]($0) }
            },
            redact: redactor.redact)
    }

    /// Returns whether a file that a partial result names may be shown: it is in the repository, and no part
    /// of its path is hidden, such as `.git`, in which jobs leave credentials.
    private func isOpen(_ url: URL, below repository: String) -> Bool {
        let path = url.resolvingSymlinksInPath().path(percentEncoded: false)
        return path.hasPrefix(repository)
            && !path.dropFirst(repository.count).split(separator: "/").contains { $0.hasPrefix(".") }
    }

    /// Returns the address of a file of the repository: on the server of a job of GitHub, or for an editor.
    private func address(of location: SourceLocation, in repository: String) -> String? {
        let path = url(location.file).resolvingSymlinksInPath().path(percentEncoded: true)
        let (line, column) = (location.line.map(String.init), location.column.map(String.init))
        if let server = environment["GITHUB_SERVER_URL"], server.hasPrefix("https://"),
            let name = environment["GITHUB_REPOSITORY"], let commit = environment["GITHUB_SHA"]
        {
            let root = URL(filePath: repository).path(percentEncoded: true)
            return "\(server)/\(name)/blob/\(commit)/\(path.dropFirst(root.count))"
                + (line.map { "#L\($0)" } ?? "")
        }
        return (["vscode://file\(path)"] + [line, column].compactMap(\.self)).joined(separator: ":")
    }

    /// The number of bytes of the largest file whose text reports show.
    private static let sourceSizeLimit = 1 << 26

    /// The nearest folder with a Git repository, or else the root of the project.
    private var repositoryRoot: URL {
        let repository = url(".").andFoldersAround.first {
            FileManager.default.fileExists(atPath: $0.appending(path: ".git").path)
        }
        return repository ?? url(root ?? ".").standardizedFileURL
    }
}
