import Foundation

/// The commit of the sources that the tool was built from.
enum SourceCommit {
    /// The commit, as `f527eb8`, or `f527eb8-dirty` if files were changed; nil if the sources are gone, or
    /// are no checkout of this package.
    static var current: String? {
        guard Git.isSupported else { return nil }
        let git = Git(folder: URL(filePath: #filePath).deletingLastPathComponent())
        // In a copy inside of another repository, the commit would be that of the other.
        guard git.pathInRepository == "Sources/Tool/VerbatimCommands/Tool/" else { return nil }
        return git.head
    }
}
