import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimReplay

/// What a check finds in the contracts and recordings of a Git revision.
struct PastCheck {
    private var findings: [Finding] = []
    /// Has the copies of the folders as long as they are read.
    private let temporary: TemporaryFolder

    /// Checks the APIs of a check as they were: nothing is found of folders that were not there yet.
    ///
    /// Recordings that have not changed since are read where they are.
    init(of input: CheckInput, at revision: String, maximumAge: Int?) async throws {
        var context = input.context
        context.keepsResults = false
        temporary = try TemporaryFolder("verbatim-since")
        let contracts = try PastFolder(input.contractsPath, at: revision, context)
        let recordings = try PastFolder(context.folders.recordings, at: revision, context)
        guard !contracts.files.isEmpty else { return }
        var contractsPath = input.contractsPath
        if !contracts.isUnchanged {
            let copy = temporary.url.appending(path: "Contracts")
            try contracts.write(to: copy)
            contractsPath = copy.path(percentEncoded: false)
        }
        let copy = temporary.url.appending(path: "Recordings", directoryHint: .isDirectory)
        context.folders.recordings = copy.path(percentEncoded: false)
        let names = input.chosen.isWhole ? [] : input.chosen.apis.map(\.name)
        let chosen = try ChosenAPIs(contracts: context.url(contractsPath), named: names, in: context)
        // The names of the APIs decide which recordings belong to one.
        let isSame = chosen.apis.map(\.name) == input.chosen.apis.map(\.name)
        let kept = isSame ? input.sources.filter(recordings.isUnchanged) : []
        try recordings.write(to: copy) { !isSame || recordings.mayDiffer($0) }
        let copied = try chosen.context.recordings().files(
            of: chosen.apis.map { ($0.name, []) }, withOthers: chosen.isWhole)
        var checked = try await CheckedRecordings(
            of: CheckInput(
                chosen: chosen, contractsPath: contractsPath, sources: kept + copied,
                hasAllRecordings: true, declarations: input.declarations))
        checked.addOrigins(maximumAge: maximumAge)
        findings = checked.report.findings
    }

    /// Returns the causes of which it had every finding.
    func causes(among causes: [Cause]) -> [Cause] {
        let known = Set(findings.map { $0.key(.decision).pattern })
        return causes.filter { cause in
            !cause.findings.isEmpty && cause.findings.allSatisfy { known.contains($0.key(.decision).pattern) }
        }
    }
}

/// A folder as it was in a revision, and what has changed since.
private struct PastFolder {
    /// The paths of its files; none if the revision does not have it.
    private(set) var files: Set<String> = []
    private var tree: GitTree?
    private let folder: URL
    private var changed: Set<String> = []
    private var changedRecordings: Set<String> = []

    init(_ path: String, at revision: String, _ context: CommandContext) throws {
        folder = context.url(path)
        let git = Git(folder: folder)
        guard Git.isSupported, git.isRepository else {
            throw UsageError.malformed("--since \(revision)", expected: "used in a Git repository")
        }
        guard git.knows(revision) else {
            throw UsageError.malformed("--since \(revision)", expected: "a commit, a branch or a tag")
        }
        let object = "\(revision):./"
        guard git.hasObject(object) else { return }
        let tree = try GitTree(object, of: git)
        files = Set(tree.files.map(\.path))
        self.tree = tree
        changed = Set(try git.changedFiles(from: revision))
        changedRecordings = Set(CommittedRecordings.recordings(of: Array(changed)).map(\.path))
    }

    /// Whether the folder has the same files now.
    var isUnchanged: Bool {
        changed.isEmpty
            && FolderListing.paths(in: folder).allSatisfy {
                files.contains($0) || folder.appending(path: $0).isFolder
            }
    }

    /// Returns whether a recording of the folder was the same.
    func isUnchanged(_ source: RecordingStore.File) -> Bool {
        let path = source.url.path(percentEncoded: false)
            .dropFirst(folder.path(percentEncoded: false).count).drop { $0 == "/" }
        return files.contains(String(path)) && !changedRecordings.contains(String(path))
    }

    /// Returns whether a file is no part of an unchanged recording.
    func mayDiffer(_ path: String) -> Bool {
        let recording = path.hasSuffix(".har") ? path : RecordingStore.owner(ofBody: path) ?? path
        return !recording.hasSuffix(".har") || changedRecordings.contains(recording)
    }

    /// Writes the files to a new folder.
    func write(to copy: URL, where isWanted: (String) -> Bool = { _ in true }) throws {
        try tree?.write(to: copy, where: isWanted)
    }
}
