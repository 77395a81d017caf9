import VerbatimReplay

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
