import Foundation
import VerbatimContract
import VerbatimJSON
import VerbatimReplay

/// Reads files of other revisions by running `git`.
struct Git {
    let folder: URL

    /// A file of a revision, with the object name that `git show` takes.
    struct File {
        let path: String
        let text: Data
    }

    /// Returns the contracts of a revision at a path: the file, or those directly in the folder.
    ///
    /// - Parameter revision: The name of a commit: `HEAD~1`.
    /// - Throws: `GitError`, or `ContractError` if an API has several contracts.
    func contracts(at revision: String, path: String) throws -> [File] {
        let object = "\(revision):\(path)"
        switch try run(["cat-file", "-t", object]).trimmed {
        case "blob": return [File(path: object, text: try data(["show", object]))]
        case "tree":
            let names = try GitTree(object, of: self).files.map(\.path).filter { !$0.contains("/") }
            let folder = object.hasSuffix("/") ? String(object.dropLast()) : object
            return try ContractSet.fileNames(among: names, in: folder).map { name in
                File(path: "\(folder)/\(name)", text: try data(["show", "\(folder)/\(name)"]))
            }
        case let kind: throw GitError(what: "'\(object)' is a \(kind), expected a file or a folder")
        }
    }

    /// The files in the folder of an object such as `HEAD:Contracts/itunes.json`.
    func files(beside object: String) -> ContractFiles {
        let slash = object.lastIndex(of: "/") ?? object.firstIndex(of: ":")
        let folder = slash.map { String(object[...$0]) } ?? ""
        return ContractFiles(folder: folder) { path in try? data(["show", folder + path]) }
    }

    /// Whether a folder of a revision has recordings and is not one of contracts: `HEAD:Recordings`.
    func isRecordings(_ object: String) -> Bool {
        guard let files = try? GitTree(object, of: self).files.map(\.path) else { return false }
        return files.contains { $0.hasSuffix(".har") }
            && !files.contains { !$0.contains("/") && $0.hasSuffix(".json") && $0 != RefreshLog.fileName }
    }

    /// Returns whether a file or folder, such as `HEAD:Recordings`, is in a revision.
    func hasObject(_ object: String) -> Bool { (try? run(["cat-file", "-e", object])) != nil }

    /// Returns the bytes of an object such as `HEAD:Contracts/itunes.json`, or nil if there is none.
    func contents(of object: String) -> Data? {
        object.hasPrefix("-") || !object.contains(":") ? nil : try? data(["show", object])
    }

    static var isSupported: Bool { ExternalProgram.isSupported }

    /// Runs git; returns its output, its messages and its exit code.
    ///
    /// - Throws: `GitError` if there is no git.
    static func run(
        _ arguments: [String], input: Data? = nil
    ) throws(GitError) -> (output: Data, message: Data, code: Int32) {
        try reporting { try ExternalProgram.run(["git"] + arguments, input: input) }
    }

    /// Runs git, and returns its output.
    ///
    /// - Throws: `GitError` with its message if it fails.
    @discardableResult
    static func output(of arguments: [String], input: Data? = nil) throws(GitError) -> Data {
        try output(of: try run(arguments, input: input))
    }

    /// Waits for the end of a run of git, and returns its output.
    ///
    /// - Throws: `GitError` with its message if it fails.
    static func output(of run: ExternalProgram.Run) throws(GitError) -> Data {
        try output(of: try reporting(run.end))
    }

    private static func output(of run: (output: Data, message: Data, code: Int32)) throws(GitError) -> Data {
        guard run.code == 0 else {
            throw GitError(what: String(decoding: run.message, as: UTF8.self).trimmed)
        }
        return run.output
    }

    private static func reporting<Result>(_ body: () throws -> Result) throws(GitError) -> Result {
        do {
            return try body()
        } catch {
            throw GitError(what: "git cannot be run: \(error.localizedDescription)")
        }
    }

    func knows(_ revision: String) -> Bool {
        !revision.hasPrefix("-")
            && (try? run(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"])) != nil
    }

    /// Returns the commit at which the current branch left the main branch, and the name of that.
    ///
    /// The main branch is that of the remote, if there is one, or else `main` or `master`. On it, without a
    /// remote, it is `HEAD`.
    ///
    /// - Throws: `FileProblem` if there is no repository, or no main branch.
    func mergeBase() throws -> (commit: String, branch: String) {
        guard Git.isSupported, isRepository else {
            throw FileProblem(
                location: "OLD", what: "not named, and the working directory is not in a Git repository",
                next: "run \(ToolCommand("diff", "OLD", "NEW"))")
        }
        let remote = (try? run(["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"]))?.trimmed
        let names = [remote, "origin/main", "origin/master", "main", "master"].compactMap(\.self)
        guard let branch = names.first(where: knows),
            let commit = try? run(["merge-base", "HEAD", branch]).trimmed
        else {
            throw FileProblem(
                location: "OLD", what: "not named, and there is no main branch with a commit of this one",
                next: "name a commit: \(ToolCommand("diff", "HEAD"))")
        }
        return (try run(["rev-parse", "--short", commit]).trimmed, branch)
    }

    var isRepository: Bool { (try? run(["rev-parse", "--is-inside-work-tree"])) != nil }

    /// The path of the folder in its repository, with a slash at the end; nil if it is in none.
    var pathInRepository: String? { (try? run(["rev-parse", "--show-prefix"]))?.trimmed }

    /// The commit that is checked out, abbreviated, with `-dirty` if files differ from it.
    var head: String? { (try? run(["describe", "--always", "--dirty", "--exclude", "*"]))?.trimmed }

    func run(_ words: [String]) throws(GitError) -> String {
        String(decoding: try data(words), as: UTF8.self)
    }

    /// Returns the output of a git command. Paths are relative to the folder, not to the root of the tree.
    fileprivate func data(_ words: [String], input: Data? = nil) throws(GitError) -> Data {
        try Git.output(of: inFolder + words.map(relative), input: input)
    }

    func start(_ words: [String]) throws(GitError) -> ExternalProgram.Run {
        try Git.reporting { try ExternalProgram.Run(["git"] + inFolder + words) }
    }

    private var inFolder: [String] { ["-C", folder.path(percentEncoded: false)] }

    /// Makes the path of an object relative to the folder: `HEAD:Contracts` becomes `HEAD:./Contracts`.
    private func relative(_ word: String) -> String {
        guard let colon = word.firstIndex(of: ":"), !word.hasPrefix("-") else { return word }
        let path = word[word.index(after: colon)...]
        return path.hasPrefix(".") || path.hasPrefix("/") ? word : word[...colon] + "./" + path
    }

    /// The last commit of a day that changed the folder.
    struct DayCommit: Hashable {
        let hash: String
        let name: String
        let day: String
    }

    /// Returns the last commit of each day on which the folder changed, the newest first.
    func lastCommitsOfDays() throws(GitError) -> [DayCommit] {
        // A repository without a commit has no history.
        guard knows("HEAD") else { return [] }
        let lines = try run(["log", "--first-parent", "--format=%H %h %cs", "--", "."]).split(separator: "\n")
        var days: [DayCommit] = []
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3, days.last?.day != words[2] else { continue }
            days.append(DayCommit(hash: words[0], name: words[1], day: words[2]))
        }
        return days
    }

    /// Returns the files of the folder that differ between a commit and another one, or the working tree, as
    /// paths from the folder. Files that git does not know are left out.
    func changedFiles(from old: String, to new: String? = nil) throws(GitError) -> [String] {
        let revisions = [old, new].compactMap(\.self)
        return Git.paths(
            in: try data(
                ["diff", "--name-only", "--no-renames", "--relative", "-z"] + revisions + ["--", "."]))
    }

    /// Returns the paths in an output of git with `-z`.
    static func paths(in output: Data) -> [String] {
        output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// The files in a folder of a revision, as they were committed: attributes neither hide nor change them.
///
/// Links, submodules, and names that are not UTF-8 or would lead out of a folder are left out.
struct GitTree {
    struct File {
        /// The path from the folder.
        let path: String
        let hash: String
        let size: Int

        /// Creates a file from a line of `git ls-tree --long`.
        fileprivate init?(line: Data) {
            guard let line = String(validating: line, as: UTF8.self), let tab = line.firstIndex(of: "\t")
            else { return nil }
            let fields = line[..<tab].split(separator: " ")
            path = String(line[line.index(after: tab)...])
            guard fields.count == 4, fields[0].hasPrefix("100"), let size = Int(fields[3]),
                path.split(separator: "/", omittingEmptySubsequences: false)
                    .allSatisfy({ !["", ".", ".."].contains($0) })
            else { return nil }
            hash = String(fields[2])
            self.size = size
        }
    }

    let files: [File]
    private let git: Git

    /// The greatest number of bytes and of files that are read at once.
    private static let batch = (bytes: 64 << 20, files: 10_000)

    /// - Parameter object: The folder, such as `HEAD:Recordings`, or `HEAD:./` for that of git itself.
    init(_ object: String, of git: Git) throws(GitError) {
        self.git = git
        files = try git.data(["ls-tree", "-r", "-z", "--long", "--full-tree", object])
            .split(separator: 0).compactMap(File.init)
    }

    /// Writes files to a folder, which is made if it is missing.
    func write(to folder: URL, where isWanted: (String) -> Bool = { _ in true }) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var batch: [File] = []
        var size = 0
        for file in files where isWanted(file.path) {
            if batch.count == Self.batch.files || size > Self.batch.bytes - file.size {
                try write(batch, to: folder)
                (batch, size) = ([], 0)
            }
            batch.append(file)
            size += file.size
        }
        try write(batch, to: folder)
    }

    private func write(_ files: [File], to folder: URL) throws {
        guard !files.isEmpty else { return }
        let hashes = files.map { $0.hash + "\n" }.joined()
        var output = try git.data(["cat-file", "--batch"], input: Data(hashes.utf8))
        for file in files {
            // A line with the hash, the kind and the size, the bytes, and the end of a line.
            let head = Data("\(file.hash) blob \(file.size)\n".utf8)
            guard output.starts(with: head), output.count > head.count + file.size else {
                throw GitError(what: "'\(file.path)' cannot be read")
            }
            let url = folder.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try output.dropFirst(head.count).prefix(file.size).write(to: url)
            output = output.dropFirst(head.count + file.size + 1)
        }
    }
}

struct GitError: Error, CustomStringConvertible {
    let what: String

    var description: String { "git: \(what)".onOneLine }
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
