import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimReplay
import VerbatimReports

/// Compares the recordings of a folder from day to day, as Git has them.
///
/// Only the recordings that changed are read, and only those of the newest days.
struct RecordingHistoryReader {
    let folder: URL
    /// The APIs whose uncommitted recordings are compared; nil for all.
    var apis: Set<String>?
    /// The day of changes that are not committed.
    let today: String
    /// The models of the app as they are now, which decide the severities of all days.
    let assessment: DriftAssessment
    let redact: (String) -> String

    private static let dayLimit = 20
    /// The greatest number of recordings of a day that are compared.
    private static let recordingLimit = 200

    /// Returns the history, or nil if the folder is in no repository.
    func history() throws -> RecordingHistory? {
        let git = Git(folder: folder)
        guard Git.isSupported, git.isRepository else { return nil }
        let commits = try git.lastCommitsOfDays()
        let temporary = try TemporaryFolder("verbatim-history")
        var days: [RecordingHistory.Day] = []
        if let newest = commits.first { days = try uncommitted(since: newest, git, temporary) }
        try visit(commits, git) { day in
            days.append(day)
            return true
        }
        let compared = min(Self.dayLimit, max(0, commits.count - 1))
        return RecordingHistory(
            since: commits.dropFirst(compared).first?.day, days: days.reversed(),
            omittedDays: max(0, commits.count - 1 - compared))
    }

    /// Returns the changes with which causes of a check began: those of the newest day with such changes.
    func changes(explaining causes: [Cause]) throws -> [Finding] {
        var open = causes
        let names = Set(causes.flatMap(\.recordings))
        let git = Git(folder: folder)
        guard Git.isSupported, git.isRepository else { return [] }
        var found: [Finding] = []
        try visit(try git.lastCommitsOfDays(), git, of: names) { day in
            let began = CauseFinder.causes(of: day.changes).filter { change in
                open.contains { $0.began(with: change) }
            }
            found += began.flatMap(\.findings)
            open.removeAll { cause in began.contains(where: cause.began) }
            return !open.isEmpty
        }
        return found
    }

    /// Compares days, the newest first, until a visitor has seen enough. The first commit of all has nothing
    /// to be compared with.
    ///
    /// - Parameter names: The recordings to compare; nil for all.
    private func visit(
        _ commits: [Git.DayCommit], _ git: Git, of names: Set<String>? = nil,
        _ isToGoOn: (RecordingHistory.Day) -> Bool
    ) throws {
        let temporary = try TemporaryFolder("verbatim-history")
        for (new, old) in zip(commits.dropLast().prefix(Self.dayLimit), commits.dropFirst()) {
            let changed = try git.changedFiles(from: old.hash, to: new.hash).filter { file in
                guard let names else { return true }
                return CommittedRecordings.recordings(of: [file]).contains { names.contains("\($0)") }
            }
            let sides = try [old, new].map { commit in
                try CommittedRecordings(
                    of: changed, at: commit.hash, git: git, in: temporary.url.appending(path: commit.hash))
            }
            let day = day(new.day, new.name, sides[0], sides[1]) { file in
                let names = [old, new].lazy.compactMap { commit in
                    name(of: file, in: temporary.url.appending(path: commit.hash), at: commit.name)
                }
                return names.first ?? file
            }
            guard isToGoOn(day) else { return }
        }
    }

    /// Returns the changes that are not committed; none if the folder is in no repository, or has no commit.
    func uncommittedChanges() throws -> [Finding] {
        let git = Git(folder: folder)
        guard Git.isSupported, git.isRepository, let newest = try git.lastCommitsOfDays().first
        else { return [] }
        let temporary = try TemporaryFolder("verbatim-history")
        return try uncommitted(since: newest, git, temporary).flatMap(\.changes)
    }

    /// The changes of the working tree, if there are any.
    private func uncommitted(
        since commit: Git.DayCommit, _ git: Git, _ temporary: TemporaryFolder
    ) throws -> [RecordingHistory.Day] {
        let changed = try UncommittedFiles(of: apis, in: git).paths(of: apis)
        guard !changed.isEmpty else { return [] }
        let copy = temporary.url.appending(path: "committed", directoryHint: .isDirectory)
        let old = try CommittedRecordings(of: changed, at: commit.hash, git: git, in: copy)
        let day = day(today, nil, old, CommittedRecordings(of: changed, in: folder)) {
            name(of: $0, in: copy, at: "HEAD") ?? $0
        }
        return day.changes.isEmpty && day.unreadable == 0 ? [] : [day]
    }

    /// Returns the name of a file of a revision, `HEAD:Recordings/itunes/lookup.har`; nil if it is not in the
    /// copy of the revision.
    private func name(of file: String, in copy: URL, at revision: String) -> String? {
        file.range(of: copy.path(percentEncoded: false)).map { copy in
            "\(revision):\(folder.relativePath)/\(file[copy.upperBound...].drop { $0 == "/" })"
        }
    }

    /// - Parameter fileName: Returns the name of a file as reports have it.
    private func day(
        _ day: String, _ commit: String?, _ old: CommittedRecordings, _ new: CommittedRecordings,
        naming fileName: (String) -> String
    ) -> RecordingHistory.Day {
        var (changes, unreadable) = ([Finding](), 0)
        let names = Set(old.names + new.names).sorted()
        for name in names.prefix(Self.recordingLimit) {
            guard let before = old.archive(of: name), let after = new.archive(of: name) else {
                unreadable += 1
                continue
            }
            changes += assessment.changes(from: before, to: after, api: name.api)
                .filter { $0.severity != .off }
        }
        unreadable += max(0, names.count - Self.recordingLimit)
        return RecordingHistory.Day(
            day: day, commit: commit,
            changes: changes.map { change in
                var change = change.mappingTexts(redact)
                change.day = Finding.Day(day, commit: commit)
                if let file = change.location?.file { change.location?.file = fileName(file) }
                if let file = change.oldLocation?.file { change.oldLocation?.file = fileName(file) }
                return change
            }, unreadable: unreadable)
    }
}

/// Some recordings as they were at one time.
struct CommittedRecordings {
    private let store: RecordingStore
    let names: [RecordingName]

    /// Takes the recordings that changed files belong to from a folder.
    init(of changed: [String], in folder: URL) {
        store = RecordingStore(folder)
        names = Self.recordings(of: changed).filter(Set(store.names).contains)
    }

    /// Writes the recordings that changed files belong to, as they are in a commit, to a new folder.
    init(of changed: [String], at commit: String, git: Git, in folder: URL) throws {
        let wanted = Set(Self.recordings(of: changed).map(\.path))
        let object = "\(commit):./"
        // A commit without the folder has no files.
        if git.hasObject(object) {
            try GitTree(object, of: git).write(to: folder) {
                wanted.contains($0) || RecordingStore.owner(ofBody: $0).map(wanted.contains) ?? false
            }
        }
        self.init(of: changed, in: folder)
    }

    /// Returns a recording: one without interactions if there is no such one, nil if it cannot be read.
    func archive(of name: RecordingName) -> Archive? {
        names.contains(name) ? try? store.archive(name) : Archive()
    }

    /// Returns the names of the recordings that files are, or are bodies of.
    static func recordings(of files: [String]) -> [RecordingName] {
        let paths = Set(files + files.compactMap(RecordingStore.owner))
        return paths.filter { $0.hasSuffix(".har") }.map { RecordingName(path: $0) }
    }
}

/// The files of recordings that are not as in the last commit. Git looks for them beside this program.
struct UncommittedFiles {
    /// The changed files, and those that Git does not know.
    private let runs: [ExternalProgram.Run]

    /// With more folders, Git looks at all.
    private static let folderLimit = 16

    /// Begins to look for the files of some APIs, or of all.
    init(of apis: Set<String>?, in git: Git) throws {
        let apis = apis ?? []
        let folders = apis.isEmpty || apis.count > Self.folderLimit ? ["."] : apis.sorted()
        runs = try [
            ["diff", "--name-only", "--no-renames", "--relative", "-z", "HEAD", "--"],
            ["ls-files", "--others", "--exclude-standard", "-z", "--"],
        ].map { try git.start(["--literal-pathspecs"] + $0 + folders) }
    }

    /// Returns those of some APIs, or all, as paths from the folder.
    func paths(of apis: Set<String>?) throws -> [String] {
        try runs.flatMap { Git.paths(in: try Git.output(of: $0)) }
            .filter { apis?.contains(RecordingName(path: $0).api) ?? true }
    }
}
