public import Foundation
public import VerbatimAPI
import VerbatimContract
import VerbatimJSON
import VerbatimReplay

/// The environment of a run of the tool: the APIs it knows, its files and its console.
public struct CommandContext: Sendable {
    /// The APIs that the tool knows, in the order in which they are listed.
    public var apis: [API]
    /// The folders of the tool.
    public var folders: ToolFolders
    /// The fake providers for `record --origin fake`.
    public var fakes: Fakes
    /// The words that run the tool: `swift run apis`.
    public var tool: String
    /// The environment variables.
    public var environment: [String: String]
    /// The folder that relative paths are resolved against, or nil for the working directory.
    public var directory: String?
    /// The console that the tool writes to.
    public var console: Console
    /// The path of the package or project that contains the directory, from there; nil if there is none.
    private(set) var root: String?
    /// The qualified name of the program's type, `apis.APIs`, if it is a ``VerbatimTool``.
    var program: String?
    /// The results of all shares of the command, which it joins instead of doing its work.
    var partial: PartialFile?
    /// The results that are kept for a command that does the same work more than once.
    var cache: ResultCache?
    /// Whether results are kept there, and not only looked up.
    var keepsResults = true
    let knownContracts = FileCache<Contract>()
    let knownDigests = FileCache<String>()
    /// The clock by which recording waits and measures.
    var clock = PacingClock.system
    /// Returns the next bytes of the standard input, and none at its end.
    var readInput: @Sendable () -> [UInt8] = StandardStream.nextBytes
    /// Waits until the user ends the command, after a closure that runs once it can be ended.
    var awaitEnd: @Sendable (_ begin: () -> Void) async throws -> Void = EndSignals.wait

    /// Creates a context.
    ///
    /// - Parameter folders: The folders, relative to the package that contains the directory.
    public init(
        apis: [API], folders: ToolFolders = ToolFolders(), fakes: Fakes = .none, tool: String = "verbatim",
        environment: [String: String] = ProcessInfo.processInfo.environment, directory: String? = nil,
        console: Console = .standard
    ) {
        self.apis = apis
        self.folders = folders
        self.fakes = fakes
        self.tool = tool
        self.environment = environment
        self.directory = directory
        self.console = console
    }

    /// Returns the URL of a file or folder from its path on the command line.
    func url(_ path: String) -> URL {
        guard let directory else { return URL(filePath: path) }
        return URL(filePath: path, relativeTo: URL(filePath: directory, directoryHint: .isDirectory))
    }

    /// Returns the APIs with some names, each once, or all of them if there are no names.
    func apis(named names: [String]) throws(UsageError) -> [API] {
        guard !names.isEmpty else { return apis }
        var chosen: [API] = []
        for name in names where !chosen.contains(where: { $0.name == name }) {
            guard let api = apis.first(where: { $0.name == name }) else {
                throw .unknownName(name, what: "API", known: apis.map(\.name))
            }
            chosen.append(api)
        }
        return chosen
    }

    /// Makes the folders those of the package that contains the directory.
    mutating func enterProject() {
        guard let root = ProjectRoot(of: url("."), with: folders) else { return }
        folders = folders.seen(at: root.path)
        self.root = root.path
    }

    /// Refuses to create a folder in a directory that belongs to no package.
    ///
    /// - Parameter option: The option that names another place.
    func requireProject(for folder: String, or option: String = "--recordings") throws(EnvironmentError) {
        guard root == nil else { return }
        throw EnvironmentError(
            MessageText(
                "'\(folder)' is not created: the working directory is in no package",
                next: "run the command in the folder of the package, or name another place with '\(option)'"
            ).text)
    }

    /// Returns the context with the APIs that have a contract but no code, for the contract-only commands.
    func including(_ names: [String]) -> CommandContext {
        var context = self
        let known = Set(apis.map(\.name))
        context.apis += names.filter { !known.contains($0) }.map { API(name: $0) }
        return context
    }
}

/// An environment variable with a value that is not understood: wrong usage, as on the command line.
public struct EnvironmentError: Error, Sendable, CustomStringConvertible {
    /// The problem, and the text to write instead.
    public let description: String

    /// Creates an error.
    public init(_ description: String) { self.description = description }
}

/// The package or project that contains the working directory: the nearest folder with a manifest, a project
/// of Xcode, a repository, or the folders of the tool themselves.
struct ProjectRoot {
    /// The path from the working directory: `../..`; empty if it is the root itself.
    let path: String

    /// Looks for the root in a folder and in the folders that contain it.
    init?(of directory: URL, with folders: ToolFolders) {
        let own = [folders.recordings, folders.contracts].filter { !$0.hasPrefix("/") }
        guard let steps = directory.andFoldersAround.firstIndex(where: { Self.isRoot($0, own) }) else {
            return nil
        }
        path = Array(repeating: "..", count: steps).joined(separator: "/")
    }

    private static func isRoot(_ folder: URL, _ own: [String]) -> Bool {
        let files = FileManager.default
        let marks = ["Package.swift", ".git"] + own
        return marks.contains { files.fileExists(atPath: folder.appending(path: $0).path) }
            || ((try? files.contentsOfDirectory(atPath: folder.path)) ?? []).contains {
                $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace")
            }
    }
}

/// The folders of a tool, which the command line can replace by others.
public struct ToolFolders: Sendable, Hashable {
    /// The folder of the recordings.
    public var recordings: String
    /// The folder of the contracts.
    public var contracts: String
    /// The folder of the app's sources, in which the declarations of its models are looked up for messages.
    public var sources: String

    /// Creates folders. Relative paths are relative to the package; see ``VerbatimTool``.
    public init(
        recordings: String = "Recordings", contracts: String = "Contracts", sources: String = "Sources"
    ) {
        self.recordings = recordings
        self.contracts = contracts
        self.sources = sources
    }

    /// Returns the folders as seen from elsewhere.
    ///
    /// - Parameter root: The path of the package from there: `../..`; empty if it is there.
    func seen(at root: String) -> ToolFolders {
        func seen(_ path: String) -> String { root.isEmpty || path.hasPrefix("/") ? path : "\(root)/\(path)" }
        return ToolFolders(recordings: seen(recordings), contracts: seen(contracts), sources: seen(sources))
    }

    /// Returns a help text with the names of the folders in place of ``Name``.
    func inserted(in help: String) -> String {
        help.replacing(Name.recordings, with: recordings).replacing(Name.contracts, with: contracts)
    }

    /// The names of the folders in help texts, which are written before the folders of the tool are known.
    enum Name {
        static let recordings = "{recordings}"
        static let contracts = "{contracts}"
    }
}
