import Foundation

extension Git {
    /// The last commit of a day that changed the folder.
    struct DayCommit: Hashable {
        let hash: String
        /// The abbreviated hash.
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

    /// The number of paths that are given to one process.
    private static let batch = 200

    /// Returns the paths of all files, from the folder.
    func paths() throws(GitError) -> [String] {
        let tree = path.isEmpty ? commit : "\(commit):\(path.dropLast())"
        // A commit without the folder has no files.
        guard (try? run(["read-tree", tree])) != nil else { return [] }
        return try run(["ls-files", "-z"]).split(separator: "\0").map(String.init)
    }

    /// Writes files.
    func write(_ paths: [String]) throws(GitError) {
        for start in stride(from: 0, to: paths.count, by: Self.batch) {
            let batch = paths[start..<min(start + Self.batch, paths.count)]
            _ = try run(["checkout-index", "--force", "--"] + batch)
        }
    }

    private func run(_ words: [String]) throws(GitError) -> String {
        let index = target.path(percentEncoded: false).trimmedOfSlash + ".index"
        let options = [
            "GIT_INDEX_FILE=\(index)", "git", "-C", git.folder.path(percentEncoded: false),
            "--work-tree=\(target.path(percentEncoded: false))",
        ]
        do {
            let run = try ExternalProgram.run(options + words)
            guard run.code == 0 else {
                throw GitError(what: String(decoding: run.message, as: UTF8.self))
            }
            return String(decoding: run.output, as: UTF8.self)
        } catch let error as GitError {
            throw error
        } catch {
            throw GitError(what: "git cannot be run: \(error.localizedDescription)")
        }
    }
}

extension String {
    fileprivate var trimmedOfSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
