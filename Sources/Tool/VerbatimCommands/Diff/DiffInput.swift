import Foundation
import VerbatimContract
import VerbatimDrift
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// One side of a comparison.
enum DiffInput {
    case contracts([Contract])
    /// A recording, or a folder of them.
    case recordings(RecordingStore)

    /// Reads the input that an argument names: a file, a folder, or a Git revision.
    ///
    /// - Parameter isStrict: Whether a problem of a contract is an error.
    init(_ word: String, in context: CommandContext, isStrict: Bool) throws {
        let url = context.url(word)
        if url.isFolder {
            self = try Self.folder(url, isStrict: isStrict)
        } else if url.isFile {
            self = try Self.file(url, isStrict: isStrict)
        } else {
            self = try Self.revision(word, in: context, isStrict: isStrict)
        }
    }

    private static func file(_ url: URL, isStrict: Bool) throws -> DiffInput {
        guard url.pathExtension != "har" else { return .recordings(RecordingStore(url)) }
        return .contracts([try Contract(contentsOf: url, isStrict: isStrict)])
    }

    private static func folder(_ url: URL, isStrict: Bool) throws -> DiffInput {
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))
        let hasContracts = names.contains { $0.hasSuffix(".json") && $0 != RefreshLog.fileName }
        let isRecordings = !hasContracts && !RecordingStore(url).names.isEmpty
        guard !isRecordings else { return .recordings(RecordingStore(url)) }
        return .contracts(try ContractSet(contentsOf: url, isStrict: isStrict).contracts)
    }

    // MARK: Revisions

    /// `HEAD~1`, for the contracts of that revision, `HEAD~1:Contracts/itunes.json`, or `HEAD~1:Recordings`.
    private static func revision(
        _ word: String, in context: CommandContext, isStrict: Bool
    ) throws -> DiffInput {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard Git.isSupported else {
            throw FileProblem(
                location: word, what: "no such file or folder, and git cannot be run on this system")
        }
        let git = Git(folder: context.url("."))
        guard git.isRepository else {
            throw FileProblem(
                location: word,
                what: "no such file or folder, and the working directory is not in a Git repository")
        }
        guard git.knows(parts[0]) else {
            throw FileProblem(
                location: word,
                what: "no such file, folder or Git revision",
                next: "run \(ToolCommand("diff", "--help"))")
        }
        if parts.count > 1, git.isRecordings(word) { return .recordings(try RecordingStore(word, of: git)) }
        let files = try git.contracts(
            at: parts[0], path: parts.count > 1 ? parts[1] : context.folders.contracts)
        guard !files.isEmpty else {
            throw FileProblem(location: word, what: "no contract in this revision")
        }
        return .contracts(try contracts(files, of: git, isStrict: isStrict))
    }

    private static func contracts(
        _ files: [Git.File], of git: Git, isStrict: Bool
    ) throws(ContractError) -> [Contract] {
        var contracts: [Contract] = []
        var problems: [ContractError.Problem] = []
        for file in files {
            do {
                let others = git.files(beside: file.path)
                contracts.append(
                    try Contract(parsing: file.text, file: file.path, files: others, isStrict: isStrict))
            } catch {
                problems += error.problems
            }
        }
        guard problems.isEmpty else { throw ContractError(problems) }
        return contracts
    }
}

extension RecordingStore {
    /// Writes the recordings of a revision to a temporary folder, in which their paths begin with its name:
    /// `HEAD/Recordings/itunes/lookup.har`. It is removed with the store.
    fileprivate init(_ revision: String, of git: Git) throws {
        let temporary = try TemporaryFolder("verbatim-revision")
        let names = revision.split { $0 == "/" || $0 == ":" }.filter { $0 != "." && $0 != ".." }
        let folder = URL(
            filePath: names.joined(separator: "/"), directoryHint: .isDirectory, relativeTo: temporary.url)
        try GitTree(revision, of: git).write(to: folder)
        self.init(folder, owner: temporary)
    }
}

/// Compares the recordings of two files or folders.
struct RecordingPair {
    /// The sides, with the names that locations in them get.
    let old, new: (store: RecordingStore, named: @Sendable (SourceLocation) -> SourceLocation)
    /// The contracts and models of the app, which say whom a change breaks.
    let assessment: DriftAssessment

    /// The changes of a recording, and the losses of both sides.
    struct Comparison: Sendable, Codable {
        fileprivate let losses: [Finding]
        fileprivate let changes: [Finding]
    }

    /// Returns the changes between two recordings, or between those with the same name in two folders.
    func changes(in context: CommandContext) async throws -> [Finding] {
        var changes: [Finding] = []
        try await work(in: context).results(in: context) { comparison in
            context.console.error(ItemText().text(of: comparison.losses))
            changes += comparison.changes
        }
        return changes
    }

    /// The work of the comparison: the recordings of the new side, then those of the old one alone.
    func work(in context: CommandContext) throws -> SharedWork<Recording, Comparison> {
        SharedWork(items: context.partial == nil ? try recordings : []) {
            $0.name
        } digest: {
            try context.digest(
                of: [$0.old, $0.new].compactMap(\.self).flatMap { RecordingStore.File($0).parts }.map {
                    ($0.relativePath, $0)
                })
        } perform: { [self] recording in
            try compare(recording, context.console.redactor)
        }
    }

    /// A recording, by its file on each side that has it.
    struct Recording: Sendable {
        fileprivate let name: String
        fileprivate let old, new: URL?
    }

    private var recordings: [Recording] {
        get throws {
            let sides = [old.store.folder, new.store.folder]
            let folders = sides.filter { $0.pathExtension != "har" }
            guard !folders.isEmpty else {
                return [Recording(name: sides[1].relativePath, old: sides[0], new: sides[1])]
            }
            if let file = sides.first(where: { !folders.contains($0) }) {
                throw UsageError.malformed(file.relativePath, expected: "a folder, as the other side is")
            }
            let (oldNames, newNames) = (Set(old.store.names), new.store.names)
            let known = Set(newNames)
            let others = old.store.names.filter { !known.contains($0) }
            return (newNames.map { ($0, true) } + others.map { ($0, false) }).map { name, isNew in
                Recording(
                    name: name.description,
                    old: oldNames.contains(name) ? sides[0].appending(path: name.path) : nil,
                    new: isNew ? sides[1].appending(path: name.path) : nil)
            }
        }
    }

    private func compare(_ recording: Recording, _ redactor: OutputRedactor) throws -> Comparison {
        let archives = try [recording.old, recording.new].map { file in
            try file.map { try RecordingStore.File($0).archive(redactor) }
        }
        let api = (recording.new ?? recording.old)?.deletingLastPathComponent().lastPathComponent ?? ""
        let changes = assessment.changes(from: archives[0], to: archives[1], api: api).map { change in
            var change = change
            change.oldLocation = change.oldLocation.map(old.named)
            change.location = change.location.map(new.named)
            return change
        }
        return Comparison(losses: archives.compactMap(\.self).flatMap(\.lossFindings), changes: changes)
    }
}
