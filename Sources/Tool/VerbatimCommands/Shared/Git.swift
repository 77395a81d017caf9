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
            let names = try run(["ls-tree", "--name-only", object]).split(separator: "\n").map(String.init)
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
        guard let names = try? run(["ls-tree", "-r", "--name-only", object]) else { return false }
        let files = names.split(separator: "\n")
        return files.contains { $0.hasSuffix(".har") }
            && !files.contains { !$0.contains("/") && $0.hasSuffix(".json") && $0 != RefreshLog.fileName }
    }

    /// Returns whether a file or folder, such as `HEAD:Recordings`, is in a revision.
    func hasObject(_ object: String) -> Bool { (try? run(["cat-file", "-e", object])) != nil }

    /// Writes the files in a folder of a revision to another folder, which exists.
    func export(_ object: String, to folder: URL) throws {
        // In a subfolder, git would look for the subfolder in the archive.
        let tree = try run(["rev-parse", "--verify", object]).trimmed
        let root = try run(["rev-parse", "--show-toplevel"]).trimmed
        let file = folder.appending(path: ".verbatim.tar").path(percentEncoded: false)
        _ = try Git(folder: URL(filePath: root)).run(["archive", "--format=tar", "--output=\(file)", tree])
        let words = ["tar", "-x", "-f", file, "-C", folder.path(percentEncoded: false)]
        let done = try ExternalProgram.run(words)
        try FileManager.default.removeItem(atPath: file)
        guard done.code == 0 else {
            throw GitError(what: String(decoding: done.message, as: UTF8.self).trimmed)
        }
    }

    /// Returns the bytes of an object such as `HEAD:Contracts/itunes.json`, or nil if there is none.
    func contents(of object: String) -> Data? {
        object.hasPrefix("-") || !object.contains(":") ? nil : try? data(["show", object])
    }

    /// Whether git can be run.
    static var isSupported: Bool { ExternalProgram.isSupported }

    /// Runs git; returns its output, its messages and its exit code.
    ///
    /// - Parameter variables: Environment variables, such as `GIT_INDEX_FILE=index`.
    /// - Throws: `GitError` if there is no git.
    static func run(
        _ arguments: [String], with variables: [String] = []
    ) throws(GitError) -> (output: Data, message: Data, code: Int32) {
        do {
            return try ExternalProgram.run(variables + ["git"] + arguments)
        } catch {
            throw GitError(what: "git cannot be run: \(error.localizedDescription)")
        }
    }

    /// Runs git, and returns its output.
    ///
    /// - Throws: `GitError` with its message if it fails.
    @discardableResult
    static func output(of arguments: [String], with variables: [String] = []) throws(GitError) -> Data {
        let run = try run(arguments, with: variables)
        guard run.code == 0 else {
            throw GitError(what: String(decoding: run.message, as: UTF8.self).trimmed)
        }
        return run.output
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

    /// Returns the output of a git command. Paths are relative to the folder, not to the root of the working
    /// tree.
    private func data(_ words: [String]) throws(GitError) -> Data {
        try Git.output(of: ["-C", folder.path(percentEncoded: false)] + words.map(relative))
    }

    /// Makes the path of an object relative to the folder: `HEAD:Contracts` becomes `HEAD:./Contracts`.
    private func relative(_ word: String) -> String {
        guard let colon = word.firstIndex(of: ":"), !word.hasPrefix("-") else { return word }
        let path = word[word.index(after: colon)...]
        return path.hasPrefix(".") || path.hasPrefix("/") ? word : word[...colon] + "./" + path
    }
}

extension Git {
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

    /// Returns the files of the folder that differ between two commits, as paths from the folder.
    func changedFiles(from old: String, to new: String) throws(GitError) -> [String] {
        try paths(["diff", "--name-only", "--no-renames", "--relative", "-z", old, new, "--", "."])
    }

    /// Returns the files of the folder that differ from the last commit, as paths from the folder.
    func uncommittedFiles() throws(GitError) -> [String] {
        try paths(["diff", "--name-only", "--no-renames", "--relative", "-z", "HEAD", "--", "."])
            + paths(["ls-files", "--others", "--exclude-standard", "-z"])
    }

    private func paths(_ words: [String]) throws(GitError) -> [String] {
        try run(words).split(separator: "\0").map(String.init)
    }
}

/// A folder of a commit, whose files can be written elsewhere.
///
/// It has an index of its own, so that the one of the repository stays.
struct GitTree {
    let commit: String
    /// The path of the folder from the root of the repository, with a slash at the end.
    let path: String
    let git: Git
    /// The folder that the files are written to.
    let target: URL

    private static let batch = 200

    /// Returns the paths of all files, from the folder.
    func paths() throws(GitError) -> [String] {
        let tree = path.isEmpty ? commit : "\(commit):\(path.dropLast())"
        // A commit without the folder has no files.
        guard (try? run(["read-tree", tree])) != nil else { return [] }
        return try run(["ls-files", "-z"]).split(separator: "\0").map(String.init)
    }

    func write(_ paths: [String]) throws(GitError) {
        for start in stride(from: 0, to: paths.count, by: Self.batch) {
            let batch = paths[start..<min(start + Self.batch, paths.count)]
            _ = try run(["checkout-index", "--force", "--"] + batch)
        }
    }

    private func run(_ words: [String]) throws(GitError) -> String {
        let tree = target.path(percentEncoded: false)
        let index = (tree.hasSuffix("/") ? String(tree.dropLast()) : tree) + ".index"
        let options = ["-C", git.folder.path(percentEncoded: false), "--work-tree=\(tree)"]
        let output = try Git.output(of: options + words, with: ["GIT_INDEX_FILE=\(index)"])
        return String(decoding: output, as: UTF8.self)
    }
}

/// An error of git.
struct GitError: Error, CustomStringConvertible {
    let what: String

    var description: String { "git: \(what)".onOneLine }
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
